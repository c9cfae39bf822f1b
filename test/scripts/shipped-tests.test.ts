import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { runsOnDeployment } from '../../scripts/shipped-tests.js';

const TESTS = join(import.meta.dirname, '..');

describe('the tests that are repeated on the reference deployment', () => {
  it.each([
    'main-job.e2e',
    'migrate.e2e',
    'backup/drill.e2e',
    'sign-in/login.e2e',
    'files-in-s3.e2e',
    'ingestion/ingestion-lifecycle.db',
    'maintenance/sweep.db',
  ])('include %s, which uses the deployment if the environment names it', (name) => {
    expect(runsOnDeployment(join(TESTS, `${name}.test.ts`))).toBe(true);
  });

  it.each([
    'console/console.e2e',
    'process.e2e',
    'shipped-wiring.e2e',
    'ops/compose.e2e',
    'limits-across-processes.e2e',
    'platform/vectors/qdrant.e2e',
  ])('leave out %s, which starts everything itself', (name) => {
    expect(runsOnDeployment(join(TESTS, `${name}.test.ts`))).toBe(false);
  });

  it.each(['http/fuzz', 'mcp/oauth', 'openai-api/chat', 'tenancy/audit', 'attacks/requests'])(
    "leave out %s, which only tests the API's answers",
    (name) => {
      expect(runsOnDeployment(join(TESTS, `${name}.e2e.test.ts`))).toBe(false);
    },
  );

  it('leave out a test of one part with a database', () => {
    expect(runsOnDeployment(join(TESTS, 'memories/remember.db.test.ts'))).toBe(false);
  });

  it.each([
    'packages/sync',
    'console/widget',
    'typed-clients',
    'clients/compatibility',
    'examples',
  ])('leave out %s, which tests a client', (name) => {
    expect(runsOnDeployment(join(TESTS, `${name}.e2e.test.ts`))).toBe(false);
  });
});

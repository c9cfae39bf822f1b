import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { runsOnDeployment } from '../../scripts/shipped-tests.js';

const TESTS = join(import.meta.dirname, '..');

describe('the tests that run again on the reference deployment', () => {
  it.each(['main-job', 'shipped-wiring', 'backup/drill', 'sign-in/login', 'files-in-s3'])(
    'have %s among them, which is on it when the environment names it',
    (name) => {
      expect(runsOnDeployment(join(TESTS, `${name}.e2e.test.ts`))).toBe(true);
    },
  );

  it.each(['console/console', 'process', 'http/limits'])(
    'leave out %s, which starts everything itself',
    (name) => {
      expect(runsOnDeployment(join(TESTS, `${name}.e2e.test.ts`))).toBe(false);
    },
  );

  it.each(['packages/sync', 'console/widget', 'typed-clients', 'clients/compatibility'])(
    'leave out %s, whose subject is a client',
    (name) => {
      expect(runsOnDeployment(join(TESTS, `${name}.e2e.test.ts`))).toBe(false);
    },
  );
});

import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApplication, type TestApplication } from './support/application.js';
import { installClients, runProgram as run } from './support/clients.js';
import { findPython } from './support/installed.js';
import { SAMPLES } from './support/samples.js';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const PYTHON = join(ROOT, 'clients/python');
const HANDBOOK = join(SAMPLES, 'employee-handbook.pdf');
const QUESTION = 'How many days a week may office staff work from home?';

const python = await findPython('3.11', 'no Python client is made of the OpenAPI document.');

let application: TestApplication;
beforeAll(async () => {
  application = await startApplication();
}, 60_000);
afterAll(() => application.close());

const accessOfNewTenant = async () => ({
  KNOWLEDGE_ROUTER_URL: application.url,
  KNOWLEDGE_ROUTER_KEY: (await application.tenant()).adminKey,
});

const expectAnswers = (printed: string) => {
  const lines = printed.trim().split(/\r?\n/);
  expect(lines[0]).toMatch(/^Employee Handbook.*: .*three days/);
  expect(lines.slice(1, -2).join(' ')).toContain('three days');
  expect(lines.at(-2)).toMatch(/^Employee Handbook/);
  expect(lines.at(-1)).toBe('404 not_found');
};

if (python !== undefined) {
  describe('clients/python', () => {
    let access: Awaited<ReturnType<typeof accessOfNewTenant>>;
    let program: string;
    beforeAll(async () => {
      program = join(await installClients(), 'venv/bin/python');
      access = await accessOfNewTenant();
      const checked = ['example.py', 'tests/test_client.py'];
      await run('bash', [join(PYTHON, 'make.sh'), ...checked], { ...access, PYTHON: program });
    }, 300_000);

    it('uploads, asks, streams, searches and handles an error in strict types', async () => {
      const printed = await run(program, [join(PYTHON, 'example.py'), HANDBOOK, QUESTION], access);

      expectAnswers(printed);
    }, 120_000);

    it('passes its own tests', async () => {
      const other = await accessOfNewTenant();

      const printed = await run(
        program,
        ['-m', 'pytest', '-q', '-p', 'no:cacheprovider', PYTHON],
        other,
      );

      expect(printed).toMatch(/\n6 passed/);
    }, 120_000);
  });
}

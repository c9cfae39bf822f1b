import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { startApplication, type TestApplication } from './support/application.js';
import { SAMPLES } from './support/samples.js';
import { findPython } from './support/installed.js';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const PYTHON = join(ROOT, 'examples/python-client');
const HANDBOOK = join(SAMPLES, 'employee-handbook.pdf');
const QUESTION = 'How many days a week may office staff work from home?';

const Failed = z.object({ stdout: z.string(), stderr: z.string() });

/** Runs a program of this repository's own packages; what it has to say against something is in the failure. */
const run = async (
  program: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<string> => {
  const options = { cwd: ROOT, timeout: 120_000, env: { ...process.env, ...env } };
  const { stdout } = await promisify(execFile)(program, args, options).catch((error: unknown) => {
    const { stdout: said, stderr } = Failed.parse(error);
    throw new Error(`${said}${stderr}`, { cause: error });
  });
  return stdout;
};

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
  describe('a Python client that is generated from the OpenAPI document', () => {
    it('uploads, waits, asks, streams, lists and meets an error in strict types', async () => {
      const access = await accessOfNewTenant();
      await run('bash', [join(PYTHON, 'make.sh')], access);

      const program = join(PYTHON, '.venv/bin/python');
      const printed = await run(program, [join(PYTHON, 'ask.py'), HANDBOOK, QUESTION], access);

      expectAnswers(printed);
    }, 300_000);
  });
}

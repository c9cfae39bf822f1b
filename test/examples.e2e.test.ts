import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApplication, type TestApplication } from './support/application.js';
import { SAMPLES } from './support/samples.js';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const HANDBOOK = join(SAMPLES, 'employee-handbook.pdf');
const run = promisify(execFile);

const EXAMPLES = [
  { file: 'ask.sh', command: ['bash'], needs: ['bash', 'curl'] },
  { file: 'ask.ts', command: [process.execPath, '--import', 'tsx'], needs: [] },
  { file: 'ask.py', command: ['python3'], needs: ['python3'] },
];

/** A missing interpreter is a failure that says what to install. */
const requirePrograms = async (names: readonly string[]): Promise<void> => {
  for (const name of names) {
    await run(name, ['--version']).catch((cause: unknown) => {
      throw new Error(`This test runs "${name}", which was not found: install it.`, { cause });
    });
  }
};

describe('the example program', () => {
  let application: TestApplication;

  beforeAll(async () => {
    application = await startApplication();
  }, 60_000);

  afterAll(() => application.close());

  const runExample = ({ file, command }: (typeof EXAMPLES)[number], args: readonly string[]) => {
    const [program = '', ...options] = command;
    return run(program, [...options, join(ROOT, 'examples', file), ...args], {
      cwd: ROOT,
      timeout: 90_000,
      env: {
        ...process.env,
        KNOWLEDGE_ROUTER_URL: application.url,
        OPERATOR_KEY: application.operatorKey,
      },
    });
  };

  it.each(EXAMPLES)(
    '$file prints an answer with its citation',
    async (example) => {
      await requirePrograms(example.needs);

      const { stdout } = await runExample(example, [
        HANDBOOK,
        'How many "days a week" may office staff work from home?',
      ]);

      expect(stdout).toContain('three days a week');
      expect(stdout).toMatch(/^\[1\] Employee Handbook.*, p\. 4 \(exact\): “[^”]*three days/m);
    },
    120_000,
  );

  it.each(EXAMPLES)(
    '$file prints why a document failed',
    async (example) => {
      await requirePrograms(example.needs);
      const broken = join(application.dataDir, 'broken.pdf');
      await writeFile(broken, '%PDF-1.7\nnothing else\n');

      const running = runExample(example, [broken, 'What does it say?']);

      await expect(running).rejects.toMatchObject({
        stderr: expect.stringMatching(/The document failed: \w+/),
      });
    },
    120_000,
  );
});

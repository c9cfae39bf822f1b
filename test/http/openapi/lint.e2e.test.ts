import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { document } from '../../support/api-document.js';

const Report = z.object({
  totals: z.object({ errors: z.int(), warnings: z.int() }),
  problems: z.array(z.object({ ruleId: z.string(), message: z.string() })),
});

/** It tells nobody that it runs, and asks for no newer version of itself. */
const OFFLINE = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };

describe("Redocly's linter", () => {
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kr-lint-'));
  });

  afterAll(() => rm(folder, { recursive: true }));

  const lint = async (linted: object) => {
    const file = join(folder, 'openapi.json');
    await writeFile(file, JSON.stringify(linted));
    const args = ['run', '--silent', 'lint:document', '--', '--format=json', file];
    const env = { ...process.env, ...OFFLINE };
    const { stdout } = await promisify(execFile)('npm', args, { env, maxBuffer: 2 ** 26 });
    return Report.parse(JSON.parse(stdout));
  };

  it('has no warning about the OpenAPI document', async () => {
    expect(await lint(document)).toEqual({ totals: { errors: 0, warnings: 0 }, problems: [] });
  }, 120_000);

  it('would warn of a group without a description', async () => {
    const [first, ...others] = document.tags ?? [];

    const { totals } = await lint({ ...document, tags: [{ name: first?.name }, ...others] });

    expect(totals.warnings).toBe(1);
  }, 120_000);
});

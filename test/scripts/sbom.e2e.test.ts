import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';

const ROOT = join(import.meta.dirname, '../..');

const Bom = z.object({
  bomFormat: z.literal('CycloneDX'),
  components: z.array(
    z.object({
      purl: z.string(),
      properties: z.array(z.object({ name: z.string(), value: z.string() })),
    }),
  ),
});
const Package = z.object({ dependencies: z.record(z.string(), z.string()) });

describe('npm run sbom', () => {
  it('lists each package with its version, and marks development-only packages', async () => {
    const { stdout } = await promisify(execFile)('npm', ['run', '--silent', 'sbom'], {
      cwd: ROOT,
      maxBuffer: 64 * 1024 * 1024,
    });

    const { components } = Bom.parse(JSON.parse(stdout));
    const listed = new Map(
      components.map(({ purl, properties }) => [
        decodeURIComponent(purl.replace('pkg:npm/', '')),
        properties.some(({ name }) => name === 'cdx:npm:package:development'),
      ]),
    );
    const { dependencies } = Package.parse(
      JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')),
    );
    const needed = Object.entries(dependencies).map(([name, version]) => `${name}@${version}`);
    expect(needed.filter((one) => listed.get(one) !== false)).toEqual([]);
    expect([...listed].filter(([, isOfDevelopment]) => isOfDevelopment)).not.toEqual([]);
  }, 60_000);
});

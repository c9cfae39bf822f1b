import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const DECISION = 'docs/decisions/0029-models-inside-of-scoped-transactions.md';

const countInSources = async (): Promise<Record<string, number>> => {
  const names = await readdir(join(ROOT, 'src'), { recursive: true });
  const files = names
    .map((name) => `src/${name.replaceAll('\\', '/')}`)
    .filter((file) => file.endsWith('.ts') && !file.startsWith('src/generated/'));
  const counted = await Promise.all(
    files.map(async (file): Promise<[string, number]> => {
      const source = await readFile(join(ROOT, file), 'utf8');
      return [file, source.match(/\.\$(?:queryRaw|executeRaw)\b/g)?.length ?? 0];
    }),
  );
  return Object.fromEntries(counted.filter(([, count]) => count > 0));
};

const readTable = async (): Promise<{ file: string; count: number; reason: string }[]> => {
  const text = await readFile(join(ROOT, DECISION), 'utf8');
  const rows = text.matchAll(/^\| `(src\/[^`]+)` *\| *(\d+) *\| *(.*?) *\|$/gm);
  return [...rows].map(([, file = '', count, reason = '']) => ({
    file,
    count: Number(count),
    reason,
  }));
};

describe('raw SQL statements', () => {
  it('are counted file by file in the table of approved exceptions', async () => {
    const table = await readTable();

    expect(Object.fromEntries(table.map(({ file, count }) => [file, count]))).toEqual(
      await countInSources(),
    );
  });

  it('each have a reason why they stay raw SQL', async () => {
    expect((await readTable()).filter(({ reason }) => reason.length < 10)).toEqual([]);
  });
});

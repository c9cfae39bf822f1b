import { readdir } from 'node:fs/promises';
import { describe, expect, it } from '@jest/globals';

const FOLDER = new URL('../../console/src/i18n/en/', import.meta.url);

/** The keys of each part, in the order of the files. */
const listKeys = async (): Promise<string[]> => {
  const files = (await readdir(FOLDER)).filter((name) => name !== 'index.ts');
  const parts = await Promise.all(
    files.map(async (name): Promise<object[]> => {
      const part = (await import(new URL(name, FOLDER).href)) as Record<string, object>;
      return Object.values(part);
    }),
  );
  return parts.flat().flatMap((part) => Object.keys(part));
};

describe('the texts of the console', () => {
  it('define each key in one part only, because a duplicate would replace the first on every screen', async () => {
    const keys = await listKeys();

    expect(keys.length).toBeGreaterThan(500);
    expect(keys.filter((key, at) => keys.indexOf(key) < at)).toEqual([]);
  });
});

import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ParsedDocument } from '../../src/parsing/parsed-document.js';
import { parseDocument } from '../../src/parsing/parse-document.js';

export const samplePath = (name: string): string =>
  fileURLToPath(new URL(`../../demo/samples/${name}`, import.meta.url));

export const fixturePath = (name: string): string =>
  fileURLToPath(new URL(`../fixtures/${name}`, import.meta.url));

export const parseFile = async (path: string, filename = path): Promise<ParsedDocument> =>
  parseDocument({ bytes: await readFile(path), filename, chunkTokens: 400 });

/** Writes bytes to a file of their own for as long as the work lasts. */
export const withFile = async <T>(
  content: Buffer | string,
  work: (path: string) => Promise<T>,
): Promise<T> => {
  const folder = await mkdtemp(join(tmpdir(), 'parsing-'));
  const path = join(folder, 'upload');
  try {
    await writeFile(path, content);
    return await work(path);
  } finally {
    await rm(folder, { recursive: true });
  }
};

export const parseBytes = (content: Buffer | string, filename: string): Promise<ParsedDocument> =>
  withFile(content, (path) => parseFile(path, filename));

export const chapters = ({ chunks }: ParsedDocument): (string | null)[] => [
  ...new Set(chunks.map(({ chapter }) => chapter)),
];

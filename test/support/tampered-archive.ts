import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';

type Part = { path: string; sizeBytes: number; sha256: string };
type Rows = Part & { table: string; rows: number };
type Secret = Part & { name: string };
export type ManifestText = {
  tables: Rows[];
  tenants: { id: string; tables: Rows[]; files: Part & { count: number } }[];
  secrets: Secret[];
};
type Row = Record<string, string | null>;

/** An archive in the hands of somebody who knows how it is made: every hash fits what they have put into it. */
export const openTampered = (folder: string) => {
  const file = join(folder, 'manifest.json');
  const read = async () => JSON.parse(await readFile(file, 'utf8')) as ManifestText;
  const changeManifest = async (change: (manifest: ManifestText) => void): Promise<void> => {
    const manifest = await read();
    change(manifest);
    await writeFile(file, JSON.stringify(manifest));
  };
  const put = async (path: string, lines: readonly string[]): Promise<Part> => {
    const bytes = gzipSync(lines.map((line) => `${line}\n`).join(''));
    await writeFile(join(folder, path), bytes);
    return describe(path, bytes);
  };
  const linesOf = async (path: string): Promise<string[]> =>
    gunzipSync(await readFile(join(folder, path)))
      .toString()
      .split('\n')
      .slice(0, -1);
  return {
    changeManifest,
    /** Rows of the first tenant, as lines; a table that is not there is added. */
    changeLines: async (table: string, change: (lines: string[]) => string[]): Promise<void> => {
      const [tenant] = (await read()).tenants;
      const path = `tenants/${tenant?.id ?? ''}/${table}.jsonl.gz`;
      const isThere = tenant?.tables.some((rows) => rows.table === table) === true;
      const lines = change(isThere ? await linesOf(path) : []);
      const part = { ...(await put(path, lines)), table, rows: lines.length };
      await changeManifest(({ tenants: [changed] }) => {
        const others = changed?.tables.filter((rows) => rows.table !== table) ?? [];
        if (changed !== undefined) changed.tables = [...others, part];
      });
    },
    changeFiles: async (change: (lines: string[]) => string[]): Promise<void> => {
      const [tenant] = (await read()).tenants;
      const path = `tenants/${tenant?.id ?? ''}/files.jsonl.gz`;
      const part = await put(path, change(await linesOf(path)));
      await changeManifest(({ tenants: [changed] }) => {
        if (changed !== undefined) changed.files = { ...changed.files, ...part };
      });
    },
    /** Adds a file of a key that embedded installations keep. */
    addSecret: async (name: string, path: string, content: string): Promise<void> => {
      await writeFile(join(folder, path), content);
      await changeManifest(({ secrets }) => {
        secrets.push({ ...describe(path, Buffer.from(content)), name });
      });
    },
  };
};

const describe = (path: string, bytes: Buffer): Part => ({
  path,
  sizeBytes: bytes.byteLength,
  sha256: createHash('sha256').update(bytes).digest('hex'),
});

/** Changes the first row. */
export const changeRow =
  (change: (row: Row) => Row) =>
  ([line = '', ...others]: string[]): string[] => [
    JSON.stringify(change(JSON.parse(line) as Row)),
    ...others,
  ];

/** Adds a row like the first. */
export const addRow =
  (change: (row: Row) => Row) =>
  (lines: string[]): string[] => [
    ...lines,
    JSON.stringify(change(JSON.parse(lines[0] ?? '{}') as Row)),
  ];

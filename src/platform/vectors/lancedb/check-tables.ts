import { readdir } from 'node:fs/promises';
import { DimensionMismatch } from '../dimension-mismatch.js';
import { listTables } from './list-tables.js';
import { isStaleTable } from './table-layout.js';
import type { Tables } from './tables.js';

/** All tables of one fingerprint were made alike; each is checked again when it is opened. */
const MAX_CHECKED = 16;

/** Refuses a folder whose vectors have another length. Nothing is loaded where no table is; what cannot be read now is met again with its first use. */
export const checkTables = async (
  tables: Pick<Tables, 'database' | 'read'>,
  { directory, fingerprint }: { directory: string; fingerprint: string },
): Promise<void> => {
  const entries = await readdir(directory).catch(() => []);
  if (entries.length === 0) return;
  try {
    const names = await listTables(await tables.database());
    const own = names.filter((name) => name.includes(`_${fingerprint}_`));
    for (const name of own
      .filter((name) => !isStaleTable(name, fingerprint))
      .slice(0, MAX_CHECKED)) {
      await tables.read(name, async () => null);
    }
  } catch (error) {
    if (error instanceof DimensionMismatch) throw error;
  }
};

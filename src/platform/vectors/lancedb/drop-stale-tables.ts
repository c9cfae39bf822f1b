import { listTables } from './list-tables.js';
import { isMissing } from './open-tables.js';
import { isStaleTable } from './table-layout.js';
import type { Tables } from './tables.js';

/** Drops the tables of other fingerprints; what another process has dropped already is fine. */
export const dropStaleTables = async (tables: Tables, fingerprint: string): Promise<void> => {
  const names = await listTables(await tables.database());
  for (const name of names.filter((name) => isStaleTable(name, fingerprint))) {
    await tables.drop(name).catch((error: unknown) => {
      if (!isMissing(error)) throw error;
    });
  }
};

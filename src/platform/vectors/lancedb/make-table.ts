import type { Connector } from './connector.js';
import { createIndexes, toSchema, toTableName, type TableAddress } from './table-layout.js';

type Deps = { connector: Connector; dimensions: number | null };

const MAX_REMEMBERED = 256;

/** Makes a table with its indexes unless it is there, and remembers which ones are. */
export const createTableMaker = ({ connector, dimensions }: Deps) => {
  const ensured = new Set<string>();
  return {
    isEnsured: (name: string): boolean => ensured.has(name),
    forget: (name: string): boolean => ensured.delete(name),
    ensure: async (address: TableAddress): Promise<void> => {
      const { sdk, database } = await connector.get();
      const name = toTableName(address);
      const schema = toSchema(sdk, address.kind, dimensions);
      const table = await database.createEmptyTable(name, schema, { existOk: true });
      const indexes = await table.listIndices();
      // Also repairs a table whose maker died before the index was there.
      if (indexes.length === 0) await createIndexes(sdk, table, address.kind);
      table.close();
      if (ensured.size >= MAX_REMEMBERED) ensured.clear();
      ensured.add(name);
    },
  };
};

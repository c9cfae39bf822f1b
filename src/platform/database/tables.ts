import type pg from 'pg';

type Column = { name: string; type: string };

export type Table = {
  name: string;
  columns: readonly Column[];
  /** The column with the tenant of a row; null if the table's rows belong to no tenant. */
  tenantColumn: string | null;
  /** Row security hides its rows from sessions that name no tenant. */
  isSecured: boolean;
};

type Row = Omit<Table, 'tenantColumn'> & { references: readonly string[] };

/**
 * All tables of the database, each after those it refers to. Read from the catalogue, so that none can be forgotten. Leaves out unlogged
 * tables, which PostgreSQL empties after a crash.
 */
export const readTables = async (client: pg.Client): Promise<Table[]> => {
  const { rows } = await client.query<Row>(TABLES);
  return inOrder(rows).map(({ references: _references, ...table }) => ({
    ...table,
    tenantColumn: tenantColumnOf(table),
  }));
};

const TABLES = `
  SELECT c.relname AS name, c.relrowsecurity AS "isSecured",
    (SELECT json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) ORDER BY a.attnum)
     FROM pg_attribute a
     WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '') AS columns,
    array(SELECT r.relname::text FROM pg_constraint k JOIN pg_class r ON r.oid = k.confrelid
     WHERE k.conrelid = c.oid AND k.contype = 'f' AND k.confrelid <> c.oid) AS "references"
  FROM pg_class c
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
    AND c.relpersistence = 'p' AND c.relname <> '_prisma_migrations'
  ORDER BY c.relname`;

const inOrder = (rows: readonly Row[]): Row[] => {
  const ordered: Row[] = [];
  const placed = new Set<string>();
  while (ordered.length < rows.length) {
    const next = rows.filter(
      ({ name, references }) => !placed.has(name) && references.every((other) => placed.has(other)),
    );
    if (next.length === 0) throw new Error('Tables refer to each other in a circle.');
    for (const row of next) placed.add(row.name);
    ordered.push(...next);
  }
  return ordered;
};

const tenantColumnOf = ({ name, columns }: Pick<Row, 'name' | 'columns'>): string | null => {
  if (name === 'tenants') return 'id';
  return columns.some((column) => column.name === 'tenant_id') ? 'tenant_id' : null;
};

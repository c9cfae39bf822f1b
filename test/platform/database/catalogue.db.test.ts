import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { WITHOUT_ROW_SECURITY } from '../../../src/maintenance/isolation/repository.js';
import { createTestDatabase, queryAsOwner, type TestDatabase } from '../../support/database.js';

/** A table that is neither among these nor under row security fails this file. */
const PLATFORM_TABLES = [...WITHOUT_ROW_SECURITY, '_prisma_migrations'];

type TableFacts = {
  name: string;
  secured: boolean;
  forced: boolean;
  tenantNotNull: boolean | null;
  policies: string[];
  checks: string[];
  indexes: { firstColumn: string; unique: boolean }[];
};

const readCatalogue = (test: TestDatabase) =>
  queryAsOwner<TableFacts>(
    test,
    `SELECT c.relname AS name, c.relrowsecurity AS secured, c.relforcerowsecurity AS forced,
       (SELECT a.attnotnull FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'tenant_id') AS "tenantNotNull",
       array(SELECT coalesce(p.qual, '') FROM pg_policies p WHERE p.schemaname = 'public' AND p.tablename = c.relname) AS policies,
       array(SELECT coalesce(p.with_check, '') FROM pg_policies p WHERE p.schemaname = 'public' AND p.tablename = c.relname) AS checks,
       (SELECT json_agg(json_build_object('unique', i.indisunique, 'firstColumn', a.attname))
        FROM pg_index i JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = i.indkey[0]
        WHERE i.indrelid = c.oid) AS indexes
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname = 'public' AND c.relkind IN ('r', 'p', 'v', 'm', 'f') ORDER BY c.relname`,
  );

let test: TestDatabase;
let tables: TableFacts[];

beforeAll(async () => {
  test = await createTestDatabase();
  tables = await readCatalogue(test);
});

afterAll(() => test.destroy());

const owned = () => tables.filter(({ name }) => !PLATFORM_TABLES.includes(name));
const POLICY = "(tenant_id = (current_setting('app.tenant_id'::text))::uuid)";

describe('every table of the catalogue', () => {
  it('is on the list of platform tables or belongs to a tenant', () => {
    const names = tables.map(({ name }) => name);

    expect(names).toEqual(expect.arrayContaining(PLATFORM_TABLES));
    expect(owned().length).toBeGreaterThanOrEqual(14);
    expect(owned().filter(({ tenantNotNull }) => tenantNotNull !== true)).toEqual([]);
  });

  it('has row security enabled and forced if it belongs to a tenant', () => {
    expect(owned().filter(({ secured, forced }) => !secured || !forced)).toEqual([]);
  });

  it('has a single policy for both reading and writing', () => {
    const wrong = owned().filter(
      ({ policies, checks }) =>
        policies.length !== 1 || policies[0] !== POLICY || checks[0] !== POLICY,
    );

    expect(wrong).toEqual([]);
  });

  it('has only indexes whose first column is the tenant', () => {
    const wrong = owned().filter(
      ({ indexes }) =>
        indexes.length === 0 || indexes.some(({ firstColumn }) => firstColumn !== 'tenant_id'),
    );

    expect(wrong).toEqual([]);
  });
});

describe('the application role', () => {
  it('neither owns tables nor can bypass row security', async () => {
    const user = decodeURIComponent(new URL(test.url).username);
    const rows = await queryAsOwner(
      test,
      `SELECT r.rolname, r.rolsuper, r.rolbypassrls FROM pg_roles r
       WHERE pg_has_role($1, r.oid, 'MEMBER')
         AND (r.rolsuper OR r.rolbypassrls OR EXISTS (SELECT FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
           WHERE c.relowner = r.oid AND n.nspname = 'public'))`,
      [user],
    );

    expect(rows).toEqual([]);
  });

  it('can append audit entries but neither change nor delete them', async () => {
    const rows = await queryAsOwner<{ right: string; granted: boolean }>(
      test,
      `SELECT p AS right, has_table_privilege($1, 'audit_entries', p) AS granted
       FROM unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE']) p`,
      [decodeURIComponent(new URL(test.url).username)],
    );

    const granted = rows.filter((row) => row.granted).map(({ right }) => right);
    expect(granted).toEqual(['SELECT', 'INSERT']);
  });

  it('cannot switch row security off', async () => {
    const rows = await queryAsOwner<{ granted: boolean }>(
      test,
      `SELECT has_table_privilege($1, c.oid, 'TRUNCATE') OR has_table_privilege($1, c.oid, 'TRIGGER') AS granted
       FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = 'public' AND c.relkind = 'r'`,
      [decodeURIComponent(new URL(test.url).username)],
    );

    expect(rows.filter(({ granted }) => granted)).toEqual([]);
  });
});

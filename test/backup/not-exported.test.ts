import { readFile } from 'node:fs/promises';
import { describe, expect, it } from '@jest/globals';
import { NOT_EXPORTED } from '../../src/backup/back-up.js';
import { SECRETS } from '../../src/platform/database/models.js';

const SCHEMA = new URL('../../prisma/schema.prisma', import.meta.url);

/** The tables of the schema, by the names that models have in code. */
const readTables = async (): Promise<ReadonlyMap<string, string>> => {
  const text = await readFile(SCHEMA, 'utf8');
  const models = text.matchAll(/^model (\w)(\w*) \{\n(?:(?!^\}).)*?@@map\("(\w+)"\)/gms);
  return new Map(
    [...models].map(([, first = '', rest = '', table = '']) => [
      `${first.toLowerCase()}${rest}`,
      table,
    ]),
  );
};

describe('the export of a tenant', () => {
  it('includes no table that contains a secret', async () => {
    const tables = await readTables();

    const secret = Object.keys(SECRETS).map((model) => tables.get(model) ?? model);

    expect(secret.length).toBeGreaterThanOrEqual(7);
    expect(secret.filter((table) => !NOT_EXPORTED.includes(table))).toEqual([]);
  });
});

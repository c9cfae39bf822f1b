import { createHash } from 'node:crypto';

/** Past this many, statements go unnamed: each name is kept by every connection for as long as it lives. */
const MAX_NAMED_STATEMENTS = 400;

/** Named statements are parsed and planned once per connection. */
export const createStatementNamer = () => {
  const names = new Map<string, string>();
  return (sql: string): string => {
    const known = names.get(sql);
    if (known !== undefined) return known;
    if (names.size >= MAX_NAMED_STATEMENTS) return '';
    const name = createHash('sha1').update(sql).digest('base64url');
    names.set(sql, name);
    return name;
  };
};

export type StatementNamer = ReturnType<typeof createStatementNamer>;

import type { Connection } from './sdk.js';

const PAGE = 1_000;

/** All names, page by page. */
export const listTables = async (database: Connection): Promise<string[]> => {
  const names: string[] = [];
  for (;;) {
    const startAfter = names.at(-1);
    const page = await database.tableNames({
      limit: PAGE,
      ...(startAfter === undefined ? {} : { startAfter }),
    });
    names.push(...page);
    if (page.length < PAGE) return names;
  }
};

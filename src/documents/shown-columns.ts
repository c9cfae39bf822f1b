import { sql, type Sql } from '../platform/database/sql.js';
import type { Scope } from '../shared/scope.js';
import { opensContent } from '../tenancy/opens-content.js';

/** The size as `withholdContent` shows it, or less precise. */
export const shownSize = (scope: Scope): Sql =>
  sql`CASE WHEN ${opensContent(scope)} THEN d.size_bytes::bigint
    ELSE power(2, ceil(log(2, greatest(d.size_bytes, 1024)::numeric)))::bigint END`;

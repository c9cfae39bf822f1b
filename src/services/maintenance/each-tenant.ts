import { makeSystemScope } from '../../domain/make-scope.js';
import type { SystemScope } from '../../domain/scope.js';
import type { Database } from '../../ports/database/index.js';

const PAGE_SIZE = 100;

/** Every tenant's own background scope, one page of tenants in memory at a time. */
export async function* eachTenant(
  platform: Pick<Database['platform'], 'tenants'>,
): AsyncGenerator<SystemScope> {
  let after: string | undefined;
  do {
    const page = await platform.tenants.list({ limit: PAGE_SIZE, after });
    for (const { id } of page.items) yield makeSystemScope(id);
    after = page.nextAfter ?? undefined;
  } while (after !== undefined);
}

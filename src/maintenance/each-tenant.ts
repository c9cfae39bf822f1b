import { makeSystemScope } from '../shared/make-scope.js';
import type { SystemScope } from '../shared/scope.js';
import type { TenantStatus } from '../tenancy/index.js';
import type { Database } from './database.js';

const PAGE_SIZE = 100;

/** Does one chore; one that fails is logged, and the others go on. */
export type Attempt = (chore: string, work: () => Promise<unknown>) => Promise<void>;

/** Every tenant's own background scope with its status, one page of tenants in memory at a time. */
export async function* eachTenant(
  platform: Pick<Database['platform'], 'tenants'>,
): AsyncGenerator<{ scope: SystemScope; status: TenantStatus }> {
  let after: string | undefined;
  do {
    const page = await platform.tenants.list({ limit: PAGE_SIZE, after });
    for (const { id, status } of page.items) yield { scope: makeSystemScope(id), status };
    after = page.nextAfter ?? undefined;
  } while (after !== undefined);
}

import type { TenantId } from '../shared/ids.js';

/** Limits how much work each tenant may have in progress at once in this process; further work is skipped. */
export const createTenantPlaces = (perTenant: number) => {
  const taken = new Map<TenantId, number>();
  const change = (tenantId: TenantId, by: number): void => {
    const count = (taken.get(tenantId) ?? 0) + by;
    if (count === 0) taken.delete(tenantId);
    else taken.set(tenantId, count);
  };
  return {
    run: async (tenantId: TenantId, work: () => Promise<void>): Promise<void> => {
      if ((taken.get(tenantId) ?? 0) >= perTenant) return;
      change(tenantId, 1);
      try {
        await work();
      } finally {
        change(tenantId, -1);
      }
    },
  };
};

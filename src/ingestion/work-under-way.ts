import type { TenantId } from '../shared/ids.js';
import type { Lease, TaskRepository } from '../tasks/index.js';

type Deps = {
  tasks: Pick<TaskRepository, 'findHeld'>;
  /** If a tenant has more jobs running in this process, some have lost their lease, or no other tenant has any. */
  share: number;
};

type Job = { held: { lease: Lease; lose: () => void } | null };

export type UnderWay = {
  /** From here on the job's work ends by `lose` where its lease turns out to be lost. */
  hold: (lease: Lease, lose: () => void) => void;
};

/**
 * The jobs that this process works on, by tenant. A changed or removed document takes the lease of whoever reads it and counts as under way
 * no more, while the reading goes on until the lease is renewed: many such changes would take the places of all tenants.
 */
export const createWorkUnderWay = ({ tasks, share }: Deps) => {
  const byTenant = new Map<TenantId, Set<Job>>();
  const endLost = async (jobs: ReadonlySet<Job>): Promise<void> => {
    const held = [...jobs].flatMap((job) => job.held ?? []);
    const kept = new Set(await tasks.findHeld(held.map(({ lease }) => lease)));
    for (const { lease, lose } of held) if (!kept.has(lease)) lose();
  };
  return {
    /** Works on a job; before that, where the tenant has more than its share, what has lost its lease is ended. */
    run: async (tenantId: TenantId, work: (underWay: UnderWay) => Promise<void>): Promise<void> => {
      const jobs = byTenant.get(tenantId) ?? new Set();
      const job: Job = { held: null };
      byTenant.set(tenantId, jobs.add(job));
      try {
        // While the database is away nobody knows; the renewals go on asking.
        if (jobs.size > share) await endLost(jobs).catch(() => undefined);
        await work({ hold: (lease, lose) => void (job.held = { lease, lose }) });
      } finally {
        jobs.delete(job);
        if (jobs.size === 0) byTenant.delete(tenantId);
      }
    },
  };
};

import type { TenantId } from '../shared/ids.js';
import type { Lease, TaskRepository } from '../tasks/index.js';

type Deps = {
  tasks: Pick<TaskRepository, 'findHeld'>;
  /** If a tenant has more jobs than this in progress here, either some have lost their lease or no other tenant has any. */
  share: number;
};

type Job = { held: { lease: Lease; lose: () => void } | null };

export type UnderWay = {
  /** From here on, `lose` ends the job's work if its lease turns out to be lost. */
  hold: (lease: Lease, lose: () => void) => void;
};

/**
 * The jobs in progress in this process, by tenant. Changing or removing a document takes the lease from its job, which then no longer
 * counts as in progress, although reading continues until the lease is renewed: many such changes would occupy the slots of all tenants.
 */
export const createWorkUnderWay = ({ tasks, share }: Deps) => {
  const byTenant = new Map<TenantId, Set<Job>>();
  const endLost = async (jobs: ReadonlySet<Job>): Promise<void> => {
    const held = [...jobs].flatMap((job) => job.held ?? []);
    const kept = new Set(await tasks.findHeld(held.map(({ lease }) => lease)));
    for (const { lease, lose } of held) if (!kept.has(lease)) lose();
  };
  return {
    /** Works on a job; first, if the tenant exceeds its share, jobs that lost their lease are ended. */
    run: async (tenantId: TenantId, work: (underWay: UnderWay) => Promise<void>): Promise<void> => {
      const jobs = byTenant.get(tenantId) ?? new Set();
      const job: Job = { held: null };
      byTenant.set(tenantId, jobs.add(job));
      try {
        // While the database is unavailable this cannot be determined; lease renewals keep asking.
        if (jobs.size > share) await endLost(jobs).catch(() => undefined);
        await work({ hold: (lease, lose) => void (job.held = { lease, lose }) });
      } finally {
        jobs.delete(job);
        if (jobs.size === 0) byTenant.delete(tenantId);
      }
    },
  };
};

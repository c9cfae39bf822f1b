import type { ChatAnswer } from '../../src/workflow/chat.js';
import { TenantPolicy } from '../../src/tenancy/schema.js';
import { createWorkbench, type Workbench } from './workbench.js';
import type { UserChanges } from '../../src/tenancy/schema.js';

/** A workbench with what nearly every scenario starts from: a tenant with these switches and a user with this profile. */
export const createScenario = async () => {
  const bench = await createWorkbench();
  return {
    ...bench,
    house: async ({
      policy = {},
      profile = {},
    }: { policy?: Partial<TenantPolicy>; profile?: UserChanges } = {}) => {
      const tenant = await bench.test.tenant();
      await bench.test.database.withScope(tenant.system, async (tx) => {
        await tx.settings.update({ policy: TenantPolicy.parse(policy) });
        await tx.users.update(tenant.member.userId, profile);
      });
      return tenant;
    },
  };
};

export type Scenario = Awaited<ReturnType<typeof createScenario>>;

export const nodesOf = (answer: ChatAnswer): string[] =>
  answer.timings.nodes.map(({ node }) => node);

export const receiptOf = async (
  { test }: Workbench,
  scope: Parameters<Workbench['test']['database']['withScope']>[0],
  { executionId }: ChatAnswer,
) => {
  const stored = await test.database.withScope(scope, (tx) => tx.executions.find(executionId));
  if (!stored) throw new Error('The turn was not stored.');
  return stored;
};

/** Resolves for all who wait once this many do: they were all on their way at the same time. */
export const createMeeting = (count: number): (() => Promise<void>) => {
  let arrived = 0;
  let open: () => void = () => undefined;
  const everybody = new Promise<void>((resolve) => {
    open = resolve;
  });
  return () => {
    arrived += 1;
    if (arrived === count) open();
    return everybody;
  };
};

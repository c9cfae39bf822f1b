import type { UserScope } from '../shared/scope.js';
import type { TenantPolicy, TenantQuotas, TenantSettings } from './tenant.js';
import type { Database } from './database.js';
import { createLockOrConflict } from './lock-or-conflict.js';

type Deps = { database: Pick<Database, 'withScope' | 'withLock'> };

type Changes<Whole> = { [Field in keyof Whole]?: Whole[Field] | undefined };

type PolicyChanges = Changes<Omit<TenantPolicy, 'quotas'>> & {
  quotas?: Changes<TenantQuotas> | undefined;
};

type SettingsChanges = {
  name?: string | undefined;
  systemPrompt?: string | null | undefined;
  policy?: PolicyChanges | undefined;
};

export type Settings = {
  get(scope: UserScope): Promise<TenantSettings>;
  /** Fields that are not named keep their value; named tools join those that are set. */
  update(scope: UserScope, changes: SettingsChanges): Promise<TenantSettings>;
};

export const createSettings = ({ database }: Deps): Settings => ({
  get: (scope) => database.withScope(scope, (tx) => tx.settings.get()),
  update: (scope, changes) =>
    createLockOrConflict({ database })(settingsLock(scope), () =>
      database.withScope(scope, async (tx) => {
        const { policy } = await tx.settings.get();
        const updated = await tx.settings.update({
          ...(changes.name === undefined ? {} : { name: changes.name }),
          ...(changes.systemPrompt === undefined ? {} : { systemPrompt: changes.systemPrompt }),
          ...(changes.policy === undefined ? {} : { policy: applyPolicy(policy, changes.policy) }),
        });
        await tx.audit.append({
          actorId: scope.userId,
          action: changes.policy === undefined ? 'tenant.update' : 'policy.update',
          subjectId: scope.tenantId,
          result: 'ok',
        });
        return updated;
      }),
    ),
});

// Reading and writing back a whole policy must not lose what another admin changes meanwhile.
const settingsLock = ({ tenantId }: UserScope): string => `tenant-settings/${tenantId}`;

const applyPolicy = (policy: TenantPolicy, changes: PolicyChanges): TenantPolicy => ({
  groundedOnly: changes.groundedOnly ?? policy.groundedOnly,
  tools: { ...policy.tools, ...changes.tools },
  dropUnsupportedCitations: changes.dropUnsupportedCitations ?? policy.dropUnsupportedCitations,
  memberUploads: changes.memberUploads ?? policy.memberUploads,
  maxAgentIterations:
    changes.maxAgentIterations === undefined
      ? policy.maxAgentIterations
      : changes.maxAgentIterations,
  memoryTtlDays: changes.memoryTtlDays === undefined ? policy.memoryTtlDays : changes.memoryTtlDays,
  quotas: applyQuotas(policy.quotas, changes.quotas ?? {}),
});

/** Null lifts a quota; absent, it stays. */
const applyQuotas = (quotas: TenantQuotas, changes: Changes<TenantQuotas>): TenantQuotas => {
  const { questionsPerDay, tokensPerMonth, documents, storageBytes } = changes;
  return {
    questionsPerDay: questionsPerDay === undefined ? quotas.questionsPerDay : questionsPerDay,
    tokensPerMonth: tokensPerMonth === undefined ? quotas.tokensPerMonth : tokensPerMonth,
    documents: documents === undefined ? quotas.documents : documents,
    storageBytes: storageBytes === undefined ? quotas.storageBytes : storageBytes,
  };
};

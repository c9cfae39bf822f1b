import type { SessionRecord } from '../../src/conversations/schema.js';
import { DEFAULT_TENANT_LIMITS } from '../../src/tenancy/limits.js';
import { TenantPolicy } from '../../src/tenancy/schema.js';
import type { UserRecord } from '../../src/tenancy/schema.js';
import type { Database, ScopedRepositories } from '../../src/compose/repositories.js';
import { sampleAssistant, sampleUser } from '../../test/fakes/samples.js';

const at = new Date(0);

const session = (id: SessionRecord['id']): SessionRecord => ({
  id,
  title: null,
  status: 'open',
  language: null,
  createdAt: at,
  lastActivityAt: at,
  pinnedAt: null,
});

type Used = { [Name in keyof ScopedRepositories]?: Partial<ScopedRepositories[Name]> };

/** Answers what a turn asks for at once and keeps nothing: what is left is the turn's own cost. */
export const createMemoryDatabase = (): Pick<Database, 'withScope'> => {
  const settings = { name: 'Bench', systemPrompt: null, policy: TenantPolicy.parse({}) };
  const repositories: Used = {
    users: { asking: async (id: UserRecord['id']) => sampleUser({ id }) },
    settings: { get: async () => settings },
    assistants: { findDefault: async () => sampleAssistant() },
    quotas: {
      limits: async () => DEFAULT_TENANT_LIMITS,
      spent: async () => ({
        questionsToday: 0,
        tokensThisMonth: 0,
        dayEndsInSec: 1,
        monthEndsInSec: 1,
      }),
      count: async () => 0,
      recent: { get: () => undefined, set: () => undefined },
    },
    sessions: {
      create: async ({ id }: { id: SessionRecord['id'] }) => session(id),
      startTurn: async () => undefined,
    },
    documents: { languages: async () => ({ languages: ['en'], readyDocuments: 2 }) },
    executions: { finish: async () => undefined },
  };
  // A turn uses no other repository; one that did would fail at once.
  const tx = repositories as ScopedRepositories;
  return { withScope: (_scope, work) => work(tx) };
};

import type { Database as OpenDatabase } from '../platform/database/database.js';
import { AppError, orNotFound } from '../shared/errors.js';
import { AssistantId, newId } from '../shared/ids.js';
import type { Page, PageRequest } from '../shared/page.js';
import type { UserScope } from '../shared/scope.js';
import type { Database, ScopedRepositories } from './database.js';
import type { Assistant, AssistantChanges, NewAssistant } from './schema.js';

/** Each is created by hand for people to choose from. */
export const MAX_ASSISTANTS = 200;

export type Assistants = ReturnType<typeof createManage>;

type Deps = { database: Pick<Database, 'withScope'> };

/** Manages the tenant's assistants for admins, and finds one by id or slug for anyone who asks. */
export const createAssistants = (deps: Deps) => ({
  assistants: createManage(deps),
  chooseAssistant: createChooseAssistant(deps),
});

const createManage = ({ database }: Deps) => ({
  list: (scope: UserScope, page: PageRequest): Promise<Page<Assistant>> =>
    database.withScope(scope, (tx) => tx.assistants.list(page)),
  create: (scope: UserScope, assistant: Omit<NewAssistant, 'id'>): Promise<Assistant> =>
    database.withScope(scope, async (tx) => {
      await requireUsable(tx, assistant);
      if ((await tx.assistants.count()) >= MAX_ASSISTANTS) {
        throw new AppError('quota_exceeded', `A tenant has at most ${MAX_ASSISTANTS} assistants.`);
      }
      const created = await tx.assistants.create({ ...assistant, id: newId(AssistantId) });
      await note(tx, scope, { action: 'assistant.create', id: created.id });
      return created;
    }),
  update: (scope: UserScope, name: string, changes: AssistantChanges): Promise<Assistant> =>
    database.withScope(scope, async (tx) => {
      const { id } = orNotFound(await tx.assistants.find(name));
      await requireUsable(tx, changes);
      const updated = await tx.assistants.update(id, changes);
      await note(tx, scope, { action: 'assistant.update', id });
      return updated;
    }),
  delete: (scope: UserScope, name: string): Promise<void> =>
    database.withScope(scope, async (tx) => {
      const { id, isDefault } = orNotFound(await tx.assistants.find(name));
      if (isDefault) {
        throw new AppError(
          'conflict',
          'The default assistant cannot be deleted: change it instead.',
        );
      }
      await tx.assistants.delete(id);
      await note(tx, scope, { action: 'assistant.delete', id });
    }),
});

/** The named assistant, or the default: its current state, even if it is changed while it answers. */
export const createChooseAssistant =
  ({
    database,
  }: {
    database: Pick<OpenDatabase<Pick<ScopedRepositories, 'assistants'>>, 'withScope'>;
  }) =>
  (scope: UserScope, name: string | undefined): Promise<Assistant> =>
    database.withScope(scope, async (tx) =>
      orNotFound(
        name === undefined ? await tx.assistants.findDefault() : await tx.assistants.find(name),
      ),
    );

export type ChooseAssistant = ReturnType<typeof createChooseAssistant>;

const requireUsable = async (
  tx: Pick<ScopedRepositories, 'collections'>,
  { filter }: Pick<AssistantChanges, 'filter'>,
): Promise<void> => {
  if (filter) await tx.collections.requireUsable(filter);
};

type Action = `assistant.${'create' | 'update' | 'delete'}`;

const note = (
  tx: Pick<ScopedRepositories, 'audit'>,
  { userId: actorId }: UserScope,
  { action, id }: { action: Action; id: AssistantId },
): Promise<void> => tx.audit.append({ actorId, action, subjectId: id });

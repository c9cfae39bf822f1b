import { z } from 'zod';
import { sharedRoute, type Route } from '../http/index.js';
import type { Database as OpenDatabase } from '../platform/database/database.js';
import { fieldsRefused } from '../shared/errors.js';
import { ModelName, type NamedModel } from '../shared/model-choice.js';
import { mayUseModel } from '../shared/permissions.js';
import type { UserScope } from '../shared/scope.js';
import type { ScopedRepositories } from './database.js';

type Deps = {
  database: Pick<OpenDatabase<Pick<ScopedRepositories, 'settings'>>, 'withScope'>;
  models: readonly NamedModel[];
};

export type NamedModels = ReturnType<typeof createNamedModels>;

/** Lists the operator's models, and those that a tenant lets its users choose for a question. */
export const createNamedModels = ({ database, models }: Deps) => {
  const open = async (scope: UserScope): Promise<NamedModel[]> => {
    // A model may be expensive, so only callers who may use the model for other tasks can choose one.
    if (models.length === 0 || !mayUseModel(scope)) return [];
    const { policy } = await database.withScope(scope, (tx) => tx.settings.get());
    return models.filter(({ name }) => policy.models.includes(name));
  };
  return {
    /** The list for the operator, who has no tenant. */
    all: models.map((model) => ({ ...model, isOpen: null })),
    /** The models that the caller may choose. */
    open,
    /** All models; `isOpen` says whether the caller may choose one. */
    list: async (scope: UserScope): Promise<(NamedModel & { isOpen: boolean })[]> => {
      const names = new Set((await open(scope)).map(({ name }) => name));
      return models.map((model) => ({ ...model, isOpen: names.has(model.name) }));
    },
    /** Rejects a model that the caller may not choose with `validation_failed`. */
    require: async (scope: UserScope, name: string | undefined): Promise<void> => {
      if (name === undefined) return;
      const known = (await open(scope)).map((model) => model.name);
      if (known.includes(name)) return;
      const message =
        known.length === 0
          ? "cannot be chosen: this tenant's policy lists no models"
          : `must be one of ${known.join(', ')}`;
      throw fieldsRefused([{ path: 'model', message }]);
    },
  };
};

/** Rejects a name that the operator has not configured with `validation_failed`. */
export const requireModel = (
  name: string | null | undefined,
  models: readonly NamedModel[],
): void => {
  if (name == null || models.some((model) => model.name === name)) return;
  const names = models.map((model) => model.name).join(', ');
  const message = names === '' ? 'no model is set up here' : `must be one of ${names}`;
  throw fieldsRefused([{ path: 'model', message }]);
};

const Listed = z
  .object({
    name: ModelName,
    model: z.string().describe('The model name that is sent to the endpoint.'),
    isOpen: z
      .boolean()
      .nullable()
      .describe(
        "True if questions may choose it: the tenant's policy lists it. Null for the operator.",
      ),
  })
  .meta({ id: 'NamedModel' });

const ListedModels = z.object({ items: z.array(Listed) }).meta({ id: 'NamedModelList' });

export const createNamedModelRoutes = ({ namedModels }: { namedModels: NamedModels }): Route[] => [
  sharedRoute({
    method: 'get',
    path: '/v1/models',
    operationId: 'listModels',
    tag: 'assistants',
    summary:
      'List the language models: all of them for admins and the operator, otherwise those the caller may choose',
    roles: ['operator', 'admin', 'member'],
    permission: 'chat',
    openTo: 'applications',
    responses: { 200: { description: 'In the order of the settings', schema: ListedModels } },
    answer: async ({ caller }) => {
      if (caller.kind === 'operator') return { items: namedModels.all };
      const { scope } = caller;
      const items = await namedModels.list(scope);
      const isAdmin = scope.role === 'admin' && scope.permissions.includes('admin');
      return { items: isAdmin ? items : items.filter(({ isOpen }) => isOpen) };
    },
  }),
];

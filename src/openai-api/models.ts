import { z } from 'zod';
import type { Assistant, ChooseAssistant, NamedModels } from '../assistants/index.js';
import { userRoute, type Route } from '../http/index.js';
import { AppError, isAppError } from '../shared/errors.js';
import type { Page, PageRequest } from '../shared/page.js';
import { mayUseModel } from '../shared/permissions.js';
import { toStorableText } from '../shared/storable-text.js';
import type { UserScope } from '../shared/scope.js';
import { OPENAI_BASE, OPENAI_DIALECT } from './dialect.js';

export type ModelDeps = {
  assistants: { list: (scope: UserScope, page: PageRequest) => Promise<Page<Assistant>> };
  chooseAssistant: ChooseAssistant;
  namedModels: Pick<NamedModels, 'open'>;
};

/** An assistant, or the same without documents, for titles and tasks of chat programs. */
export type ChosenModel = {
  assistant: Assistant;
  isPlain: boolean;
  /** The name of the language model that answers; undefined: the assistant's. */
  model: string | undefined;
};

const OpenAiModel = z
  .object({
    id: z.string(),
    object: z.literal('model'),
    created: z.int(),
    owned_by: z.string(),
    name: z.string(),
    description: z.string().nullable(),
  })
  .meta({ id: 'OpenAiModel' });
type OpenAiModel = z.infer<typeof OpenAiModel>;

const ModelList = z
  .object({ object: z.literal('list'), data: z.array(OpenAiModel) })
  .meta({ id: 'OpenAiModelList' });

const PLAIN = ':plain';
/** Separates the assistant from the language model in `ASSISTANT@NAME`. */
const BY = '@';
/** A tenant cannot have more assistants. */
const MAX_ASSISTANTS = 200;
const tag = 'openai';
const dialect = OPENAI_DIALECT;

/**
 * Lists each assistant as a model; additionally as `:plain` for callers who may use the language model without documents, and as `@NAME`
 * for each language model that the caller may choose.
 */
export const createModelRoutes = ({ assistants, ...choosing }: ModelDeps): Route[] => [
  userRoute({
    method: 'get',
    path: `${OPENAI_BASE}/models`,
    operationId: 'listOpenAiModels',
    tag,
    summary: 'List the assistants that the key may ask, as models',
    permission: 'chat',
    openTo: 'pages',
    dialect,
    // Clients send arbitrary parameters, such as `?limit=`.
    query: z.looseObject({}),
    responses: { 200: { description: 'The default assistant first', schema: ModelList } },
    answer: async ({ scope }): Promise<z.infer<typeof ModelList>> => {
      const { items } = await assistants.list(scope, { limit: MAX_ASSISTANTS });
      const ordered = items.toSorted(
        (one, other) => Number(other.isDefault) - Number(one.isDefault),
      );
      const open = await choosing.namedModels.open(scope);
      const toModels = (one: Assistant): OpenAiModel[] => [
        toModel(one),
        ...(mayUseModel(scope) ? [toPlain(one)] : []),
        ...open.map(({ name }) => toAnswered(one, name)),
      ];
      return { object: 'list', data: ordered.flatMap(toModels) };
    },
  }),
  userRoute({
    method: 'get',
    path: `${OPENAI_BASE}/models/:id`,
    operationId: 'getOpenAiModel',
    tag,
    summary: 'Read an assistant as a model',
    permission: 'chat',
    openTo: 'pages',
    dialect,
    params: z.strictObject({ id: z.string().overwrite(toStorableText) }),
    responses: { 200: { description: 'The model', schema: OpenAiModel } },
    answer: async ({ scope, params: { id } }) => {
      const { assistant, isPlain, model } = await chooseModel(scope, id, choosing);
      if (model !== undefined) return toAnswered(assistant, model);
      return isPlain ? toPlain(assistant) : toModel(assistant);
    },
  }),
];

const SLUG = /^[a-z0-9-]{1,64}$/;

/** The assistant named by a model id; `not_found` with a sentence that says where the ids are listed. */
export const chooseModel = async (
  scope: UserScope,
  id: string,
  { chooseAssistant, namedModels }: Pick<ModelDeps, 'chooseAssistant' | 'namedModels'>,
): Promise<ChosenModel> => {
  const isPlain = id.endsWith(PLAIN);
  const [name = '', model, ...others] = (isPlain ? id.slice(0, -PLAIN.length) : id).split(BY);
  if (!SLUG.test(name) || others.length > 0) throw noModel();
  if (model !== undefined) {
    const open = isPlain ? [] : await namedModels.open(scope);
    if (!open.some((one) => one.name === model)) throw noModel();
  }
  try {
    return { assistant: await chooseAssistant(scope, name), isPlain, model };
  } catch (error) {
    throw isAppError(error) && error.code === 'not_found' ? noModel() : error;
  }
};

const noModel = (): AppError =>
  new AppError(
    'not_found',
    `There is no such model: GET ${OPENAI_BASE}/models lists those that this key may ask.`,
    { errors: [{ path: 'model', message: 'is not known' }] },
  );

const toModel = ({ slug, name, description, createdAt }: Assistant): OpenAiModel => ({
  id: slug,
  object: 'model',
  owned_by: 'knowledge-router',
  name,
  description,
  created: Math.floor(createdAt.getTime() / 1000),
});

const toAnswered = (assistant: Assistant, model: string): OpenAiModel => ({
  ...toModel(assistant),
  id: `${assistant.slug}${BY}${model}`,
  name: `${assistant.name} (${model})`,
});

const toPlain = (assistant: Assistant): OpenAiModel => ({
  ...toModel(assistant),
  id: `${assistant.slug}${PLAIN}`,
  name: `${assistant.name} (plain)`,
  description: 'Without documents: for titles, tags and other tasks of chat programs.',
});

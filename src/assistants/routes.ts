import { z } from 'zod';
import { changes, createsById, userRoute, type Route } from '../http/index.js';
import { SUPPORTED_LANGUAGES } from '../language/index.js';
import { allOf, DocumentFilter, fromPlain, PlainFilter } from '../shared/document-filter.js';
import { AssistantId } from '../shared/ids.js';
import type { NamedModel } from '../shared/model-choice.js';
import type { UserScope } from '../shared/scope.js';
import { promptField, requireTools, toolNamesField } from '../tenancy/index.js';
import type { Assistants, ChooseAssistant } from './assistants.js';
import { createNamedModelRoutes, requireModel, type NamedModels } from './named-models.js';
import { Assistant, AssistantSlug, AssistantSummary } from './schema.js';
import { ListQuery, listOf, readList } from '../shared/lists.js';

export type AssistantDeps = {
  assistants: Assistants;
  chooseAssistant: ChooseAssistant;
  /** The names of all tools: an assistant can name no other. */
  toolNames: readonly string[];
  /** The configured chat endpoints. */
  models: readonly NamedModel[];
  namedModels: NamedModels;
};

const Summary = AssistantSummary.meta({ id: 'AssistantSummary' });
const language = z
  .enum(SUPPORTED_LANGUAGES)
  .nullable()
  .describe('Null: the language of the question.');
const Whole = Assistant.extend({ language }).meta({ id: 'Assistant' });
/** Prompts and other settings of an assistant are only for people who edit it. */
const Shown = z.union([Whole, Summary]);

const params = z.strictObject({
  id: z
    .string()
    .regex(/^[a-z0-9-]{1,64}$/)
    .describe('Its id or its slug.'),
});
const tag = 'assistants';
const read = { permission: 'chat', openTo: 'applications', tag } as const;
const write = { roles: ['admin'], permission: 'admin', tag } as const;

const name = z.string().trim().min(1).max(200);
const description = z.string().trim().min(1).max(2000).nullable();

const fields = {
  prompt: promptField.nullable(),
  tools: toolNamesField.nullable().describe("Of the tenant's tools, those it has; null: all."),
  filter: DocumentFilter.nullable().describe('It answers only from these documents.'),
  citationStyle: Assistant.shape.citationStyle,
  language,
  answerLength: Assistant.shape.answerLength,
  model: Assistant.shape.model,
  temperature: Assistant.shape.temperature,
  maxTokens: Assistant.shape.maxTokens,
  reasoningEffort: Assistant.shape.reasoningEffort,
};
const collectionIds = PlainFilter.shape.collectionIds.describe(
  'It answers from the documents of these alone; with a filter, from those that both let through.',
);

const New = z
  .strictObject({
    slug: AssistantSlug,
    name,
    description: description.default(null),
    prompt: fields.prompt.default(null),
    tools: fields.tools.default(null),
    collectionIds,
    filter: fields.filter.default(null),
    citationStyle: fields.citationStyle.default(null),
    language: fields.language.default(null),
    answerLength: fields.answerLength.default(null),
    model: fields.model.default(null),
    temperature: fields.temperature.default(null),
    maxTokens: fields.maxTokens.default(null),
    reasoningEffort: fields.reasoningEffort.default(null),
  })
  .meta({ id: 'NewAssistant' });

const Changes = changes({
  slug: AssistantSlug.optional(),
  name: name.optional(),
  description: description.optional(),
  prompt: fields.prompt.optional(),
  tools: fields.tools.optional(),
  collectionIds,
  filter: fields.filter
    .optional()
    .describe('Together with `collectionIds`, replaces the previous filter.'),
  citationStyle: fields.citationStyle.optional(),
  language: fields.language.optional(),
  answerLength: fields.answerLength.optional(),
  model: fields.model.optional(),
  temperature: fields.temperature.optional(),
  maxTokens: fields.maxTokens.optional(),
  reasoningEffort: fields.reasoningEffort.optional(),
}).meta({ id: 'AssistantChanges' });

export const createAssistantRoutes = (deps: AssistantDeps): Route[] => [
  ...createReadRoutes(deps),
  ...createNewRoutes(deps),
  ...createChangeRoutes(deps),
  ...createNamedModelRoutes(deps),
];

const createReadRoutes = ({ assistants, chooseAssistant }: AssistantDeps): Route[] => [
  userRoute({
    method: 'get',
    path: '/v1/assistants',
    operationId: 'listAssistants',
    summary: 'List the assistants that the caller may ask',
    ...read,
    query: ListQuery,
    responses: { 200: { description: 'Newest first', schema: listOf(Shown, 'AssistantList') } },
    answer: ({ scope, query }) =>
      readList({ list: 'assistants', scope }, query, async (page) => {
        const { items, nextAfter } = await assistants.list(scope, page);
        return { items: items.map((one) => toView(scope, one)), nextAfter };
      }),
  }),
  userRoute({
    method: 'get',
    path: '/v1/assistants/:id',
    operationId: 'getAssistant',
    summary: 'Read an assistant: administrators all of it, others its name and description',
    ...read,
    params,
    responses: { 200: { description: 'The assistant', schema: Shown } },
    answer: async ({ scope, params: { id } }) => toView(scope, await chooseAssistant(scope, id)),
  }),
];

const createNewRoutes = ({
  assistants,
  chooseAssistant,
  toolNames,
  models,
}: AssistantDeps): Route[] => [
  userRoute({
    method: 'post',
    path: '/v1/assistants',
    operationId: 'createAssistant',
    errors: ['not_found', 'conflict', 'quota_exceeded'],
    example: {
      slug: 'travel',
      name: 'Travel desk',
      description: 'Answers what may be booked.',
      prompt: 'Name the rule that you rest on.',
      tools: ['rag_search'],
      answerLength: 'short',
    },
    summary: 'Create an assistant',
    ...write,
    body: New,
    creates: createsById(AssistantId, chooseAssistant),
    responses: { 201: { description: 'Created', schema: Whole } },
    answer: ({ scope, body: { collectionIds: ids, filter, ...assistant } }) => {
      requireTools(assistant.tools ?? [], { path: 'tools', known: toolNames });
      requireModel(assistant.model, models);
      const both = allOf(fromPlain({ collectionIds: ids }), filter);
      return assistants.create(scope, { ...assistant, filter: both });
    },
  }),
];

const createChangeRoutes = ({ assistants, toolNames, models }: AssistantDeps): Route[] => [
  userRoute({
    method: 'patch',
    path: '/v1/assistants/:id',
    operationId: 'updateAssistant',
    errors: ['conflict'],
    example: { name: 'Travel', prompt: null },
    summary: 'Change an assistant; turns in progress keep the old settings',
    ...write,
    params,
    body: Changes,
    responses: { 200: { description: 'The changed assistant', schema: Whole } },
    answer: ({ scope, params: { id }, body: { collectionIds: ids, filter, ...others } }) => {
      requireTools(others.tools ?? [], { path: 'tools', known: toolNames });
      requireModel(others.model, models);
      const isFiltered = ids !== undefined || filter !== undefined;
      const both = allOf(fromPlain({ collectionIds: ids }), filter);
      return assistants.update(scope, id, { ...others, ...(isFiltered && { filter: both }) });
    },
  }),
  userRoute({
    method: 'delete',
    path: '/v1/assistants/:id',
    operationId: 'deleteAssistant',
    errors: ['conflict'],
    summary: 'Delete an assistant, except the default one',
    ...write,
    params,
    responses: { 204: { description: 'Deleted' } },
    answer: ({ scope, params: { id } }) => assistants.delete(scope, id),
  }),
];

const toView = ({ permissions, role }: UserScope, assistant: Assistant): z.input<typeof Shown> => {
  if (role === 'admin' && permissions.includes('admin')) return assistant;
  const { id, slug, description: told, isDefault } = assistant;
  return { id, slug, name: assistant.name, description: told, isDefault };
};

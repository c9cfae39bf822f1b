import { z } from 'zod';
import { SourceName, SourcePath } from '../documents/index.js';
import { Visibility } from '../documents/schema.js';
import { changes, userRoute, type Route } from '../http/index.js';
import { CollectionId, SourceId, SourceRunId, UserId } from '../shared/ids.js';
import { ListQuery, listOf, listQueryFields, readList } from '../shared/lists.js';
import {
  ItemCounts,
  ItemRecord,
  ItemState,
  PausedReason,
  RunRecord,
  SourceRecord,
  SourceSettings,
  VisibilityRule,
} from './schema.js';
import { KIND_NAMES } from './kinds/index.js';
import type { Sources } from './sources.js';

export type SourceDeps = { sources: Sources };

const Run = RunRecord.extend({
  reason: z
    .string()
    .nullable()
    .describe(
      '`many_gone`: an admin has to confirm it; of one that failed: `unreachable`, `refused`, `too_many_items` or `cut_short`; of one that goes on by itself: `quota_exceeded` or `insufficient_storage`.',
    ),
  listed: z.int().describe('Files that it has seen so far.'),
  findings: RunRecord.shape.findings.describe(
    'Up to 100 things that are no file that could be read, such as symbolic links.',
  ),
  listedAt: z.date().nullable().describe('When it had seen all that there is.'),
}).meta({ id: 'SourceRun' });

const Source = SourceRecord.extend({
  ownerId: UserId.describe('Who made it: its documents are theirs.'),
  pausedReason: PausedReason.nullable().describe('Null while it runs as planned.'),
  failures: z.int().describe('Runs that failed since the last one that did not.'),
  nextRunAt: z.date().nullable().describe('Null: when somebody asks for it, or while one runs.'),
  items: ItemCounts.describe('Its files by state.'),
  lastRun: Run.nullable(),
}).meta({ id: 'Source' });

const Item = ItemRecord.pick({
  path: true,
  sizeBytes: true,
  visibility: true,
  state: true,
  reason: true,
  documentId: true,
  readAt: true,
  goneAt: true,
}).meta({ id: 'SourceItem' });

const MAX_RULES = 200;
const MAX_MINUTES = 60 * 24 * 31;
const rules = z
  .array(
    VisibilityRule.extend({ path: SourcePath.describe('A folder or a file below the source.') }),
  )
  .max(MAX_RULES)
  .describe('The longest path that matches decides.');
const visibility = Visibility.describe('Of files that no rule names.');
const settings = SourceSettings.describe(
  'As the kind asks: of `folder` its absolute `path` on the server.',
);
const collectionId = CollectionId.nullable().describe(
  'A collection that its documents are put into.',
);
const everyMinutes = z
  .int()
  .min(5)
  .max(MAX_MINUTES)
  .nullable()
  .describe('How often it runs; null: when somebody asks for it.');
const graceDays = z
  .int()
  .min(0)
  .max(365)
  .describe('So long what is gone is kept, seen by nobody, and comes back unchanged.');

const NewSource = z
  .strictObject({
    name: SourceName.describe('The `source` of its documents.'),
    kind: z.enum(KIND_NAMES as [string, ...string[]]),
    settings,
    visibility: visibility.default('private'),
    rules: rules.default([]),
    collectionId: collectionId.default(null),
    everyMinutes: everyMinutes.default(60),
    graceDays: graceDays.default(7),
  })
  .meta({ id: 'NewSource' });

const Report = z
  .object({
    canRun: z.boolean(),
    checks: z.array(z.object({ name: z.string(), ok: z.boolean(), message: z.string() })),
    sample: z.array(z.string()).describe('The first paths that a run would list.'),
  })
  .meta({ id: 'SourceReport' });

const params = z.strictObject({ id: SourceId });
const managed = { roles: ['admin'], permission: 'admin', tag: 'sources' } as const;

export const createSourceRoutes = (deps: SourceDeps): Route[] => [
  ...createReadRoutes(deps),
  ...createChangeRoutes(deps),
  ...createRunRoutes(deps),
];

const createReadRoutes = ({ sources }: SourceDeps): Route[] => [
  userRoute({
    method: 'get',
    path: '/v1/sources',
    operationId: 'listSources',
    summary: 'List the sources that documents come from',
    ...managed,
    query: ListQuery,
    responses: { 200: { description: 'Newest first', schema: listOf(Source, 'SourceList') } },
    answer: ({ scope, query }) =>
      readList({ list: 'sources', scope }, query, (page) => sources.list(scope, page)),
  }),
  userRoute({
    method: 'get',
    path: '/v1/sources/:id',
    operationId: 'getSource',
    summary: 'Read a source with its last run',
    ...managed,
    params,
    responses: { 200: { description: 'The source', schema: Source } },
    answer: ({ scope, params: { id } }) => sources.get(scope, id),
  }),
  userRoute({
    method: 'get',
    path: '/v1/sources/:id/runs',
    operationId: 'listSourceRuns',
    summary: 'List the last 100 runs of a source',
    ...managed,
    params,
    query: ListQuery,
    responses: { 200: { description: 'Newest first', schema: listOf(Run, 'SourceRunList') } },
    answer: ({ scope, params: { id }, query }) =>
      readList({ list: `sources/${id}/runs`, scope }, query, (page) =>
        sources.listRuns(scope, id, page),
      ),
  }),
  userRoute({
    method: 'get',
    path: '/v1/sources/:id/items',
    operationId: 'listSourceItems',
    summary: "List the files of one's source, with the reason of those that could not be read",
    ...managed,
    params,
    query: z.strictObject({ ...listQueryFields, state: ItemState.optional() }),
    responses: { 200: { description: 'By path', schema: listOf(Item, 'SourceItemList') } },
    answer: ({ scope, params: { id }, query: { state, ...query } }) =>
      readList({ list: `sources/${id}/items`, scope, position: 'index' }, query, (page) =>
        sources.listItems(scope, id, { ...page, state }),
      ),
  }),
];

const createChangeRoutes = ({ sources }: SourceDeps): Route[] => [
  userRoute({
    method: 'post',
    path: '/v1/sources',
    operationId: 'createSource',
    errors: ['quota_exceeded', 'conflict'],
    example: { name: 'handbooks', kind: 'folder', settings: { path: '/srv/handbooks' } },
    summary: 'Add a source; its first run begins at once',
    ...managed,
    body: NewSource,
    responses: { 201: { description: 'Created', schema: Source } },
    answer: async ({ scope, body }) => sources.get(scope, await sources.create(scope, body)),
  }),
  userRoute({
    method: 'patch',
    path: '/v1/sources/:id',
    operationId: 'updateSource',
    example: { everyMinutes: 15 },
    summary: 'Change a source of yours; a run begins at once',
    ...managed,
    params,
    body: changes({
      settings: settings.optional(),
      visibility: visibility.optional(),
      rules: rules.optional(),
      collectionId: collectionId.optional(),
      everyMinutes: everyMinutes.optional(),
      graceDays: graceDays.optional(),
    }).meta({ id: 'SourceChanges' }),
    responses: { 200: { description: 'The changed source', schema: Source } },
    answer: async ({ scope, params: { id }, body }) => {
      await sources.update(scope, id, body);
      return sources.get(scope, id);
    },
  }),
  userRoute({
    method: 'delete',
    path: '/v1/sources/:id',
    operationId: 'deleteSource',
    summary: 'Remove a source of yours; its documents stay, as yours, or go with it',
    ...managed,
    params,
    query: z.strictObject({
      documents: z
        .enum(['keep', 'delete'])
        .default('keep')
        .describe('What becomes of its documents.'),
    }),
    responses: { 204: { description: 'Is being removed' } },
    answer: ({ scope, params: { id }, query: { documents } }) =>
      sources.remove(scope, id, { keepsDocuments: documents === 'keep' }),
  }),
];

const createRunRoutes = ({ sources }: SourceDeps): Route[] => [
  userRoute({
    method: 'post',
    path: '/v1/sources/:id/test',
    operationId: 'testSource',
    summary: 'Try what a run would do, and change nothing',
    ...managed,
    params,
    responses: { 200: { description: 'What was found', schema: Report } },
    answer: ({ scope, params: { id }, signal }) => sources.test(scope, id, signal),
  }),
  userRoute({
    method: 'post',
    path: '/v1/sources/:id/run',
    operationId: 'runSource',
    summary: 'Begin a run now; a source that is paused goes on',
    ...managed,
    params,
    responses: { 200: { description: 'The source', schema: Source } },
    answer: async ({ scope, params: { id } }) => {
      await sources.run(scope, id);
      return sources.get(scope, id);
    },
  }),
  userRoute({
    method: 'post',
    path: '/v1/sources/:id/pause',
    operationId: 'pauseSource',
    summary: 'End what runs, and begin nothing',
    ...managed,
    params,
    responses: { 200: { description: 'The source', schema: Source } },
    answer: async ({ scope, params: { id } }) => {
      await sources.pause(scope, id);
      return sources.get(scope, id);
    },
  }),
  userRoute({
    method: 'post',
    path: '/v1/sources/:id/confirm',
    operationId: 'confirmSourceRun',
    errors: ['conflict'],
    example: { runId: '01989ca5-6d13-7000-8000-5d0e7a0b2c11' },
    summary: 'Let a run remove more than a fifth of all files',
    ...managed,
    params,
    body: z.strictObject({ runId: SourceRunId }).meta({ id: 'SourceRunConfirmation' }),
    responses: { 200: { description: 'The source', schema: Source } },
    answer: async ({ scope, params: { id }, body: { runId } }) => {
      await sources.confirm(scope, id, runId);
      return sources.get(scope, id);
    },
  }),
];

import { z } from 'zod';
import { SourceName, SourcePath } from '../documents/index.js';
import { ShownVisibility, Visibility } from '../documents/schema.js';
import { changes, createsById, userRoute, type Route } from '../http/index.js';
import { CollectionId, SourceId, SourceRunId, UserId } from '../shared/ids.js';
import { ListQuery, listOf, listQueryFields, readList } from '../shared/lists.js';
import {
  Finding,
  ItemCounts,
  ItemRecord,
  ItemState,
  PausedReason,
  RunCounts,
  RunRecord,
  SourceRecord,
  UnknownPrincipal,
  VisibilityRule,
} from './schema.js';
import { createKindRoutes, credentials, KindName, settings } from './kind-routes.js';
import { createOriginRoute } from './origin-route.js';
import type { Sources } from './sources.js';

export type SourceDeps = { sources: Sources };

const Run = RunRecord.omit({ isPartial: true })
  .extend({
    reason: z
      .string()
      .nullable()
      .describe(
        '`many_gone`: an admin has to confirm it; of one that failed: `unreachable`, `refused`, `too_many_items` or `cut_short`; of one that goes on by itself: `quota_exceeded` or `insufficient_storage`.',
      ),
    listed: z.int().describe('Files that it has seen so far.'),
    counts: RunCounts.meta({ id: 'SourceRunCounts' }),
    findings: z
      .array(Finding.meta({ id: 'SourceFinding' }))
      .describe('Up to 100 entries that cannot be read, such as symbolic links.'),
    listedAt: z.date().nullable().describe('When it had listed everything.'),
  })
  .meta({ id: 'SourceRun' });

const Rule = VisibilityRule.meta({ id: 'SourceRule' });

const Waiting = z
  .object({
    gone: z.int().describe('Files that the run would hide.'),
    known: z.int().describe('Files that were there before it.'),
  })
  .meta({ id: 'SourceWaiting' });

const Source = SourceRecord.extend({
  hasCredentials: z.boolean().describe('True if credentials are stored. They are never returned.'),
  visibility: Visibility,
  rules: z.array(Rule),
  ownerId: UserId.describe('Created the source and owns its documents.'),
  pausedReason: PausedReason.nullable().describe('Null if the source is not paused.'),
  failures: z.int().describe('Failed runs since the last successful one.'),
  nextRunAt: z
    .date()
    .nullable()
    .describe('Null while a run is in progress, or if runs start only on request.'),
  items: ItemCounts.meta({ id: 'SourceItemCounts' }),
  lastRun: z.union([Run, z.null()]),
  waiting: z
    .union([Waiting, z.null()])
    .describe('What the last run would do if you confirmed it; null unless it waits.'),
}).meta({ id: 'Source' });

const Item = ItemRecord.pick({
  path: true,
  sizeBytes: true,
  state: true,
  reason: true,
  documentId: true,
  readAt: true,
  goneAt: true,
})
  .extend({ sizeBytes: z.int(), visibility: ShownVisibility })
  .meta({ id: 'SourceItem' });

const Principals = listOf(
  UnknownPrincipal.extend({
    principal: z
      .string()
      .describe('`email:`, `subject:` or `group:`; `member-of:` is a group in the source.'),
    items: z.int().describe('Files that name it, also through a group of the source.'),
  }).meta({ id: 'SourcePrincipal' }),
  'SourcePrincipalList',
  {
    unseenItems: z
      .int()
      .describe(
        'Files that only the owner of the source sees, because nobody here matches a reader of theirs.',
      ),
  },
);

const MAX_RULES = 200;
const MAX_MINUTES = 60 * 24 * 31;
const MAX_READERS = 500;
const Reader = z
  .string()
  .max(300)
  .regex(
    /^(?:email:[^\s\p{Cc}]+@[^\s\p{Cc}]+|subject:[^\p{Cc}\p{Zl}\p{Zp}]+|group:[\p{L}\p{N}_.-]{1,64})$/u,
    'must be email:ADDRESS, subject:ID or group:NAME',
  );
const rules = z
  .array(
    z
      .strictObject({
        path: SourcePath.describe('A folder or a file below the source.'),
        visibility: Visibility.optional(),
        readers: z
          .array(Reader)
          .min(1)
          .max(MAX_READERS)
          .optional()
          .describe(
            'In place of `visibility`: people by `email:ADDRESS` or by `subject:ID` of your identity provider, and groups by `group:NAME`. Those whom nobody here matches grant nothing.',
          ),
      })
      .refine(
        ({ visibility: given, readers }) => (given === undefined) !== (readers === undefined),
        'needs either visibility or readers',
      )
      .meta({ id: 'NewSourceRule' }),
  )
  .max(MAX_RULES)
  .describe('The longest matching path wins.');
const visibility = Visibility.describe('For files that no rule matches.');
const rechecksReaders = z
  .boolean()
  .describe(
    'Asks the source for each document that a search finds, before anybody is shown it: what is gone there, or closed to the person, is left out.',
  );
const collectionId = CollectionId.nullable().describe(
  'A collection that its documents are put into.',
);
const everyMinutes = z
  .int()
  .min(5)
  .max(MAX_MINUTES)
  .nullable()
  .describe('Minutes between runs; null: only on request.');
const graceDays = z
  .int()
  .min(0)
  .max(365)
  .describe(
    'Days after which documents of deleted files are deleted. Until then they are hidden, and shown again if the file returns.',
  );

const NewSource = z
  .strictObject({
    name: SourceName.describe('The `source` of its documents.'),
    kind: KindName,
    settings,
    credentials,
    rechecksReaders: rechecksReaders.default(false),
    visibility: visibility.default('private'),
    rules: rules.default([]),
    collectionId: collectionId.default(null),
    everyMinutes: everyMinutes.default(60),
    graceDays: graceDays.default(7),
  })
  .meta({ id: 'NewSource' });

const params = z.strictObject({ id: SourceId });
const managed = { roles: ['admin'], permission: 'admin', tag: 'sources' } as const;

export const createSourceRoutes = (deps: SourceDeps): Route[] => [
  ...createReadRoutes(deps),
  ...createDetailRoutes(deps),
  ...createChangeRoutes(deps),
  ...createRunRoutes(deps),
  ...createKindRoutes(deps),
  createOriginRoute(deps),
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
];

const createDetailRoutes = ({ sources }: SourceDeps): Route[] => [
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
    summary: 'List the files of your source, with the reasons for those that could not be read',
    ...managed,
    params,
    query: z.strictObject({ ...listQueryFields, state: ItemState.optional() }),
    responses: { 200: { description: 'By path', schema: listOf(Item, 'SourceItemList') } },
    answer: ({ scope, params: { id }, query: { state, ...query } }) =>
      readList({ list: `sources/${id}/items`, scope, position: 'index' }, query, (page) =>
        sources.listItems(scope, id, { ...page, state }),
      ),
  }),
  userRoute({
    method: 'get',
    path: '/v1/sources/:id/principals',
    operationId: 'listSourcePrincipals',
    summary: 'List the readers that your source names and nobody here matches',
    ...managed,
    params,
    query: ListQuery,
    responses: { 200: { description: 'Those with the most files first', schema: Principals } },
    answer: ({ scope, params: { id }, query }) =>
      readList({ list: `sources/${id}/principals`, scope, position: 'index' }, query, (page) =>
        sources.listPrincipals(scope, id, page),
      ),
  }),
];

const createsWithCredentials = (sources: SourceDeps['sources']) => ({
  ...createsById(SourceId, sources.get),
  bodyHasSecret: true,
});

const createChangeRoutes = ({ sources }: SourceDeps): Route[] => [
  userRoute({
    method: 'post',
    path: '/v1/sources',
    operationId: 'createSource',
    errors: ['quota_exceeded', 'conflict'],
    example: { name: 'handbooks', kind: 'folder', settings: { path: '/srv/handbooks' } },
    summary: 'Add a source; the first run starts immediately',
    ...managed,
    body: NewSource,
    creates: createsWithCredentials(sources),
    responses: { 201: { description: 'Created', schema: Source } },
    answer: async ({ scope, body }) => sources.get(scope, await sources.create(scope, body)),
  }),
  userRoute({
    method: 'patch',
    path: '/v1/sources/:id',
    operationId: 'updateSource',
    errors: ['conflict'],
    example: { everyMinutes: 15 },
    summary: 'Change a source that you own; a run starts immediately',
    ...managed,
    params,
    body: changes({
      settings: settings.optional(),
      credentials,
      rechecksReaders: rechecksReaders.optional(),
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
    summary: 'Remove a source that you own, with or without its documents',
    ...managed,
    params,
    query: z.strictObject({
      documents: z
        .enum(['keep', 'delete'], {
          error: 'must be keep, which leaves its documents to you, or delete, which deletes them',
        })
        .describe('Whether its documents are kept or deleted. There is no default.'),
    }),
    responses: { 204: { description: 'Is being removed' } },
    answer: ({ scope, params: { id }, query: { documents } }) =>
      sources.remove(scope, id, { keepsDocuments: documents === 'keep' }),
  }),
];

const createRunRoutes = ({ sources }: SourceDeps): Route[] => [
  userRoute({
    method: 'post',
    path: '/v1/sources/:id/run',
    operationId: 'runSource',
    errors: ['conflict'],
    summary: 'Start a run now; resumes a paused source',
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
    errors: ['conflict'],
    summary: 'Stop the current run and pause the source',
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
    summary: 'Confirm that a waiting run may remove more than a fifth of all files',
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

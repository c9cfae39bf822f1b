import type { Mutation } from './mutations.js';

const DOCUMENTS = 'src/documents/repository.ts';
const CHUNKS = 'src/documents/chunks-repository.ts';
const LISTING = 'src/documents/listing.ts';
const VERSIONS = 'src/documents/versions-repository.ts';
const COLLECTIONS = 'src/documents/filter-sql.ts';
const WEBHOOKS = 'src/webhooks/repository.ts';
const OPENAI = 'src/openai-api';
const STORES = 'test/openai-api/vector-stores.e2e.test.ts';

/** The same rule of who sees a document, without what a key, an assistant or a request leaves out. */
const unfiltered = (aspect: 'metadata' | 'content') =>
  `visibleTo(scope.kind === 'user' ? { ...scope, filters: [] } : scope, '${aspect}')`;

type Way = { filter: string; file: string; aspect: 'metadata' | 'content' };

/** One way to a document that forgets the filter; `before` and `after` are what stands around the rule there. */
const forgets = ({ filter, file, aspect }: Way, before: string, after: string): Mutation => ({
  filter: `filter of a key: ${filter}`,
  file,
  from: `${before}visibleTo(scope, '${aspect}')${after}`,
  to: `${before}${unfiltered(aspect)}${after}`,
});

const ways: readonly Mutation[] = [
  forgets(
    { filter: 'documents by id, and their pages and boxes', file: DOCUMENTS, aspect: 'metadata' },
    'await select(sql`${',
    '} AND d.id = ${id}::uuid`)',
  ),
  forgets(
    { filter: 'documents by ids', file: DOCUMENTS, aspect: 'metadata' },
    'sql`${',
    '} AND d.id = ANY(${[...ids]}::uuid[])`,',
  ),
  forgets(
    {
      filter: 'documents by title, as document_retrieval finds them',
      file: DOCUMENTS,
      aspect: 'content',
    },
    '${',
    '} AND lower(d.title)',
  ),
  forgets(
    { filter: 'documents listed', file: DOCUMENTS, aspect: 'metadata' },
    'return sql`${',
    '} ${ofStatus}',
  ),
  forgets(
    {
      filter: 'text of a document, as document_retrieval reads it',
      file: DOCUMENTS,
      aspect: 'content',
    },
    'WHERE ${',
    "} AND d.id = ${id}::uuid AND d.status = 'ready'",
  ),
  forgets(
    {
      filter: 'both rankings, by the ids that they are asked for',
      file: DOCUMENTS,
      aspect: 'content',
    },
    'WHERE ${',
    "} AND d.status = 'ready' ${having}",
  ),
  forgets(
    {
      filter: 'places in a source',
      file: 'src/documents/many/source-places.ts',
      aspect: 'metadata',
    },
    'ON ${',
    '} AND ${ownFrom',
  ),
  forgets(
    { filter: 'read-back, and citations of earlier answers', file: CHUNKS, aspect: 'content' },
    'd.title, d.warnings, ${DATED_AT} AS "datedAt" FROM c\n      JOIN documents d ON d.id = c.document_id AND d.version = c.version\n      WHERE d.status = \'ready\' AND ${',
    '}',
  ),
  forgets(
    { filter: 'what a ranking reads on by', file: CHUNKS, aspect: 'content' },
    "SELECT c.id FROM c JOIN documents d ON d.id = c.document_id AND d.version = c.version\n      WHERE d.status = 'ready' AND ${",
    '}',
  ),
  forgets(
    { filter: 'passages of a document', file: CHUNKS, aspect: 'content' },
    'WHERE ${',
    '} AND c.document_id = ${documentId}::uuid AND c.chunk_index >',
  ),
  forgets(
    { filter: 'documents that list_documents names', file: LISTING, aspect: 'content' },
    'WHERE ${',
    "} AND d.status = 'ready' ${named}",
  ),
  forgets(
    { filter: 'overview of a document', file: CHUNKS, aspect: 'content' },
    'WHERE ${',
    '} AND d.id = ${documentId}',
  ),
  forgets(
    { filter: 'outline of a document', file: LISTING, aspect: 'content' },
    'AND ${',
    '} AND d.id = ${id}',
  ),
  forgets(
    { filter: 'versions of a document', file: VERSIONS, aspect: 'content' },
    'WHERE ${',
    '} AND d.id = ${documentId}::uuid',
  ),
  forgets(
    { filter: 'boxes of cited words', file: 'src/documents/pages/spans.ts', aspect: 'content' },
    'WHERE ${',
    '} AND c.document_id',
  ),
];

/** Mutations that take away the filter of a key, an assistant or a request: on every way to a document, in lists that name documents, and where answers are kept. */
export const FILTER_MUTATIONS: readonly Mutation[] = [
  {
    filter: 'filter of a key: in the one rule of who sees a document',
    file: 'src/documents/rights.ts',
    from: ' ${passingFilters(scope)}`',
    to: '`',
  },
  {
    filter: 'documents that their source has no more: in the one rule of who sees a document',
    file: 'src/documents/rights.ts',
    from: ' AND NOT d.is_withdrawn',
    to: '',
    test: 'test/sources/folder.e2e.test.ts',
  },
  ...ways,
  {
    filter: 'filter of a key: both rankings',
    file: 'src/search/filtered-reader.ts',
    from: ' || scope.filters.length > 0',
    to: '',
  },
  {
    filter: 'filter of a key: candidates that are read on',
    file: 'src/search/filtered-reader.ts',
    from: 'await keep(idsOf(found))',
    to: '(await keep([]), new Set(idsOf(found)))',
    test: 'test/search/read-on.test.ts',
  },
  {
    filter: 'filter of a key: collections that it may name',
    file: COLLECTIONS,
    from: 'k.tenant_id = ${scope.tenantId}::uuid ${nameable(scope)}',
    to: 'k.tenant_id = ${scope.tenantId}::uuid',
  },
  {
    filter: 'filter of a key: collections that it reads',
    file: COLLECTIONS,
    from: '${[...scope.groups]}::text[]) ${nameable(scope)}',
    to: '${[...scope.groups]}::text[])',
  },
  {
    filter: 'filter of a key: webhooks',
    file: WEBHOOKS,
    from: 'AND: [...mine, ...same]',
    to: 'AND: [...mine, ...same.slice(1)]',
  },
  {
    filter: 'webhooks: whose they are',
    file: WEBHOOKS,
    from: 'AND: [...mine, ...same]',
    to: 'AND: [...mine.slice(1), ...same]',
  },
  {
    filter: 'webhooks: the tenant',
    file: WEBHOOKS,
    from: 'return { tenantId, AND: [...mine, ...same] };',
    to: 'return { AND: tenantId ? [...mine, ...same] : [] };',
    behindRowSecurity: true,
  },
  {
    filter: 'collections: who may see them',
    file: COLLECTIONS,
    from: "(k.visibility = 'tenant' OR k.owner_id",
    to: '(true OR k.owner_id',
  },
  {
    filter: 'collections: the tenant',
    file: COLLECTIONS,
    from: '? sql`k.tenant_id = ${scope.tenantId}::uuid ${nameable(scope)}`',
    to: '? sql`true ${nameable(scope)}`',
    behindRowSecurity: true,
  },
  {
    filter: 'batches: whose they are',
    file: 'src/documents/many/batches-repository.ts',
    from: 'AND b.owner_id = ${requireUser(scope).userId}::uuid AND b.id',
    to: 'AND b.id',
  },
  {
    filter: 'assistants: the tenant',
    file: 'src/assistants/repository.ts',
    from: 'sql`tenant_id = ${scope.tenantId}::uuid ${ofKey}`',
    to: 'sql`true ${ofKey}`',
    behindRowSecurity: true,
  },
  {
    filter: 'assistants: the tenant, by models',
    file: 'src/assistants/repository.ts',
    from: '? { tenantId: scope.tenantId }',
    to: '? { tenantId: scope.tenantId && {} }',
    behindRowSecurity: true,
  },
  {
    filter: 'filter of an assistant and a request: the turn',
    file: 'src/workflow/chat.ts',
    from: "narrowScope(narrowScope(scope, filter, { from: 'assistant' }), filterOf(options))",
    to: '(filterOf(options), filter, scope)',
    test: 'test/documents/document-filter.db.test.ts',
  },
  {
    filter: 'filter of a key: answers that rest on other documents',
    file: 'src/conversations/readable-citations.ts',
    from: 'if (chunkId !== null) return chunks.has(chunkId);',
    to: 'if (chunkId !== null) return true;',
    test: 'test/documents/filtered-keys.e2e.test.ts',
  },
  {
    filter: 'filter of a key: results of tools that are kept',
    file: 'src/tools/cached-results.ts',
    from: 'filters.length === 0 ? call : [...call, filters]',
    to: 'filters.length === -1 ? [] : call',
    test: 'test/tools/cached-results.db.test.ts',
  },
  {
    filter: 'filter of a key: answers kept under an idempotency key',
    file: 'src/workflow/chat-once.ts',
    from: '[asked, assistant.id, scope.filters]',
    to: '[asked, assistant.id]',
    test: 'test/documents/filtered-keys.e2e.test.ts',
  },
  {
    filter: 'filter of a key: uploads kept under an idempotency key',
    file: 'src/documents/upload.ts',
    from: 'withFilters(upload.sameRequest ?? described, scope.filters)',
    to: '(upload.sameRequest ?? described)',
    test: 'test/documents/filtered-keys.e2e.test.ts',
  },
  {
    ...forgets(
      {
        filter: 'counts of vector stores',
        file: 'src/documents/collections/repository.ts',
        aspect: 'metadata',
      },
      '::uuid[]) AND ${',
      '}\n        GROUP BY k.id, d.status',
    ),
    test: STORES,
  },
  {
    filter: 'filter of a request: the search of a vector store',
    file: `${OPENAI}/store-search.ts`,
    from: 'narrowScope(scope, within)',
    to: '(narrowScope(scope, within), scope)',
    test: STORES,
  },
  {
    filter: 'filter of a request: file_search of a response',
    file: `${OPENAI}/responses-routes.ts`,
    from: 'filter: toFilter(body)',
    to: 'filter: (toFilter(body), null)',
    test: 'test/openai-api/responses-routes.e2e.test.ts',
  },
  {
    filter: 'filter of a request: a completion',
    file: `${OPENAI}/chat-routes.ts`,
    from: 'filter: body.knowledge_router?.filter ?? null',
    to: 'filter: null',
    test: 'test/openai-api/chat.e2e.test.ts',
  },
];

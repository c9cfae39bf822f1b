import { APPLICATION_MUTATIONS } from './application-mutations.js';
import { FILTER_MUTATIONS } from './filter-mutations.js';
import { MCP_MUTATIONS } from './mcp-mutations.js';

export type Mutation = {
  /** Names what is taken away. */
  filter: string;
  file: string;
  /** Has to stand in the file, once. */
  from: string;
  to: string;
  /** The filter stands behind row security: it is looked at with that wall down. */
  behindRowSecurity?: true;
  /** Looked at by this file of tests: the filter stands above what the canary walks. */
  test?: string;
};

const RIGHTS = 'src/documents/rights.ts';
const OPENS = 'src/tenancy/opens-content.ts';
const MEMORIES = 'src/memories/repository.ts';
const SESSIONS = 'src/conversations/sessions-repository.ts';
const MESSAGES = 'src/conversations/messages-repository.ts';
const SHARED_ANSWERS = 'src/conversations/shared-answers-repository.ts';
const EXECUTIONS = 'src/conversations/executions-repository.ts';
const WORKSPACE = 'src/workspace/repository.ts';
const DOCUMENTS = 'src/documents/repository.ts';
const PLACES = 'src/documents/many/source-places.ts';
const CHUNKS = 'src/documents/chunks-repository.ts';
const INDEX = 'src/platform/vectors/scope-filter.ts';

const VISIBLE = ' AND ${opensContent(scope)}';
/** A part of the statement in `readLive`; `live` beside it has the same. */
const READ_BACK = `d.title, d.warnings, \${DATED_AT} AS "datedAt" FROM c
      JOIN documents d ON d.id = c.document_id AND d.version = c.version
      WHERE d.status = 'ready' `;
const OF_TENANT_AND_USER = '`tenant_id = ${tenantId}::uuid AND user_id = ${userId}::uuid`';
const OF_USER = '`user_id = ${userId}::uuid`';
const OF_TENANT = '`tenant_id = ${tenantId}::uuid`';

/** Mutations that take away a check between users or tenants. */
const WALLS: readonly Mutation[] = [
  {
    filter: 'documents: the tenant',
    file: RIGHTS,
    from: 'sql`d.tenant_id = ${scope.tenantId}::uuid`',
    to: 'sql`true`',
    behindRowSecurity: true,
  },
  { filter: 'documents: who may see them', file: RIGHTS, from: VISIBLE, to: '' },
  {
    filter: 'documents: whose groups',
    file: OPENS,
    from: 'd.visibility IN (SELECT unnest(string_to_array(${audiences}, ${SEPARATOR})))',
    to: "d.visibility LIKE 'group:%'",
  },
  {
    filter: 'sets of readers: whose principals',
    file: OPENS,
    from: 'AND r.principal = principals.principal',
    to: '',
    test: 'test/sources/rights.db.test.ts',
  },
  {
    filter: 'sets of readers: groups of a source by their members',
    file: OPENS,
    from: 'AND m.member = named.principal',
    to: '',
    test: 'test/sources/rights.db.test.ts',
  },
  {
    filter: 'documents of a pushed source: whose they are',
    file: 'src/sources/items-repository.ts',
    from: 'sql`d.owner_id = ${ownerId}::uuid AND d.source',
    to: 'sql`${ownerId}::uuid IS NOT NULL AND d.source',
    test: 'test/documents/sources.e2e.test.ts',
  },
  {
    filter: 'documents of a pushed source: which source',
    file: 'src/sources/items-repository.ts',
    from: ' AND d.source = ${name}`;\n\nconst NEWEST',
    to: ' AND ${name}::text IS NOT NULL`;\n\nconst NEWEST',
    test: 'test/documents/sources.e2e.test.ts',
  },
  {
    filter: 'documents: an admin sees metadata alone',
    file: RIGHTS,
    from: "aspect === 'metadata' && scope.role",
    to: 'scope.role',
  },
  {
    filter: 'documents: found by id',
    file: DOCUMENTS,
    from: "sql`${visibleTo(scope, 'metadata')} AND d.id = ${id}::uuid`",
    to: 'sql`d.id = ${id}::uuid`',
  },
  {
    filter: 'documents: found by ids',
    file: DOCUMENTS,
    from: "sql`${visibleTo(scope, 'metadata')} AND d.id = ANY(",
    to: 'sql`d.id = ANY(',
  },
  {
    filter: 'documents: found by title',
    file: DOCUMENTS,
    from: "${visibleTo(scope, 'content')} AND lower(d.title)",
    to: 'lower(d.title)',
  },
  {
    filter: 'documents: listed',
    file: DOCUMENTS,
    from: "sql`${visibleTo(scope, 'metadata')} ${ofStatus} ${matched} ${fromThere} ${titled}`",
    to: 'sql`true ${ofStatus} ${matched} ${fromThere} ${titled}`',
  },
  {
    filter: 'documents: compared by their place',
    file: PLACES,
    from: 'sql`d.owner_id = ${requireUser(scope).userId}::uuid AND d.source',
    to: 'sql`d.source',
  },
  {
    filter: 'documents: their text',
    file: DOCUMENTS,
    from: "WHERE ${visibleTo(scope, 'content')} AND d.id = ${id}::uuid AND d.status = 'ready'",
    to: "WHERE d.id = ${id}::uuid AND d.status = 'ready'",
  },
  {
    filter: 'documents: found by metadata',
    file: DOCUMENTS,
    from: "WHERE ${visibleTo(scope, 'content')} AND d.status = 'ready' ${having}",
    to: "WHERE d.status = 'ready' ${having}",
  },
  {
    filter: 'passages: the read-back of a search',
    file: CHUNKS,
    from: `${READ_BACK}AND \${visibleTo(scope, 'content')} \${toConditions(filter)}`,
    to: `${READ_BACK}\${toConditions(filter)}`,
  },
  {
    filter: 'passages: of a document',
    file: CHUNKS,
    from: "WHERE ${visibleTo(scope, 'content')} AND c.document_id = ${documentId}::uuid AND c.chunk_index >",
    to: 'WHERE c.document_id = ${documentId}::uuid AND c.chunk_index >',
  },
  {
    filter: 'memories: the user',
    file: MEMORIES,
    from: 'sql`AND user_id = ${scope.userId}::uuid`',
    to: 'emptySql',
  },
  {
    filter: 'memories: the tenant',
    file: MEMORIES,
    from: 'return sql`tenant_id = ${scope.tenantId}::uuid ${own}',
    to: 'return sql`true ${own}',
    behindRowSecurity: true,
  },
  { filter: 'sessions: the user', file: SESSIONS, from: OF_TENANT_AND_USER, to: OF_TENANT },
  {
    filter: 'sessions: the tenant',
    file: SESSIONS,
    from: OF_TENANT_AND_USER,
    to: OF_USER,
    behindRowSecurity: true,
  },
  {
    filter: 'sessions: the user, by models',
    file: SESSIONS,
    from: 'return { tenantId, userId };',
    to: 'return { tenantId: userId && tenantId };',
  },
  {
    filter: 'sessions: the tenant, by models',
    file: SESSIONS,
    from: 'return { tenantId, userId };',
    to: 'return { userId: tenantId && userId };',
    behindRowSecurity: true,
  },
  {
    filter: 'messages: the user',
    file: MESSAGES,
    from: 'AND s.tenant_id = ${tenantId}::uuid AND s.user_id = ${userId}::uuid`',
    to: 'AND s.tenant_id = ${tenantId}::uuid`',
  },
  {
    filter: 'messages: the tenant',
    file: MESSAGES,
    from: 'AND s.tenant_id = ${tenantId}::uuid AND s.user_id = ${userId}::uuid`',
    to: 'AND s.user_id = ${userId}::uuid`',
    behindRowSecurity: true,
  },
  {
    filter: 'messages: the user, by models',
    file: MESSAGES,
    from: 'session: { tenantId, userId }',
    to: 'session: { tenantId: userId && tenantId }',
  },
  {
    filter: 'messages: the tenant, by models',
    file: MESSAGES,
    from: 'return { tenantId, session: { tenantId, userId } }',
    to: 'return { session: { userId: tenantId && userId } }',
    behindRowSecurity: true,
  },
  {
    filter: 'shared answers: who takes one back',
    file: SHARED_ANSWERS,
    from: 'const where = { tenantId, userId, id };',
    to: 'const where = { tenantId: userId && tenantId, id };',
    test: 'test/conversations/shared-answers.db.test.ts',
  },
  {
    filter: 'shared answers: who sees the sources',
    file: 'src/conversations/shared-answers.ts',
    from: '!isOfDocuments(shared) || !isReadable([...citations, ...read], readable)',
    to: '!isOfDocuments(shared)',
    test: 'test/conversations/shared-answers.db.test.ts',
  },
  {
    filter: 'shared answers: the sharer is active',
    file: SHARED_ANSWERS,
    from: " AND u.status = 'active'",
    to: '',
    test: 'test/conversations/shared-answers.db.test.ts',
  },
  {
    filter: 'evaluation: an answer by all its sources',
    file: 'src/evaluation/runs.ts',
    from: ' && isReadable(sources, readable)',
    to: '',
    test: 'test/evaluation/runs.db.test.ts',
  },
  {
    filter: 'evaluation: a turn that its asker does not share',
    file: 'src/evaluation/golden-questions.ts',
    from: 'if (!isOwn && found.feedback?.shareWithAdmin !== true) throw notFound();',
    to: '',
    test: 'test/evaluation/golden-questions.db.test.ts',
  },
  {
    filter: 'executions: the user',
    file: EXECUTIONS,
    from: 'sql`e.tenant_id = ${scope.tenantId}::uuid AND e.user_id = ${scope.userId}::uuid`',
    to: 'sql`e.tenant_id = ${scope.tenantId}::uuid`',
  },
  {
    filter: 'executions: the tenant of an admin',
    file: EXECUTIONS,
    from: ': sql`e.tenant_id = ${scope.tenantId}::uuid`;',
    to: ': sql`true`;',
    behindRowSecurity: true,
  },
  {
    filter: 'workspace: the user',
    file: WORKSPACE,
    from: 'return { tenantId, userId };',
    to: 'return { tenantId: userId && tenantId };',
  },
  {
    filter: 'workspace: the tenant',
    file: WORKSPACE,
    from: 'return { tenantId, userId };',
    to: 'return { userId: tenantId && userId };',
    behindRowSecurity: true,
  },
  {
    filter: 'workspace: the user, of a name that is in the way',
    file: WORKSPACE,
    from: OF_TENANT_AND_USER,
    to: OF_TENANT,
    test: 'test/workspace/workspace.db.test.ts',
  },
  {
    filter: 'files: the folder of the tenant',
    file: 'src/platform/files/folder-file-store.ts',
    from: 'filesIn(join(root, tenantId))',
    to: "filesIn(join(root, tenantId && 'all'))",
  },
  {
    filter: 'index of passages: the tenant',
    file: INDEX,
    from: '  inTenant(scope),\n  { anyOf: [audience',
    to: '  { anyOf: [inTenant(scope), { not: inTenant(scope) }] },\n  { anyOf: [audience',
  },
  {
    filter: 'index of passages: who may see them',
    file: INDEX,
    from: "{ field: 'owner_id', oneOf: [scope.userId] }] },",
    to: "{ field: 'owner_id', oneOf: [scope.userId] }, inTenant(scope)] },",
  },
  {
    filter: 'index of memories: the tenant',
    file: INDEX,
    from: "  inTenant(scope),\n  { field: 'user_id'",
    to: "  { anyOf: [inTenant(scope), { not: inTenant(scope) }] },\n  { field: 'user_id'",
  },
  {
    filter: 'index of memories: the user',
    file: INDEX,
    from: "  { field: 'user_id', oneOf: [scope.userId] },\n",
    to: '',
  },
  {
    filter: 'keys: of a removed user',
    file: 'src/tenancy/users-repository.ts',
    from: 'tx.models.user.delete({ where, select: { id: true } })',
    to: 'tx.models.user.update({ where, data: { email: `${id}.left` } })',
  },
];

/** Each takes one filter away. */
export const MUTATIONS: readonly Mutation[] = [
  ...WALLS,
  ...FILTER_MUTATIONS,
  ...APPLICATION_MUTATIONS,
  ...MCP_MUTATIONS,
];

import type { Mutation } from './mutations.js';

const ISOLATION = 'test/mcp/isolation.e2e.test.ts';
const RIGHTS_OF_KEYS = 'test/mcp/routes.e2e.test.ts';
const ROOM = 'src/mcp';

/** The scope of a caller without what their key leaves out. A scope is frozen. */
const unfiltered = (scope: string, more = 'filters: []') =>
  `Object.freeze({ ...${scope}, ${more} })`;

const mutant = (filter: string, change: Pick<Mutation, 'file' | 'from' | 'to'>): Mutation => ({
  ...change,
  filter: `MCP: ${filter}`,
  file: `${ROOM}/${change.file}`,
  test: ISOLATION,
});

const ofTokens = (filter: string, change: Pick<Mutation, 'file' | 'from' | 'to'>): Mutation => ({
  ...change,
  filter: `MCP with OAuth: ${filter}`,
  test: 'test/mcp/oauth.e2e.test.ts',
});

/** Mutations of what is asked of an access token, and of what it opens. */
const TOKENS: readonly Mutation[] = [
  ofTokens('the issuer of a token', {
    file: 'src/sign-in/provider-token.ts',
    from: '        issuer,\n        audience',
    to: '        audience',
  }),
  ofTokens('the address that a token is for', {
    file: 'src/sign-in/provider-token.ts',
    from: 'string[] => [resource,',
    to: "string[] => [resource.replace(/[/][^/]*$/, ''), resource,",
  }),
  ofTokens('the end of an ID token', {
    file: 'src/sign-in/provider-token.ts',
    from: 'return isAccess && aud',
    to: 'return (isAccess || true) && aud',
  }),
  ofTokens('a role that the token says less of', {
    file: 'src/sign-in/provider-callers.ts',
    from: "role: roleOf(said) === 'member' ? 'member' : account.role",
    to: 'role: account.role',
  }),
  ofTokens('groups that the token says less of', {
    file: 'src/sign-in/provider-callers.ts',
    from: 'tx.identities.account(userId, groupsOf(said))',
    to: 'tx.identities.account(userId, (groupsOf(said), null))',
  }),
  ofTokens('the tenant of a key', {
    file: `${ROOM}/routes.ts`,
    from: 'if ((await deps.tenantIdOf(tenant)) !== asked.scope.tenantId) throw notFound();',
    to: 'if ((await deps.tenantIdOf(tenant)) === asked.scope.tenantId) notFound();',
  }),
];

/** Mutations that let a tool or a resource of the MCP server reach further than its caller, or than it was asked to. */
export const MCP_MUTATIONS: readonly Mutation[] = [
  mutant('search stays in the collection that it is asked for', {
    file: 'tools/search-tool.ts',
    from: 'narrowScope(narrowScope(scope, within), wanted)',
    to: '(within, narrowScope(scope, wanted))',
  }),
  mutant('search stays within the filter that it is asked for', {
    file: 'tools/search-tool.ts',
    from: 'narrowScope(narrowScope(scope, within), wanted)',
    to: '(wanted, narrowScope(scope, within))',
  }),
  mutant('search finds what the key may', {
    file: 'tools/search-tool.ts',
    from: 'narrowScope(narrowScope(scope, within), wanted)',
    to: `narrowScope(narrowScope(${unfiltered('scope')}, within), wanted)`,
  }),
  mutant('fetch reads what the key may', {
    file: 'tools/fetch-tool.ts',
    from: 'readPart(deps, scope, id)',
    to: `readPart(deps, ${unfiltered('scope')}, id)`,
  }),
  mutant('list_documents stays in the collection that it is asked for', {
    file: 'tools/list-tool.ts',
    from: 'narrowScope(scope, within),',
    to: '(within, narrowScope, scope),',
  }),
  mutant('list_documents names what the key may read', {
    file: 'tools/list-tool.ts',
    from: 'narrowScope(scope, within),',
    to: `narrowScope(${unfiltered('scope')}, within),`,
  }),
  mutant('ask stays in the collection that it is asked for', {
    file: 'tools/ask-tool.ts',
    from: '...(filter && { filter }) };',
    to: '...(filter && {}) };',
  }),
  mutant('ask is answered by an assistant of the key', {
    file: 'tools/ask-tool.ts',
    from: 'deps.chooseAssistant(scope, asked.assistant)',
    to: `deps.chooseAssistant(${unfiltered('scope', 'assistantIds: []')}, asked.assistant)`,
  }),
  mutant('ask is answered from what the key may read', {
    file: 'tools/ask-tool.ts',
    from: 'const turn = { scope, assistant,',
    to: `const turn = { scope: ${unfiltered('scope')}, assistant,`,
  }),
  mutant('ask replays the answers of one label', {
    file: 'tools/ask-tool.ts',
    from: 'deps.chatOnce({ scope, input, assistant, key }',
    to: 'deps.chatOnce({ scope: (Object.assign(deps, { first: scope, ...deps }) as never as { first: typeof scope }).first, input, assistant, key }',
  }),
  mutant('collections by their ids', {
    file: 'collection.ts',
    from: '? await collections.get(scope, id.data)',
    to: '? { id: id.data }',
  }),
  mutant('collections by their names', {
    file: 'collection.ts',
    from: 'await collections.list(scope, {',
    to: `await collections.list(${unfiltered('scope', "role: 'admin', filters: []")}, {`,
  }),
  mutant('resources are listed as far as the key may', {
    file: 'server.ts',
    from: 'readDocuments.list(call.scope, {',
    to: `readDocuments.list(${unfiltered('call.scope')}, {`,
  }),
  mutant('resources are read as far as the key may', {
    file: 'server.ts',
    from: 'readPart({ readDocuments }, call.scope, String(id))',
    to: `readPart({ readDocuments }, ${unfiltered('call.scope')}, String(id))`,
  }),
  mutant('resources of an admin are those that the admin reads', {
    file: 'documents.ts',
    from: 'await readDocuments.chunks(scope, id, {',
    to: `await readDocuments.chunks(${unfiltered('scope', 'userId: document.ownerId')}, id, {`,
  }),
  mutant('a server is made for each message', {
    file: 'server.ts',
    from: 'createMcpHandler(() => toServer(call), {',
    to: 'createMcpHandler(() => toServer(Object.assign(deps, { first: call, ...deps }).first), {',
  }),
  mutant('addresses that are not for pages', {
    file: 'routes.ts',
    from: "openTo: 'applications'",
    to: "openTo: 'pages'",
  }),
  {
    ...mutant('tools that the key is not permitted', {
      file: 'server.ts',
      from: 'if (may(tool.permission)) tool.register',
      to: 'if (may(tool.permission) || true) tool.register',
    }),
    test: RIGHTS_OF_KEYS,
  },
  {
    ...mutant('resources that the key is not permitted', {
      file: 'server.ts',
      from: "const reads = may('documents:read');",
      to: "const reads = may('documents:read') || true;",
    }),
    test: RIGHTS_OF_KEYS,
  },
  ...TOKENS,
];

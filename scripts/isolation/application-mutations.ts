import type { Mutation } from './mutations.js';

const CALLERS = 'src/http/applications.ts';
const APPLICATIONS = 'test/documents/applications.e2e.test.ts';
const TOKENS = 'test/sign-in/browser-token-routes.e2e.test.ts';

/** Mutations that take away what keeps applications from people, their labels from each other, and tokens of pages within their keys. */
export const APPLICATION_MUTATIONS: readonly Mutation[] = [
  {
    filter: 'application: nothing of whoever made its key',
    file: CALLERS,
    from: 'const userId = await standIn({ tenantId, apiKeyId, label });',
    to: 'const { userId } = (await standIn({ tenantId, apiKeyId, label }), holder);',
    test: APPLICATIONS,
  },
  {
    filter: 'application: the label',
    file: CALLERS,
    from: 'const name = `${who.apiKeyId}/${who.label}`;',
    to: 'const name = who.apiKeyId;',
    test: APPLICATIONS,
  },
  {
    filter: 'application: the key of a label',
    file: CALLERS,
    from: 'const name = `${who.apiKeyId}/${who.label}`;',
    to: 'const name = who.label;',
    test: APPLICATIONS,
  },
  {
    filter: 'application: labels are no people',
    file: 'src/tenancy/users-repository.ts',
    from: 'const IS_PERSON = sql`application_id IS NULL`;',
    to: 'const IS_PERSON = sql`true`;',
    test: APPLICATIONS,
  },
  {
    filter: 'application: labels are no people that are found',
    file: 'src/tenancy/users-repository.ts',
    from: 'const PERSON = { applicationId: null };',
    to: 'const PERSON = {};',
    test: APPLICATIONS,
  },
  {
    filter: 'application: tools of a person',
    file: 'src/workflow/nodes/initialize.ts',
    from: '(scope.isApplication ? given',
    to: '(told !== told ? given',
    test: APPLICATIONS,
  },
  {
    filter: 'application: routes for people',
    file: 'src/http/pipeline.ts',
    from: '? openTo !== undefined : openTo',
    to: '? true : openTo',
    test: 'test/http/route-table.e2e.test.ts',
  },
  {
    filter: 'token of a page: its collections',
    file: CALLERS,
    from: '          ...toFilters(claims.filter),\n',
    to: '',
    test: APPLICATIONS,
  },
  {
    filter: 'token of a page: the collections of its key',
    file: CALLERS,
    from: '          ...toFilters(holder.keyFilter),\n',
    to: '',
    test: APPLICATIONS,
  },
  {
    filter: 'token of a page: its assistant',
    file: CALLERS,
    from: 'claims.assistantId === null ? holder.assistantIds : [claims.assistantId]',
    to: 'holder.assistantIds',
    test: APPLICATIONS,
  },
  {
    filter: 'token of a page: the documents of its assistant',
    file: CALLERS,
    from: '          ...toFilters(await findFilterOfAny(deps, { tenantId: known.tenantId, assistantIds })),\n',
    to: '',
    test: APPLICATIONS,
  },
  {
    filter: 'token of a page: its origin',
    file: CALLERS,
    from: 'sent.origin === undefined || !claims.origins.includes(sent.origin)',
    to: 'claims.origins.length === 0',
    test: TOKENS,
  },
  {
    filter: 'token of a page: what its key may do now',
    file: CALLERS,
    from: 'permissionsOfApplication(holder.keyPermissions).filter',
    to: 'claims.permissions.filter',
    test: TOKENS,
  },
  {
    filter: 'token of a page: a key that may make it',
    file: 'src/http/auth.ts',
    from: ' || !mayMakeTokens(holder.keyPermissions)) return null;',
    to: ' || !mayMakeTokens(["tokens"])) return null;',
    test: TOKENS,
  },
];

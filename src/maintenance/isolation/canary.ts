import { newId, TenantId } from '../../shared/ids.js';
import { makeSystemScope, makeUserScope } from '../../shared/make-scope.js';
import {
  narrowScope,
  type SystemScope,
  type TenantRole,
  type UserScope,
} from '../../shared/scope.js';
import { openFilteredReader } from '../../search/index.js';
import { CANARY_SLUG_PREFIX, TenantPolicy } from '../../tenancy/index.js';
import { plant, readFile, TERM, uproot, type Parts, type Planted, PEOPLE } from './plant.js';
import { marksOf, READ_PATHS, type ReadPath } from './read-paths.js';

export type IsolationReport = {
  result: 'isolated' | 'leak' | 'blind';
  /** Visitors who got through, each with the path. */
  leaks: string[];
  /** Paths on which even the owner did not see their own data, so that nothing can be concluded. */
  blind: string[];
};

type Visitor = { name: string; scope: UserScope; visits: (path: ReadPath) => boolean };

/** Two synthetic tenants try every read path as the wrong tenant, user and group, as an admin and as a removed user. */
export const createIsolationCanary = (parts: Parts) => async (): Promise<IsolationReport> => {
  const scopes = [await openTenant(parts, 'a'), await openTenant(parts, 'b')] as const;
  const planted: [Planted | null, Planted | null] = [null, null];
  try {
    // Left by an interrupted round.
    for (const scope of scopes) await uproot(parts, scope, null);
    const strong = (planted[0] = await plant(parts, scopes[0], 8));
    const weak = (planted[1] = await plant(parts, scopes[1], 2));
    const report: Found = { leaks: [], blind: [] };
    for (const [home, other] of [
      [strong, weak],
      [weak, strong],
    ] as const) {
      await walkRepositories(parts, { home, other }, report);
      await walkFiles(parts, { home, other }, report);
      await walkVectors(parts, home, report);
      await walkRowSecurity(parts, home, report);
    }
    for (const home of [strong, weak]) await walkRemoved(parts, home, report);
    const { leaks, blind } = report;
    return { leaks, blind, result: resultOf(report) };
  } finally {
    for (const [index, scope] of scopes.entries()) {
      await uproot(parts, scope, planted[index] ?? null);
    }
  }
};

type Found = Pick<IsolationReport, 'leaks' | 'blind'>;
type Pair = { home: Planted; other: Planted };

const resultOf = ({ leaks, blind }: Found): IsolationReport['result'] => {
  if (leaks.length > 0) return 'leak';
  return blind.length > 0 ? 'blind' : 'isolated';
};

/** Suspended, so that none of its credentials would work. */
const openTenant = async ({ database }: Parts, name: string): Promise<SystemScope> => {
  const { tenants } = database.platform;
  const slug = `${CANARY_SLUG_PREFIX}${name}`;
  const known = await tenants.findBySlug(slug);
  if (known !== null) return makeSystemScope(known.id);
  const { id } = await tenants.create({ id: newId(TenantId), slug });
  await tenants.setStatus(id, 'suspended');
  const scope = makeSystemScope(id);
  await database.withScope(scope, (tx) =>
    tx.settings.create({ name: slug, systemPrompt: null, policy: TenantPolicy.parse({}) }),
  );
  return scope;
};

const visitorsOf = ({ home, other }: Pair): Visitor[] => {
  const { tenantId } = home.scope;
  const strangers = home.personOf('colleague');
  return [
    {
      name: 'the wrong tenant',
      visits: () => true,
      // The same person by id and group, an admin in their own tenant.
      scope: makeUserScope({ ...other.personOf('owner', 'admin'), groups: [home.group] }),
    },
    { name: 'the wrong user', visits: isClosed, scope: strangers },
    {
      name: 'the wrong group',
      visits: isClosed,
      scope: makeUserScope({ ...strangers, tenantId, groups: [other.group, 'private', 'tenant'] }),
    },
    {
      name: 'an admin',
      visits: ({ openTo }) => openTo === 'owner',
      scope: home.personOf('colleague', 'admin'),
    },
    {
      name: 'a key that leaves it out',
      visits: ({ limitedByKey = false }) => limitedByKey,
      scope: withKeyFor(home, home.documents.shared),
    },
    {
      name: 'a key of an admin that leaves it out',
      visits: ({ limitedByKey = false }) => limitedByKey,
      scope: withKeyFor(home, home.documents.shared, 'admin'),
    },
  ];
};

const isClosed = ({ openTo }: ReadPath): boolean => openTo !== 'tenant';

/** The owner with a key that sees only one document. */
const withKeyFor = (home: Planted, { id }: { id: string }, role?: TenantRole): UserScope =>
  narrowScope(
    home.personOf('owner', role),
    { type: 'eq', key: 'documentId', value: id },
    { from: 'key' },
  );

const walkRepositories = async (
  { database }: Pick<Parts, 'database'>,
  pair: Pair,
  found: Found,
): Promise<void> => {
  const { home } = pair;
  const { documents, of } = home;
  const look = async (path: ReadPath, scope: UserScope, document = documents.private) => {
    const target = { document, belongings: of.owner };
    const seen = await database.withScope(scope, (tx) => path.read(tx, target, scope));
    return marksOf(target).some((mark) => JSON.stringify(seen ?? null).includes(mark));
  };
  for (const path of READ_PATHS) {
    if (!(await look(path, home.personOf('owner')))) found.blind.push(path.name);
    for (const { name, scope, visits } of visitorsOf(pair)) {
      if (!visits(path)) continue;
      if (await look(path, scope)) found.leaks.push(`${name}: ${path.name}`);
      if (await look(path, scope, documents.group)) found.leaks.push(`${name}: ${path.name}`);
    }
  }
};

const walkFiles = async (parts: Parts, { home, other }: Pair, found: Found): Promise<void> => {
  const { fileKey, text } = home.of.owner;
  const [own, foreign] = [
    await readFile(parts, home.personOf('owner'), fileKey),
    await readFile(parts, other.personOf('owner', 'admin'), fileKey),
  ];
  if (own !== text) found.blind.push('files.read');
  if (foreign === text) found.leaks.push('the wrong tenant: files.read');
};

/**
 * One hit at a time: forbidden data always matches better, so that a missing filter is noticed even though results are checked again. Both
 * tenants are tried, because in one of them everything of the other matches better as well.
 */
const walkVectors = async (
  parts: Pick<Parts, 'vectors' | 'database'>,
  home: Planted,
  found: Found,
): Promise<void> => {
  const { shared, group, private: own } = home.documents;
  const visits = [
    ['owner', [own, group, shared]],
    ['colleague', [shared]],
    ['leaver', [shared]],
  ] as const;
  for (const [who, documents] of visits) {
    const reader = parts.vectors.for(home.personOf(who));
    const chunks: Index = {
      name: 'searchChunks',
      permitted: documents.map(({ chunkId }) => chunkId),
      search: (request) => reader.searchChunks(request),
    };
    const memories: Index = {
      name: 'searchMemories',
      permitted: [home.of[who].memoryId],
      search: (request) => reader.searchMemories(request),
    };
    for (const index of [chunks, memories]) await walkIndex(who, index, found);
  }
  const filtered = await openFilteredReader(parts, withKeyFor(home, shared));
  const index: Index = {
    name: 'search with a filter',
    permitted: [shared.chunkId],
    search: ({ filter: further, ...request }) => filtered.ask({ ...request, further }),
  };
  await walkIndex('a key that leaves it out', index, found);
};

const VECTORS_TIMEOUT_MS = 20_000;

type Index = {
  name: string;
  permitted: readonly string[];
  search: (request: {
    query: { terms: string[]; vector: null };
    filter: Record<string, never>;
    limitPerLeg: number;
    signal: AbortSignal;
  }) => Promise<{ lexical: { id: string }[] }>;
};

const walkIndex = async (
  who: string,
  { name, permitted, search }: Index,
  found: Found,
): Promise<void> => {
  const find = async (limitPerLeg: number): Promise<string[]> => {
    const signal = AbortSignal.timeout(VECTORS_TIMEOUT_MS);
    const query = { terms: [TERM], vector: null };
    const { lexical } = await search({ query, filter: {}, limitPerLeg, signal });
    return lexical.map(({ id }) => id);
  };
  const isForeign = (id: string): boolean => !permitted.includes(id);
  const hits = await find(1);
  // The best match overall may be the forbidden one, or hide it.
  if (hits.some(isForeign)) found.leaks.push(`${who}: vectors.${name}`);
  else if (hits.length === 0) found.blind.push(`vectors.${name}`);
};

const walkRowSecurity = async (
  { database }: Pick<Parts, 'database'>,
  { scope }: Planted,
  found: Found,
): Promise<void> => {
  const tables = await database.withScope(scope, (tx) => tx.isolation.tablesShowingOthers());
  found.leaks.push(...tables.map((table) => `row security: ${table}`));
  if (await database.platform.unscopedReads.succeed()) found.leaks.push('no tenant: documents');
};

/** A person who leaves takes their data along, the key first. */
const walkRemoved = async (
  { database }: Pick<Parts, 'database'>,
  home: Planted,
  found: Found,
): Promise<void> => {
  const { tenantId } = home.scope;
  const belongings = home.of.leaver;
  const findKey = () =>
    database.platform.authentication.findKey({ tenantId, prefix: belongings.keyPrefix });
  if ((await findKey()) === null) found.blind.push('authentication.findKey');
  await database.withScope(home.scope, async (tx) => {
    await tx.collections.forgetUser(PEOPLE.leaver);
    await tx.users.delete(PEOPLE.leaver);
  });
  if ((await findKey()) !== null) found.leaks.push('a removed user: authentication.findKey');
  const target = { document: home.documents.private, belongings };
  const scope = home.personOf('leaver');
  for (const path of READ_PATHS.filter(isClosed)) {
    const seen = await database.withScope(scope, (tx) => path.read(tx, target, scope));
    const text = JSON.stringify(seen ?? null);
    const marks = marksOf(target).filter((mark) => text.includes(mark));
    if (marks.length > 0) found.leaks.push(`a removed user: ${path.name}`);
  }
};

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DocumentFilter } from '../../src/shared/document-filter.js';
import { CollectionId, newId, type DocumentId } from '../../src/shared/ids.js';
import { narrowScope, type UserScope } from '../../src/shared/scope.js';
import { addKnowledge } from '../support/knowledge.js';
import type { TestTenant } from '../support/tenant.js';
import { createWorkbench, type Workbench } from '../support/workbench.js';

let bench: Workbench;
let tenant: TestTenant;
let other: UserScope;
let travel: DocumentId;
let budget: DocumentId;
let secret: DocumentId;
let shared: CollectionId;
let closed: CollectionId;

const collection = async (owner: UserScope, visibility: string, ids: readonly DocumentId[]) => {
  const id = newId(CollectionId);
  const editors = { users: [], groups: [] };
  const named = { name: visibility, description: null, visibility, editors };
  await bench.test.database.withScope(owner, async (tx) => {
    await tx.collections.create({ id, ownerId: owner.userId, ...named });
    await tx.collections.addDocuments([id], ids);
  });
  return id;
};

beforeAll(async () => {
  bench = await createWorkbench();
  tenant = await bench.test.tenant();
  other = await tenant.addUser({ groups: ['hr'] });
  const add = async (metadata: Record<string, string | number | boolean>, owner = tenant.admin) => {
    const passages = [`Rules of travel number ${Object.values(metadata).join(' ')}.`];
    return (await addKnowledge(bench, tenant, { owner, metadata, passages })).documentId;
  };
  travel = await add({ year: 2024, team: 'sales', final: true });
  budget = await add({ year: 2026, team: 'lab', due: '2026-03-01' });
  secret = (
    await addKnowledge(bench, tenant, {
      owner: other,
      visibility: 'private',
      passages: ['Rules of travel that are secret.'],
    })
  ).documentId;
  shared = await collection(tenant.admin, 'tenant', [travel, secret]);
  closed = await collection(other, 'private', [budget]);
});

afterAll(() => bench.destroy());

const listed = async (scope: UserScope, filter: unknown): Promise<DocumentId[]> => {
  const parsed = DocumentFilter.parse(filter);
  const { items } = await bench.test.database.withScope(scope, (tx) =>
    tx.documents.list({ limit: 50, filter: parsed }),
  );
  return items.map(({ id }) => id).sort();
};

const searched = async (scope: UserScope, filter: unknown): Promise<DocumentId[]> => {
  const { results } = await bench
    .services()
    .searchChunks(narrowScope(scope, DocumentFilter.parse(filter)), {
      queries: ['rules of travel'],
      topK: 10,
      signal: new AbortController().signal,
    });
  return results.map(({ chunk }) => chunk.documentId).sort();
};

describe('a filter of documents', () => {
  const leaf = (type: string, key: string, value: unknown) => ({ type, key, value });

  it.each([
    ['equal metadata', () => leaf('eq', 'metadata.year', 2024), () => [travel]],
    [
      'a number among several',
      () => leaf('in', 'metadata.year', [2024, 2026]),
      () => [travel, budget],
    ],
    ['a later number', () => leaf('gt', 'metadata.year', 2024), () => [budget]],
    ['a text up to another', () => leaf('lte', 'metadata.due', '2026-03-01'), () => [budget]],
    ['a truth value', () => leaf('eq', 'metadata.final', true), () => [travel]],
    [
      'anything else, also where there is no value',
      () => leaf('ne', 'metadata.final', true),
      () => [budget],
    ],
    ['its id', () => leaf('eq', 'documentId', travel), () => [travel]],
    ['its owner', () => leaf('eq', 'owner', tenant.admin.userId), () => [travel, budget]],
    [
      'the time it was made',
      () => leaf('gte', 'createdAt', '2020-01-01T00:00:00Z'),
      () => [travel, budget],
    ],
    [
      'a time that nothing was made at',
      () => leaf('lt', 'createdAt', '2020-01-01T00:00:00Z'),
      () => [],
    ],
    ['its collection', () => leaf('eq', 'collectionId', shared), () => [travel]],
    [
      'both of two conditions',
      () => ({
        type: 'and',
        filters: [leaf('eq', 'metadata.team', 'lab'), leaf('gt', 'metadata.year', 2025)],
      }),
      () => [budget],
    ],
    [
      'one of two conditions',
      () => ({
        type: 'or',
        filters: [leaf('eq', 'metadata.team', 'lab'), leaf('eq', 'metadata.team', 'sales')],
      }),
      () => [travel, budget],
    ],
  ])('picks by %s, in lists and in searches alike', async (_what, filter, expected) => {
    expect(await listed(tenant.member, filter())).toEqual(expected().sort());
    expect(await searched(tenant.member, filter())).toEqual(expected().sort());
  });

  it('finds nothing through a collection that the asker may not see, and says no more than of an unknown one', async () => {
    expect(await listed(tenant.member, leaf('eq', 'collectionId', closed))).toEqual([]);
    expect(await searched(tenant.member, leaf('eq', 'collectionId', closed))).toEqual([]);
    expect(await listed(other, leaf('eq', 'collectionId', closed))).toEqual([budget]);
    expect(await listed(tenant.member, leaf('eq', 'collectionId', newId(CollectionId)))).toEqual(
      [],
    );
  });

  it('opens no document that its own visibility closes', async () => {
    expect(await listed(tenant.member, leaf('eq', 'collectionId', shared))).not.toContain(secret);
    expect(await listed(other, leaf('eq', 'collectionId', shared))).toContain(secret);
  });

  it('closes everything else to a scope that it narrows: reading, retrieving and finding', async () => {
    const narrowed = narrowScope(
      tenant.member,
      DocumentFilter.parse(leaf('eq', 'documentId', travel)),
    );

    const found = await bench.test.database.withScope(narrowed, async (tx) => ({
      inside: await tx.documents.find(travel),
      outside: await tx.documents.find(budget),
      text: await tx.documents.readText(budget),
    }));

    expect(found).toMatchObject({ inside: { id: travel }, outside: null, text: null });
    await expect(
      bench.services().retrieveDocument(narrowed, {
        by: { id: budget },
        maxTokens: 100,
        signal: new AbortController().signal,
      }),
    ).rejects.toMatchObject({ code: 'not_found' });
  });

  it('limits the answer of a turn to its documents', async () => {
    const ask = bench.asker();
    const filter = DocumentFilter.parse(leaf('eq', 'metadata.team', 'lab'));

    const answer = await ask(tenant.member, 'What are the rules of travel number 2024 for sales?', {
      options: { filter },
    });

    expect(answer.citations.map(({ documentId }) => documentId)).not.toContain(travel);
  });
});

describe('a filter that is refused', () => {
  const nested = (depth: number): object =>
    depth === 1
      ? { type: 'eq', key: 'title', value: 'x' }
      : { type: 'and', filters: [nested(depth - 1)] };

  it.each([
    ['is deeper than four', nested(5)],
    ['is deeper than fifty', nested(50)],
    [
      'holds more than 32 comparisons',
      {
        type: 'or',
        filters: [
          { type: 'and', filters: Array.from({ length: 20 }, () => nested(1)) },
          { type: 'and', filters: Array.from({ length: 20 }, () => nested(1)) },
        ],
      },
    ],
    ['has an unknown key', { type: 'eq', key: 'colour', value: 'red' }],
    ['has a key of the prototype', { type: 'eq', key: '__proto__', value: 'x' }],
    ['has an unknown operator', { type: 'like', key: 'title', value: 'x' }],
    ['compares an id by order', { type: 'gt', key: 'documentId', value: newId(CollectionId) }],
    ['names no id', { type: 'eq', key: 'collectionId', value: 'travel' }],
    ['compares one value with a list', { type: 'eq', key: 'title', value: ['x'] }],
    ['has a further field', { type: 'eq', key: 'title', value: 'x', tenantId: 'y' }],
  ])('%s', (_what, filter) => {
    expect(DocumentFilter.safeParse(filter).success).toBe(false);
  });

  it('is as deep as four and no deeper', () => {
    expect(DocumentFilter.safeParse(nested(4)).success).toBe(true);
  });
});

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

describe('a document filter', () => {
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
    ['a boolean', () => leaf('eq', 'metadata.final', true), () => [travel]],
    [
      'any other value, including no value',
      () => leaf('ne', 'metadata.final', true),
      () => [budget],
    ],
    ['its id', () => leaf('eq', 'documentId', travel), () => [travel]],
    ['its owner', () => leaf('eq', 'owner', tenant.admin.userId), () => [travel, budget]],
    [
      'the creation time',
      () => leaf('gte', 'createdAt', '2020-01-01T00:00:00Z'),
      () => [travel, budget],
    ],
    [
      'a time at which nothing was created',
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
  ])('selects by %s, both in lists and in searches', async (_what, filter, expected) => {
    expect(await listed(tenant.member, filter())).toEqual(expected().sort());
    expect(await searched(tenant.member, filter())).toEqual(expected().sort());
  });

  it('finds nothing through a collection that the caller may not see, as through an unknown one', async () => {
    expect(await listed(tenant.member, leaf('eq', 'collectionId', closed))).toEqual([]);
    expect(await searched(tenant.member, leaf('eq', 'collectionId', closed))).toEqual([]);
    expect(await listed(other, leaf('eq', 'collectionId', closed))).toEqual([budget]);
    expect(await listed(tenant.member, leaf('eq', 'collectionId', newId(CollectionId)))).toEqual(
      [],
    );
  });

  it('gives no access to a document whose visibility excludes the caller', async () => {
    expect(await listed(tenant.member, leaf('eq', 'collectionId', shared))).not.toContain(secret);
    expect(await listed(other, leaf('eq', 'collectionId', shared))).toContain(secret);
  });

  it('excludes everything else from reading, retrieving and finding in a narrowed scope', async () => {
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

describe('the limits of a document filter', () => {
  const nested = (depth: number): object =>
    depth === 1
      ? { type: 'eq', key: 'title', value: 'x' }
      : { type: 'and', filters: [nested(depth - 1)] };

  it.each([
    ['is deeper than four', nested(5)],
    ['is deeper than fifty', nested(50)],
    [
      'contains more than 32 comparisons',
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
    [
      'compares an id with less than',
      { type: 'gt', key: 'documentId', value: newId(CollectionId) },
    ],
    ['does not contain an id', { type: 'eq', key: 'collectionId', value: 'travel' }],
    ['compares one value with a list', { type: 'eq', key: 'title', value: ['x'] }],
    ['has an additional field', { type: 'eq', key: 'title', value: 'x', tenantId: 'y' }],
  ])('refuse a filter that %s', (_what, filter) => {
    expect(DocumentFilter.safeParse(filter).success).toBe(false);
  });

  it('allow a depth of four', () => {
    expect(DocumentFilter.safeParse(nested(4)).success).toBe(true);
  });
});

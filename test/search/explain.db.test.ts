import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createExplainSearch } from '../../src/search/explain.js';
import type { DocumentFilter } from '../../src/shared/document-filter.js';
import { DocumentId, newId } from '../../src/shared/ids.js';
import { narrowScope, type UserScope } from '../../src/shared/scope.js';
import { addKnowledge } from '../support/knowledge.js';
import type { TestTenant } from '../support/tenant.js';
import { createWorkbench, type Workbench } from '../support/workbench.js';

let bench: Workbench;
let tenant: TestTenant;

beforeAll(async () => {
  bench = await createWorkbench();
  tenant = await bench.test.tenant();
  await addMany(60, (number) => `Bicycle parking place ${number} is beside gate ${number}.`);
  await addMany(12, () => 'The visitor badge is returned at the reception desk.', {
    isVaried: true,
  });
}, 120_000);

afterAll(() => bench.destroy());

const add = async (...passages: string[]): Promise<DocumentId> =>
  (await addKnowledge(bench, tenant, { owner: tenant.admin, passages })).documentId;

const addMany = async (
  count: number,
  write: (number: number) => string,
  { isVaried = false } = {},
): Promise<void> => {
  for (let number = 1; number <= count; number += 1) {
    const ending = isVaried ? ` Desk ${number}.` : '';
    await add(`${write(number)}${ending}`);
  }
};

type Wanted = {
  query: string;
  documentId: DocumentId;
  topK?: number;
  candidatesPerLeg?: number;
  filter?: DocumentFilter;
};

const explain = async (
  { query, documentId, topK = 5, candidatesPerLeg = 60, filter }: Wanted,
  scope: UserScope = tenant.member,
) => {
  const { searchChunks, languages } = bench.services({ search: { candidatesPerLeg } });
  const searchWide = bench.services({ search: { candidatesPerLeg: 500 } }).searchChunks;
  const { database } = bench.test;
  const explainSearch = createExplainSearch({
    database,
    languages,
    searchChunks,
    searchWide,
    searchAgain: searchChunks,
  });
  const { signal } = new AbortController();
  return explainSearch(scope, { query, documentId, topK, filter, signal });
};

describe('the explanation why a search does or does not find a document', () => {
  it('states that the document was found, where, and how relevant it is', async () => {
    const documentId = await add('The cafeteria serves lentil soup on Fridays.');

    const told = await explain({ query: 'When is there lentil soup?', documentId });

    expect(told).toMatchObject({ outcome: 'found', status: 'ready', position: 1 });
    expect(told.passage?.relevance).toBeGreaterThanOrEqual(told.needed ?? 1);
  });

  it('states that the filter of the search excludes the document', async () => {
    const documentId = await add('The orchard opens on Mondays.');
    const other = await add('The orchard closes on Sundays.');
    const asked = { query: 'When does the orchard open?', documentId };

    const left = await explain({
      ...asked,
      filter: { type: 'eq', key: 'documentId', value: other },
    });
    const within = await explain({
      ...asked,
      filter: { type: 'eq', key: 'documentId', value: documentId },
    });

    expect(left).toMatchObject({ outcome: 'outside_filter', passage: null, words: [] });
    expect(within).toMatchObject({ outcome: 'found', position: 1 });
  });

  it('does not know a document that the key may not see', async () => {
    const documentId = await add('The vault opens on Tuesdays.');
    const filter = { type: 'ne', key: 'documentId', value: documentId } as const;
    const limited = narrowScope(tenant.member, filter, { from: 'key' });

    const told = explain({ query: 'When does the vault open?', documentId }, limited);

    await expect(told).rejects.toMatchObject({ code: 'not_found' });
  });

  it.each([
    { whose: 'of another tenant', as: async () => (await bench.test.tenant()).member },
    { whose: 'that is private to somebody else', as: () => Promise.resolve(tenant.member) },
    { whose: 'whose content is hidden from admins', as: () => Promise.resolve(tenant.admin) },
  ])('does not admit that a document $whose exists', async ({ whose, as }) => {
    const owner = whose.includes('admins') ? tenant.member : tenant.admin;
    const { documentId } = await addKnowledge(bench, tenant, {
      owner,
      visibility: 'private',
      passages: ['Severance pay is three wages.'],
    });

    const asked = explain({ query: 'severance pay', documentId }, await as());

    await expect(asked).rejects.toMatchObject({ code: 'not_found' });
  });

  it('does not know a document that never existed', async () => {
    const asked = explain({ query: 'soup', documentId: newId(DocumentId) });

    await expect(asked).rejects.toMatchObject({ code: 'not_found' });
  });

  it('states that the document is not indexed yet, and its status', async () => {
    const documentId = newId(DocumentId);
    await bench.test.database.withScope(tenant.admin, (tx) =>
      tx.documents.create({
        id: documentId,
        ownerId: tenant.admin.userId,
        title: 'New',
        visibility: 'tenant',
        filename: 'a.txt',
        mimeType: 'text/plain',
        sizeBytes: 1,
        metadata: {},
        sha256: documentId,
        fileKey: documentId,
      }),
    );

    const told = await explain({ query: 'soup', documentId });

    expect(told).toMatchObject({ outcome: 'not_indexed', status: 'queued', passage: null });
  });

  it("states that the document has none of the question's words", async () => {
    const documentId = await add('Umbrellas hang in the hall.');

    expect(await explain({ query: 'xylophone lessons', documentId })).toMatchObject({
      outcome: 'no_common_word',
      position: null,
    });
  });

  it('states that the document is not among the candidates, and its rank', async () => {
    const documentId = await add(
      `Bicycle repairs. ${'Many other things are written here about tools and oil. '.repeat(8)}`,
    );

    // LanceDB puts what it has not indexed yet behind what it ranks.
    await bench.vectors.optimize();

    const told = await explain({ query: 'bicycle', documentId, candidatesPerLeg: 10 });

    expect(told.outcome).toBe('not_among_candidates');
    expect(told.position).toBe(61);
  });

  it('states that the document is below the relevance threshold, with the share of every word', async () => {
    const documentId = await add('The parking permit for motorcycles is blue.');

    const told = await explain({ query: 'Where is the helicopter landing permit?', documentId });

    expect(told.outcome).toBe('below_relevance');
    expect(told.passage?.relevance).toBeLessThan(told.needed ?? 0);
    const missing = told.words.find(({ forms }) => forms.some((form) => form.startsWith('helic')));
    expect(missing).toMatchObject({ found: 0 });
    expect(missing?.share).toBe(Math.max(...told.words.map(({ share }) => share)));
    expect(told.words.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 6);
  });

  it('shows how a misspelt word was read, and how well the document matches it', async () => {
    const documentId = await add('Cyclists lock the turnstile behind the orangery.');

    const told = await explain({ query: 'Who locks the turnstyle?', documentId });

    expect(told.corrections).toEqual([{ from: 'turnstyle', to: 'turnstile' }]);
    expect(told.words.map(({ forms, found }) => ({ forms, found }))).toContainEqual({
      forms: ['turnstil'],
      found: 1,
    });
  });

  it('states that another document with the same text represents it', async () => {
    const text = 'The quarterly newsletter is written by the librarian.';
    const first = await add(text);
    const second = await add(text);

    const told = await Promise.all(
      [first, second].map((documentId) =>
        explain({ query: 'Who writes the quarterly newsletter?', documentId }),
      ),
    );

    expect(told.map(({ outcome }) => outcome).sort()).toEqual(['found', 'merged']);
    const merged = told.find(({ outcome }) => outcome === 'merged');
    const other = merged?.documentId === first ? second : first;
    expect(merged?.mergedInto?.documentId).toBe(other);
  });

  it('states that more results would have included the document', async () => {
    const documentId = await add(
      'The visitor badge is returned at the reception desk. Else call the guard of the day.',
    );

    const told = await explain({
      query: 'Where is the visitor badge returned?',
      documentId,
      topK: 1,
    });

    expect(told.outcome).toBe('cut_by_top_k');
    expect(told.position).toBeGreaterThan(1);
  });

  it('states that the passages before it leave no room in the prompt', async () => {
    const filler = 'Nobody has to know any of this by heart at all. '.repeat(60);
    const query = 'How is the ventilation filter of the kiln replaced?';
    const ids: DocumentId[] = [];
    for (let number = 1; number <= 12; number += 1) {
      ids.push(await add(`The ventilation filter of kiln ${number} is replaced. ${filler}`));
    }

    await bench.vectors.optimize();

    const told = await Promise.all(
      ids.map((documentId) => explain({ query, documentId, topK: 12 })),
    );

    expect(told.map(({ outcome }) => outcome)).toContain('cut_by_budget');
    expect(told.find(({ position }) => position === 1)?.outcome).toBe('found');
  });
});

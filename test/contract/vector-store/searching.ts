import { expect } from '@jest/globals';
import { newId, UserId } from '../../../src/shared/ids.js';
import { ask, createTenant, vectorOf, type Cases } from './fixture.js';

export const searching: Cases = {
  'finds nothing in a tenant that has nothing': async (context) => {
    const { reader } = createTenant(context().store);

    const found = await reader.searchChunks(ask('anything', vectorOf(1, 0, 0, 0)));

    expect(found).toEqual({ lexical: [], dense: [], failed: [] });
  },

  'ranks the chunk with more and rarer words of the question first': async (context) => {
    const { writer, chunk, reader } = createTenant(context().store);
    const best = chunk('the vacation policy for new employees');
    const second = chunk('the policy on noise in open offices and corridors');
    const others = Array.from({ length: 8 }, (_, index) => chunk(`the canteen menu ${index}`));
    await writer.upsertChunks([second, ...others, best]);
    await context().store.optimize();

    const { lexical } = await reader.searchChunks(ask('vacation policy'));

    expect(lexical.map(({ id }) => id)).toEqual([best.id, second.id]);
    expect(lexical[0]?.score).toBeGreaterThan(lexical[1]?.score ?? Infinity);
  },

  'returns the terms of every hit, for judging evidence': async (context) => {
    const { writer, chunk, reader } = createTenant(context().store);
    await writer.upsertChunks([chunk('vacation days', { vector: vectorOf(1, 0, 0, 0) })]);

    const { lexical, dense } = await reader.searchChunks(ask('days', vectorOf(1, 0, 0, 0)));

    expect(lexical[0]?.terms).toEqual(['vacat', 'dai']);
    expect(dense[0]?.terms).toEqual(['vacat', 'dai']);
  },

  'looks up thousands of terms at once, and only in what its reader may see': async (context) => {
    const { writer, chunk, reader, ownReader } = createTenant(context().store);
    const shared = chunk('the deposit is due');
    const hidden = chunk('the depositor is known', { visibility: 'private' });
    await writer.upsertChunks([shared, hidden]);
    const [term = '', hiddenTerm = ''] = [shared.terms[1], hidden.terms[1]];
    const others = Array.from({ length: 2_500 }, (_, index) => `dep${index}osit`);
    const request = ask('');
    const query = { ...request.query, terms: [...others, term, hiddenTerm] };

    const seen = await reader.searchChunks({ ...request, query });
    const own = await ownReader.searchChunks({ ...request, query });

    expect(seen.lexical.map(({ id }) => id)).toEqual([shared.id]);
    expect(own.lexical.map(({ id }) => id).sort()).toEqual([shared.id, hidden.id].sort());
  },

  'finds chunks by vector that share no word, nearest first, with their cosine': async (
    context,
  ) => {
    const { writer, chunk, reader } = createTenant(context().store);
    const near = chunk('holiday', { vector: vectorOf(1, 0.1, 0, 0) });
    const far = chunk('laptop', { vector: vectorOf(0, 1, 0, 0) });
    await writer.upsertChunks([far, near]);

    const { lexical, dense } = await reader.searchChunks(ask('vacation', vectorOf(2, 0, 0, 0)));

    expect(lexical).toEqual([]);
    expect(dense.map(({ id }) => id)).toEqual([near.id, far.id]);
    expect(dense[0]?.score).toBeCloseTo(0.995, 3);
    expect(dense[1]?.score).toBeCloseTo(0, 5);
  },

  'leaves chunks without a vector to the lexical ranking': async (context) => {
    const { writer, chunk, reader } = createTenant(context().store);
    await writer.upsertChunks([chunk('vacation')]);

    const found = await reader.searchChunks(ask('vacation', vectorOf(1, 0, 0, 0)));

    expect(found.lexical).toHaveLength(1);
    expect(found.dense).toEqual([]);
  },

  'adds the vector of a chunk later': async (context) => {
    const { writer, chunk, reader } = createTenant(context().store);
    const point = chunk('vacation');
    await writer.upsertChunks([point]);

    await writer.upsertChunks([{ ...point, vector: vectorOf(0, 0, 1, 0) }]);

    const { dense } = await reader.searchChunks(ask('', vectorOf(0, 0, 1, 0)));
    expect(dense.map(({ id }) => id)).toEqual([point.id]);
  },

  'respects the limit per ranking': async (context) => {
    const { writer, chunk, reader } = createTenant(context().store);
    const points = Array.from({ length: 6 }, (_, index) =>
      chunk('vacation', { vector: vectorOf(1, index, 0, 0) }),
    );
    await writer.upsertChunks(points);

    const found = await reader.searchChunks({
      ...ask('vacation', vectorOf(1, 0, 0, 0)),
      limitPerLeg: 4,
    });

    expect([found.lexical.length, found.dense.length]).toEqual([4, 4]);
  },

  'filters by documents and by language': async (context) => {
    const { writer, chunk, reader } = createTenant(context().store);
    const [english, german] = [chunk('plan'), chunk('plan', { language: 'de' })];
    await writer.upsertChunks([english, german]);
    const find = async (filter: object) =>
      (await reader.searchChunks({ ...ask('plan'), filter })).lexical.map(({ id }) => id);

    expect(await find({ language: 'de' })).toEqual([german.id]);
    expect(await find({ documentIds: [english.documentId] })).toEqual([english.id]);
    expect(await find({ documentIds: [english.documentId, german.documentId] })).toHaveLength(2);
    expect(await find({ documentIds: [] })).toEqual([]);
  },

  'keeps the lexical ranking if the vector of the question has another length': async (context) => {
    const { writer, chunk, reader } = createTenant(context().store);
    await writer.upsertChunks([chunk('vacation', { vector: vectorOf(1, 0, 0, 0) })]);

    const found = await reader.searchChunks(ask('vacation', vectorOf(1, 0)));

    expect(found.lexical).toHaveLength(1);
    expect(found.failed.map(({ leg }) => leg)).toEqual(['dense']);
  },

  'does not escape its tenant through a language, a group or a visibility': async (context) => {
    const { writer, chunk, readerFor } = createTenant(context().store);
    const injection = `x' OR '1'='1`;
    await writer.upsertChunks([
      chunk('secret', { visibility: 'private' }),
      chunk('secret', { visibility: `group:${injection}`, language: injection }),
    ]);
    const outsider = readerFor(newId(UserId), [`y') OR ('a' = 'a`]);
    const member = readerFor(newId(UserId), [injection]);

    const stolen = await outsider.searchChunks({
      ...ask('secret'),
      filter: { language: injection },
    });
    const own = await member.searchChunks({ ...ask('secret'), filter: { language: injection } });

    expect(stolen.lexical).toEqual([]);
    expect(own.lexical).toHaveLength(1);
  },

  'stops waiting when the caller gives up': async (context) => {
    const { writer, chunk, reader } = createTenant(context().store);
    await writer.upsertChunks([chunk('vacation')]);
    const controller = new AbortController();

    const search = reader.searchChunks({ ...ask('vacation'), signal: controller.signal });
    controller.abort(new Error('gone'));

    await expect(search).rejects.toThrow('gone');
  },
};

const ODD_TERMS: Record<string, string[]> = {
  'no terms': [],
  quotes: [`'`, `"`, `'; DROP TABLE x; --`],
  operators: ['AND', 'OR', 'NOT', '*', '(', '+a', '-b', 'x~2', 'a:b'],
  'an endless question': Array.from({ length: 3_000 }, (_, index) => `word${index}`),
  'an endless word': ['x'.repeat(5_000)],
  'emoji and controls': ['🎉', '\u0001', '\u202e'],
};

const treatsAsWords =
  (terms: readonly string[]): Cases[string] =>
  async (context) => {
    const { writer, chunk, reader } = createTenant(context().store);
    await writer.upsertChunks([chunk('vacation')]);

    const query = { terms: [...terms, 'vacat'], vector: null };
    const { lexical, failed } = await reader.searchChunks({ ...ask(''), query });

    expect(failed).toEqual([]);
    expect(lexical).toHaveLength(1);
  };

export const oddQueries: Cases = Object.fromEntries(
  Object.entries(ODD_TERMS).map(([name, terms]) => [
    `treats ${name} as words and not as syntax`,
    treatsAsWords(terms),
  ]),
);

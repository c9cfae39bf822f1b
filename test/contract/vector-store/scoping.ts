import { expect } from '@jest/globals';
import { newId, UserId } from '../../../src/shared/ids.js';
import { ask, createTenant, vectorOf, type Cases } from './fixture.js';

const vector = vectorOf(1, 0, 0, 0);

export const scoping: Cases = {
  'shows nothing of another tenant in either ranking': async (context) => {
    const mine = createTenant(context().store);
    const theirs = createTenant(context().store);
    await theirs.writer.upsertChunks([theirs.chunk('vacation', { vector })]);
    await mine.writer.upsertChunks([mine.chunk('unrelated')]);

    const found = await mine.reader.searchChunks(ask('vacation', vector));

    expect(found).toEqual({ lexical: [], dense: [], failed: [] });
  },

  'shows private chunks to their owner and group chunks to the group, in both rankings': async (
    context,
  ) => {
    const { writer, chunk, reader, ownReader, readerFor } = createTenant(context().store);
    const shared = chunk('vacation', { vector });
    const own = chunk('vacation', { vector, visibility: 'private' });
    const staff = chunk('vacation', { vector, visibility: 'group:hr', ownerId: newId(UserId) });
    await writer.upsertChunks([shared, own, staff]);
    const see = async (who: typeof reader) => {
      const { lexical, dense } = await who.searchChunks(ask('vacation', vector));
      return [lexical, dense].map((hits) => new Set(hits.map(({ id }) => id)));
    };

    const [stranger, owner, member] = await Promise.all([
      see(reader),
      see(ownReader),
      see(readerFor(newId(UserId), ['hr', 'it'])),
    ]);

    expect(stranger).toEqual([new Set([shared.id]), new Set([shared.id])]);
    expect(owner).toEqual([new Set([shared.id, own.id]), new Set([shared.id, own.id])]);
    expect(member).toEqual([new Set([shared.id, staff.id]), new Set([shared.id, staff.id])]);
  },

  'does not confuse a group named like a visibility with that visibility': async (context) => {
    const { writer, chunk, readerFor } = createTenant(context().store);
    await writer.upsertChunks([chunk('vacation', { visibility: 'private' })]);

    const found = await readerFor(newId(UserId), ['private', 'tenant']).searchChunks(
      ask('vacation'),
    );

    expect(found.lexical).toEqual([]);
  },

  'narrows and widens the visibility of a document at once': async (context) => {
    const { writer, chunk, reader } = createTenant(context().store);
    const point = chunk('vacation', { vector });
    const bystander = chunk('vacation', { vector });
    await writer.upsertChunks([point, bystander]);
    const count = async () => {
      const { lexical, dense } = await reader.searchChunks(ask('vacation', vector));
      return [lexical.length, dense.length];
    };

    await writer.setVisibility({ documentId: point.documentId, visibility: 'private' });
    const narrowed = await count();
    await writer.setVisibility({ documentId: point.documentId, visibility: 'tenant' });

    expect(narrowed).toEqual([1, 1]);
    expect(await count()).toEqual([2, 2]);
  },

  'shows memories only to their user': async (context) => {
    const { writer, memory, readerFor } = createTenant(context().store);
    const [alice, bob] = [newId(UserId), newId(UserId)];
    const point = { ...memory(alice, 'likes green tea'), vector };
    await writer.upsertMemories([point, point]);

    const own = await readerFor(alice).searchMemories(ask('tea', vector));
    const foreign = await readerFor(bob).searchMemories(ask('tea', vector));

    expect(own.lexical.map(({ id }) => id)).toEqual([point.id]);
    expect(own.dense.map(({ id }) => id)).toEqual([point.id]);
    expect([foreign.lexical, foreign.dense]).toEqual([[], []]);
  },

  'filters memories by type and forgets a deleted one': async (context) => {
    const { writer, memory, readerFor } = createTenant(context().store);
    const alice = newId(UserId);
    const point = memory(alice, 'likes tea');
    await writer.upsertMemories([point]);
    const find = (filter: object) => readerFor(alice).searchMemories({ ...ask('tea'), filter });

    const facts = await find({ memoryType: 'explicit_fact' });
    const summaries = await find({ memoryType: 'session_summary' });
    await writer.deleteMemory(point.id);

    expect([facts.lexical.length, summaries.lexical.length]).toEqual([1, 0]);
    expect((await find({})).lexical).toEqual([]);
  },
};

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { startOpenAiServer, type OpenAiServer } from '../../fakes/openai-server/index.js';
import { startQdrantDouble, type QdrantDouble } from '../../fakes/qdrant-double/server.js';
import { startApplication, type TestApplication } from '../../support/application.js';
import { eventually } from '../../support/eventually.js';
import { toAnswer } from '../../support/serve-api.js';

const DIMENSIONS = 64;
const Uploaded = z.object({ document: z.object({ id: z.string() }) });
const Searched = z.object({
  results: z.array(
    z.object({ documentId: z.string(), content: z.string(), evidence: z.boolean() }),
  ),
  legs: z.object({ dense: z.string(), lexical: z.string() }),
});
const Answered = z.object({
  answer: z.string(),
  degraded: z.array(z.unknown()),
  citations: z.array(z.object({ documentId: z.string(), verification: z.string() })),
});

let qdrant: QdrantDouble;
let model: OpenAiServer;
beforeEach(async () => {
  qdrant = await startQdrantDouble({});
  model = await startOpenAiServer({ dimensions: DIMENSIONS });
});
afterEach(async () => {
  await model.close();
  await qdrant.close();
});

const start = (variables: Record<string, string> = {}) =>
  startApplication({
    variables: {
      QDRANT_URL: qdrant.url,
      EMBEDDINGS_BASE_URL: model.baseUrl,
      EMBEDDINGS_MODEL: 'test-embedder',
      EMBEDDINGS_DIMENSIONS: String(DIMENSIONS),
      EVIDENCE_MIN_SIMILARITY: '0.85',
      ...variables,
    },
  });

/** Counts the points of all collections of chunks. */
const countPoints = (): number =>
  [...qdrant.state.collections]
    .filter(([name]) => name.startsWith('document_chunks_'))
    .reduce((sum, [, { points }]) => sum + points.length, 0);

const createUser = async (application: TestApplication) => {
  const { adminKey: key } = await application.tenant();
  return {
    add: async (text: string): Promise<string> => {
      const { json } = await application.call('POST', '/v1/documents', {
        key,
        body: { title: 'Rules', text },
      });
      return Uploaded.parse(json).document.id;
    },
    ready: async (id: string) => application.settled(key, id),
    replace: async (id: string, text: string) => {
      const body = new FormData();
      body.append('file', new Blob([text]), 'rules.txt');
      const headers = { Authorization: `Bearer ${key}` };
      return toAnswer(
        await fetch(`${application.url}/v1/documents/${id}/file`, { method: 'PUT', headers, body }),
        'PUT',
      );
    },
    remove: (id: string) => application.call('DELETE', `/v1/documents/${id}`, { key }),
    search: async (query: string) =>
      Searched.parse((await application.call('POST', '/v1/search', { key, body: { query } })).json),
    ask: async (message: string) =>
      Answered.parse((await application.call('POST', '/v1/chat', { key, body: { message } })).json),
  };
};

describe('a document whose vectors are in Qdrant', () => {
  it('is found by text and by vector, cited, replaced and deleted with its points', async () => {
    const application = await start();
    const user = await createUser(application);

    const id = await user.add('The parking fee is 40 EUR a month.');
    expect(await user.ready(id)).toMatchObject({ status: 'ready', version: 1 });
    expect(await user.search('parking fee')).toMatchObject({
      legs: { dense: 'active', lexical: 'active' },
      results: [{ documentId: id, content: 'The parking fee is 40 EUR a month.', evidence: true }],
    });
    const asked = await user.ask('How much is the parking fee a month?');
    expect(asked.answer).toContain('40 EUR');
    expect(asked.citations).toMatchObject([{ documentId: id, verification: 'exact' }]);

    await user.replace(id, 'The parking fee is 55 EUR a month.');
    const replaced = await eventually(
      () => user.ask('How much is the parking fee a month?'),
      ({ answer }) => answer.includes('55 EUR'),
      60_000,
    );
    expect(replaced.answer).not.toContain('40 EUR');
    await eventually(
      async () => countPoints(),
      (points) => points === 1,
      60_000,
    );

    await user.remove(id);
    expect((await user.search('parking fee')).results).toEqual([]);
    expect(
      await eventually(
        async () => countPoints(),
        (points) => points === 0,
        60_000,
      ),
    ).toBe(0);
    await application.close();
    expect(qdrant.violations).toEqual([]);
  }, 120_000);

  it('is scored against the configured mean length of chunks', async () => {
    const valueOf = async (chunkTokens: number): Promise<number> => {
      const application = await start({ CHUNK_TOKENS: String(chunkTokens) });
      const user = await createUser(application);
      await user.ready(await user.add('Parking.'));
      await application.close();
      const written = qdrant.calls.findLast(
        ({ method, path }) => method === 'PUT' && /document_chunks_\w+\/points$/.test(path),
      );
      const { points } = z
        .object({
          points: z.array(
            z.object({ vector: z.object({ lexical: z.object({ values: z.array(z.number()) }) }) }),
          ),
        })
        .parse(written?.body);
      return points[0]?.vector.lexical.values[0] ?? 0;
    };

    const [usual, short] = [await valueOf(400), await valueOf(50)];

    // One term among 230 on the average says a little more than one among 29.
    expect(usual).toBeGreaterThan(short);
    expect(short).toBeCloseTo(2.2 / (1 + 1.2 * (0.25 + 0.75 / 29)), 5);
  }, 120_000);

  it("is not even requested if the embedder's vectors have another length than the settings say", async () => {
    await expect(start({ EMBEDDINGS_DIMENSIONS: '32' })).rejects.toThrow(
      'EMBEDDINGS_DIMENSIONS says 32, but the embedder gives vectors of 64 numbers.',
    );
  });
});

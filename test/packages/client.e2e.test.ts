import { openAsBlob } from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createClient, type ChatEvent, type Client } from '@knowledge-router/client';
import { KnowledgeRouterRetriever } from '@knowledge-router/langchain';
import { SAMPLES, startApplication, type TestApplication } from '../support/application.js';

const HANDBOOK = join(SAMPLES, 'employee-handbook.pdf');
const QUESTION = 'How many days a week may office staff work from home?';

let application: TestApplication;
let client: Client;
let documentId: string;
const sentBytes: number[] = [];

beforeAll(async () => {
  application = await startApplication();
  const { adminKey } = await application.tenant();
  client = createClient({ url: application.url, apiKey: () => Promise.resolve(adminKey) });
  const { document } = await client.upload(
    await openAsBlob(HANDBOOK),
    { name: basename(HANDBOOK), metadata: { year: 2026 } },
    { onProgress: (progress) => sentBytes.push(progress.sentBytes) },
  );
  documentId = document.id;
  await client.documents.waitUntilReady(documentId);
}, 120_000);
afterAll(() => application.close());

describe('the client package on a server', () => {
  it('uploads a file and reports its progress to the last byte', async () => {
    const document = await client.documents.get(documentId);

    expect(document).toMatchObject({ filename: 'employee-handbook.pdf', metadata: { year: 2026 } });
    expect(sentBytes.at(-1)).toBe(document.sizeBytes);
  });

  it('asks, and streams an answer whose texts add up to it', async () => {
    const events: ChatEvent[] = [];
    const asked = await client.ask(QUESTION);

    for await (const event of client.stream(QUESTION)) events.push(event);

    const last = events.at(-1);
    const answer = last?.event === 'answer' ? last.data : null;
    const texts = events.flatMap((event) => (event.event === 'delta' ? [event.data.text] : []));
    expect(texts.join('')).toBe(answer?.answer);
    expect(answer?.citations[0]).toMatchObject({ documentId, pageStart: 4 });
    expect(asked.answer).toContain('three days a week');
  });

  it('gets one answer to a question that it sends twice with the same key', async () => {
    const options = { idempotencyKey: crypto.randomUUID() };

    const [first, second] = [
      await client.ask(QUESTION, options),
      await client.ask(QUESTION, options),
    ];

    expect(second.messageId).toBe(first.messageId);
  });

  it('searches within a collection, and lists and removes it', async () => {
    const { id } = await client.collections.create({ name: 'Handbooks' });
    const filter = { type: 'eq', key: 'collectionId', value: id } as const;
    const before = await client.search({ query: QUESTION, filter });
    await client.collections.addDocument(id, documentId);

    const { results } = await client.search({ query: QUESTION, filter });

    expect(before.results).toEqual([]);
    expect(results[0]).toMatchObject({ documentId, evidence: true });
    const { items } = await client.collections.list();
    expect(items).toMatchObject([{ id, documentCount: 1 }]);
    await client.collections.delete(id);
    await expect(client.collections.get(id)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('waits for a document and learns why it failed', async () => {
    const broken = new Blob(['%PDF-1.7\nnothing else\n']);
    const { document } = await client.upload(broken, { name: 'broken.pdf' });

    const waiting = client.documents.waitUntilReady(document.id);

    await expect(waiting).rejects.toMatchObject({ code: 'document_corrupt' });
  });

  it('shows who the key belongs to, and that a wrong key is refused', async () => {
    const stranger = createClient({ url: application.url, apiKey: 'kr_wrong' });

    const { user } = await client.me();

    expect(user?.role).toBe('admin');
    await expect(stranger.me()).rejects.toMatchObject({ status: 401 });
  });
});

describe('the retriever for LangChain on a server', () => {
  it('returns passages with what a citation needs', async () => {
    const retriever = new KnowledgeRouterRetriever({ client, topK: 3 });

    const documents = await retriever.invoke(QUESTION);

    expect(documents.length).toBeLessThanOrEqual(3);
    expect(documents[0]?.pageContent).toContain('three days');
    expect(documents[0]?.metadata).toMatchObject({ documentId, pageStart: 4, evidence: true });
  });

  it('respects its filter', async () => {
    const filter = { type: 'eq', key: 'metadata.year', value: 1999 } as const;
    const retriever = new KnowledgeRouterRetriever({ client, filter });

    await expect(retriever.invoke(QUESTION)).resolves.toEqual([]);
  });
});

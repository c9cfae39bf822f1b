import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { ChatAnswer } from '../src/workflow/chat.js';
import { startApplication, type TestApplication } from './support/application.js';
import { SAMPLES } from './support/samples.js';

const Uploaded = z.object({ document: z.object({ id: z.string() }), duplicate: z.boolean() });
const HANDBOOK = join(SAMPLES, 'employee-handbook.pdf');
const QUESTION = 'How many days a week may office staff work from home?';

describe('the main use case', () => {
  let application: TestApplication;
  let adminKey: string;
  let documentId: string;

  beforeAll(async () => {
    application = await startApplication();
    ({ adminKey } = await application.tenant());
    const uploaded = await application.upload(adminKey, HANDBOOK);
    documentId = Uploaded.parse(uploaded.json).document.id;
    await application.settled(adminKey, documentId);
  }, 120_000);

  afterAll(() => application.close());

  const ask = (key: string, message: string, sessionId?: string) =>
    application.call('POST', '/v1/chat', {
      key,
      body: { message, ...(sessionId && { sessionId }) },
    });

  it('makes an uploaded PDF ready, with its pages and chunks', async () => {
    const document = await application.settled(adminKey, documentId);

    expect(document).toMatchObject({ status: 'ready', pageCount: 12, language: 'en', error: null });
    expect(document['chunkCount']).toBeGreaterThan(10);
  });

  it('answers a question with a citation of document, page and verified quote', async () => {
    const answer = ChatAnswer.parse((await ask(adminKey, QUESTION)).json);

    expect(answer).toMatchObject({
      responseType: 'answer',
      stopReason: 'answered',
      language: 'en',
    });
    expect(answer.answer).toContain('three days a week');
    expect(answer.citations[0]).toMatchObject({
      documentId,
      pageStart: 4,
      chapter: 'Remote work',
      verification: 'exact',
    });
    expect(answer.degraded).toEqual([]);
  });

  it('cites a span of the text in the chunks', async () => {
    const answer = ChatAnswer.parse((await ask(adminKey, QUESTION)).json);
    const [citation] = answer.citations;
    const { json } = await application.call('GET', `/v1/documents/${documentId}/chunks?limit=100`, {
      key: adminKey,
    });
    const { items } = z
      .object({
        items: z.array(z.object({ id: z.string(), content: z.string(), charStart: z.number() })),
      })
      .parse(json);
    const chunk = items.find(({ id }) => id === citation?.chunkId);

    const from = (citation?.charStart ?? 0) - (chunk?.charStart ?? 0);
    const span = chunk?.content.slice(from, from + (citation?.quote?.length ?? 0));
    expect(span).toBe(citation?.quote);
  });

  it('continues the conversation in the same session', async () => {
    const first = ChatAnswer.parse((await ask(adminKey, QUESTION)).json);
    const second = ChatAnswer.parse(
      (await ask(adminKey, 'And from abroad?', first.sessionId)).json,
    );

    expect(second.sessionId).toBe(first.sessionId);
    expect(second.citations[0]).toMatchObject({ documentId, pageStart: 4 });
  });

  it('reports that nothing was found', async () => {
    const answer = ChatAnswer.parse((await ask(adminKey, 'What is the capital of France?')).json);

    expect(answer).toMatchObject({ responseType: 'not_found', citations: [], grounding: null });
  });

  it('returns the receipt of an answer', async () => {
    const { executionId } = ChatAnswer.parse((await ask(adminKey, QUESTION)).json);
    const { status, json } = await application.call('GET', `/v1/executions/${executionId}`, {
      key: adminKey,
    });

    expect(status).toBe(200);
    expect(json).toMatchObject({
      question: QUESTION,
      nodes: [
        { nodeName: 'initialize' },
        { nodeName: 'prepare_query' },
        { nodeName: 'agent_decide' },
        { nodeName: 'tools' },
        { nodeName: 'finalize' },
      ],
    });
  });

  it('does not use the document to answer anyone in another tenant', async () => {
    const other = await application.tenant();

    const answer = ChatAnswer.parse((await ask(other.adminKey, QUESTION)).json);
    const foreign = await application.call('GET', `/v1/documents/${documentId}`, {
      key: other.adminKey,
    });

    expect(answer.responseType).toBe('not_found');
    expect(foreign.status).toBe(404);
  });

  it('recognises the same bytes from the same owner', async () => {
    const again = await application.upload(adminKey, HANDBOOK);

    expect(again.status).toBe(200);
    expect(Uploaded.parse(again.json)).toMatchObject({
      duplicate: true,
      document: { id: documentId },
    });
  });

  it('never answers from a deleted document', async () => {
    const { adminKey: key } = await application.tenant();
    const uploaded = await application.upload(key, HANDBOOK);
    const { id } = Uploaded.parse(uploaded.json).document;
    await application.settled(key, id);

    const deleted = await application.call('DELETE', `/v1/documents/${id}`, { key });
    const answer = ChatAnswer.parse((await ask(key, QUESTION)).json);
    const read = await application.call('GET', `/v1/documents/${id}`, { key });

    expect(deleted.status).toBe(202);
    expect(answer.responseType).toBe('not_found');
    expect(read.status).toBe(404);
  });
});

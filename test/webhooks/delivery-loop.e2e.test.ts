import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { z } from 'zod';
import { startApplication, type TestApplication } from '../support/application.js';
import { eventually } from '../support/eventually.js';
import { startReceiver, type Receiver } from '../support/webhooks.js';

let application: TestApplication;
let receiver: Receiver;

beforeAll(async () => {
  receiver = await startReceiver();
  application = await startApplication({
    variables: {
      WEBHOOK_PRIVATE_ORIGINS: receiver.origin,
      JWT_SECRET: 'sDkq8fjw2LmZ0pQx7vBn4tYc1uHg5rEa',
    },
  });
});
afterAll(async () => {
  await application.close();
  await receiver.close();
});

const Created = z.object({ id: z.string(), secret: z.string() });
const Event = z.object({ type: z.string(), data: z.record(z.string(), z.unknown()) });

describe('an application that receives webhooks', () => {
  it('receives an upload, a failure, a deletion and feedback, each once', async () => {
    const { adminKey: key } = await application.tenant();
    const made = await application.call('POST', '/v1/webhooks', {
      key,
      body: {
        url: receiver.url,
        events: ['document.ready', 'document.failed', 'document.deleted', 'answer.feedback'],
      },
    });
    const { secret } = Created.parse(made.json);
    const add = async (body: object) => {
      const { json } = await application.call('POST', '/v1/documents', { key, body });
      return z.object({ document: z.object({ id: z.string() }) }).parse(json).document.id;
    };

    const readyId = await add({
      title: 'Office',
      text: 'Remote work is allowed three days a week.',
    });
    const failedId = await add({ title: 'Nothing', text: ' ' });
    await receiver.after(2);
    const asked = await application.call('POST', '/v1/chat', {
      key,
      body: { message: 'How many days of remote work are allowed?' },
    });
    const { messageId, executionId } = z
      .object({ messageId: z.string(), executionId: z.string() })
      .parse(asked.json);
    await application.call('POST', `/v1/messages/${messageId}/feedback`, {
      key,
      body: { rating: 'down', comment: 'Too short.' },
    });
    await application.call('DELETE', `/v1/documents/${readyId}`, { key });
    await receiver.after(4);

    const events = receiver.received.map(({ body, headers }) =>
      Event.parse(new Webhook(secret).verify(body, headers)),
    );
    const dataOf = (type: string) =>
      events.filter((one) => one.type === type).map(({ data }) => data);
    expect(dataOf('document.ready')).toMatchObject([{ documentId: readyId, status: 'ready' }]);
    expect(dataOf('document.failed')).toMatchObject([
      { documentId: failedId, status: 'failed', errorCode: 'document_empty' },
    ]);
    expect(dataOf('document.deleted')).toMatchObject([{ documentId: readyId, version: 1 }]);
    expect(dataOf('answer.feedback')).toMatchObject([
      { messageId, executionId, rating: 'down', shareWithAdmin: false },
    ]);
    expect(receiver.received.map(({ body }) => body).join()).not.toMatch(
      /Too short|remote|Nothing/i,
    );
    await eventually(
      async () =>
        (
          await application.call('GET', `/v1/webhooks/${Created.parse(made.json).id}/deliveries`, {
            key,
          })
        ).text,
      (text) => !text.includes('"waiting"'),
    );
    expect(receiver.received).toHaveLength(4);
  });

  it('receives the completion of a batch with its counts', async () => {
    const { adminKey: key } = await application.tenant();
    const body = { url: receiver.url, events: ['batch.completed'] };
    const { json } = await application.call('POST', '/v1/webhooks', { key, body });
    const form = new FormData();
    form.append('file', new Blob(['Lunch is paid on Fridays.']), 'lunch.txt');
    form.append('file', new Blob([' ']), 'empty.txt');
    const before = receiver.received.length;

    const sent = await fetch(`${application.url}/v1/documents/batch`, {
      method: 'POST',
      body: form,
      headers: { authorization: `Bearer ${key}` },
    });
    const { batchId } = z.object({ batchId: z.string() }).parse(await sent.json());
    const [told] = (await receiver.after(before + 1)).slice(before);

    expect(
      new Webhook(Created.parse(json).secret).verify(told?.body ?? '', told?.headers ?? {}),
    ).toMatchObject({
      type: 'batch.completed',
      data: { batchId, processing: 0, ready: 1, failed: 1, deleted: 0, refused: 0 },
    });
  });
});

import { openAsBlob } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { eventually } from '../../test/support/eventually.js';
import { ROOT } from './image.js';
import { PATIENCE_MS } from './processes.js';

const SAMPLE = 'demo/samples/employee-handbook.pdf';
const QUESTION = 'How many days a week may office staff work from home?';

type Asking = { key: string; body?: FormData | Record<string, unknown> };

const ask = async (url: string, path: string, { key, body }: Asking): Promise<unknown> => {
  const isForm = body instanceof FormData;
  const answer = await fetch(`${url}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      Authorization: `Bearer ${key}`,
      ...(!isForm && body !== undefined && { 'Content-Type': 'application/json' }),
    },
    ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`);
  return JSON.parse(text);
};

export const createTenant = async (url: string, operatorKey: string): Promise<string> => {
  const Created = z.object({ apiKey: z.string() });
  const body = { slug: 'acme', name: 'Acme', admin: { email: 'admin@acme.example' } };
  return Created.parse(await ask(url, '/v1/tenants', { key: operatorKey, body })).apiKey;
};

/** Asks what the handbook answers, and fails where the answer does not cite it. */
export const askHandbook = async (url: string, key: string): Promise<void> => {
  const Answer = z.object({ citations: z.array(z.looseObject({})).min(1) });
  Answer.parse(await ask(url, '/v1/chat', { key, body: { message: QUESTION } }));
};

const Document = z.object({ status: z.string() });

export const uploadAndAsk = async (url: string, key: string): Promise<void> => {
  const form = new FormData();
  form.set(
    'file',
    await openAsBlob(join(ROOT, SAMPLE), { type: 'application/pdf' }),
    'handbook.pdf',
  );
  const Uploaded = z.object({ document: z.object({ id: z.string() }) });
  const { document } = Uploaded.parse(await ask(url, '/v1/documents', { key, body: form }));
  const read = async () => Document.parse(await ask(url, `/v1/documents/${document.id}`, { key }));
  const { status } = await eventually(
    read,
    (seen) => /^(?:ready|failed)$/u.test(seen.status),
    PATIENCE_MS,
  );
  if (status !== 'ready') throw new Error(`The document is ${status}.`);
  await askHandbook(url, key);
};

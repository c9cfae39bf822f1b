// Uploads a file, waits until it is ready, asks, streams, lists and handles an error, with types that are made from the OpenAPI document:
//   npm run client:types -- $KNOWLEDGE_ROUTER_URL/v1/openapi.json
// Usage: KNOWLEDGE_ROUTER_KEY=… npx tsx ask.ts FILE QUESTION
import { openAsBlob } from 'node:fs';
import { basename } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import createClient from 'openapi-fetch';
import type { components, paths } from './api.js';

type ChatEvent = components['schemas']['ChatEvent'];

const { KNOWLEDGE_ROUTER_URL: baseUrl = 'http://127.0.0.1:3000', KNOWLEDGE_ROUTER_KEY: key } =
  process.env;
const [file, message] = process.argv.slice(2);
if (!key || !file || !message)
  throw new Error('Usage: KNOWLEDGE_ROUTER_KEY=… ask.ts FILE QUESTION');
const headers = { Authorization: `Bearer ${key}` };
// What is answered as JSON; a stream is asked for where it is wanted.
const api = createClient<paths, `application/${string}`>({ baseUrl, headers });

const form = new FormData();
form.append('file', await openAsBlob(file), basename(file));
const upload = await api.POST('/v1/documents', {
  body: { file: basename(file) },
  bodySerializer: () => form,
});
if (upload.error) throw new Error(upload.error.detail);
const { id } = upload.data.document;
for (let status = 'queued'; status !== 'ready'; await sleep(200)) {
  const { data, error } = await api.GET('/v1/documents/{id}', { params: { path: { id } } });
  if (error) throw new Error(error.detail);
  if (data.error) throw new Error(`The document failed: ${data.error.message}`);
  status = data.status;
}

const asked = await api.POST('/v1/chat', { body: { message } });
if (asked.error) throw new Error(asked.error.detail);
for (const { title, quote } of asked.data.citations) console.log(`${title}: ${quote}`);

const streamed = await api.POST('/v1/chat', {
  body: { message },
  headers: { Accept: 'text/event-stream' },
  parseAs: 'stream',
});
type Told = { event: string; data: unknown };
const isChatEvent = (told: Told): told is ChatEvent => told.event !== '';
let text = '';
const stream = (streamed.data ?? new ReadableStream()).pipeThrough(new TextDecoderStream());
for await (const part of stream) text += part;
for (const [, event = '', data = ''] of text.matchAll(/^event: (.*)\ndata: (.*)$/gm)) {
  const told: Told = { event, data: JSON.parse(data) };
  if (isChatEvent(told) && told.event === 'delta') process.stdout.write(told.data.text);
}

const list = await api.GET('/v1/documents', { params: { query: { status: 'ready', limit: 5 } } });
console.log(`\n${list.data?.items.map(({ title }) => title).join(', ')}`);

const missing = await api.GET('/v1/documents/{id}', {
  params: { path: { id: crypto.randomUUID() } },
});
console.log(`${missing.response.status} ${missing.error?.code}`);

// Creates a tenant, uploads a document, waits until it is ready, asks a question and prints the answer with its citations.
// Usage: OPERATOR_KEY=… npx tsx examples/ask.ts FILE QUESTION
import { openAsBlob } from 'node:fs';
import { basename } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

type Document = {
  id: string;
  status: 'ready' | 'failed' | 'pending';
  error: { message: string } | null;
};
type Citation = {
  number: number;
  title?: string;
  pageStart?: number | null;
  quote: string | null;
  verification: string;
};
type Answer = { answer: string; citations: Citation[] };

const url = process.env['KNOWLEDGE_ROUTER_URL'] ?? 'http://127.0.0.1:3000';
const [file, question] = process.argv.slice(2);
const operatorKey = process.env['OPERATOR_KEY'];
if (!operatorKey || !file || !question) {
  throw new Error('Usage: OPERATOR_KEY=… npx tsx examples/ask.ts FILE QUESTION');
}

const main = async (): Promise<void> => {
  // The operator creates a tenant with its first administrator, whose key is shown this once.
  const slug = `example-${Date.now()}-${process.pid}`;
  const tenant = { slug, name: 'Example', admin: { email: `admin@${slug}.example` } };
  const { apiKey } = await call<{ apiKey: string }>('/v1/tenants', operatorKey, tenant);

  // The upload is answered at once; the document is parsed and indexed in the background.
  const form = new FormData();
  form.append('file', await openAsBlob(file), basename(file));
  const uploaded = await call<{ document: Document }>('/v1/documents', apiKey, form);
  await waitUntilReady(uploaded.document.id, apiKey);

  const { answer, citations } = await call<Answer>('/v1/chat', apiKey, { message: question });
  console.log([answer, ...citations.map(toLine)].join('\n'));
};

/** One request: a POST when there is something to send, a GET otherwise. An error of the API is thrown with its body. */
const call = async <Reply>(path: string, key: string, body?: object): Promise<Reply> => {
  const isForm = body instanceof FormData;
  const response = await fetch(`${url}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      Authorization: `Bearer ${key}`,
      ...(body === undefined || isForm ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  // The shapes are those of the OpenAPI document, which the server shows at /docs.
  return (await response.json()) as Reply;
};

const waitUntilReady = async (id: string, key: string): Promise<void> => {
  for (let attempt = 0; attempt < 300; attempt += 1) {
    const { status, error } = await call<Document>(`/v1/documents/${id}`, key);
    if (status === 'ready') return;
    if (status === 'failed') throw new Error(`The document failed: ${error?.message ?? 'unknown'}`);
    await sleep(200);
  }
  throw new Error('The document was not ready within a minute.');
};

const toLine = ({ number, title, pageStart, verification, quote }: Citation): string => {
  const page = pageStart ? `, p. ${pageStart}` : '';
  return `[${number}] ${title ?? 'untitled'}${page} (${verification}): “${quote ?? ''}”`;
};

await main();

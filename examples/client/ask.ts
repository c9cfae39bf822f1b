// Uploads a file with its progress, waits until it is ready, asks with a stream, searches, lists and handles an error.
// Usage: KNOWLEDGE_ROUTER_API_KEY=… npx tsx ask.ts FILE QUESTION
import { openAsBlob } from 'node:fs';
import { basename } from 'node:path';
import { createClient, isKnowledgeRouterError } from '@knowledge-router/client';

const { KNOWLEDGE_ROUTER_URL: url = 'http://127.0.0.1:3000', KNOWLEDGE_ROUTER_API_KEY: apiKey } =
  process.env;
const [file, question] = process.argv.slice(2);
if (!apiKey || !file || !question) {
  throw new Error('Usage: KNOWLEDGE_ROUTER_API_KEY=… ask.ts FILE QUESTION');
}
const client = createClient({ url, apiKey });

const { document } = await client.upload(
  await openAsBlob(file),
  { name: basename(file) },
  { onProgress: ({ sentBytes, totalBytes }) => console.error(`${sentBytes} of ${totalBytes}`) },
);
await client.documents.waitUntilReady(document.id);

for await (const event of client.stream(question)) {
  if (event.event === 'delta') process.stdout.write(event.data.text);
  if (event.event !== 'answer') continue;
  console.log();
  for (const { number, title, pageStart, quote } of event.data.citations) {
    console.log(`[${number}] ${title}, p. ${pageStart}: “${quote}”`);
  }
}

const { results } = await client.search({ query: question, topK: 1 });
console.log(`best passage: ${results[0]?.title}`);

for await (const { title, status } of client.documents.all()) console.log(`${status} ${title}`);

try {
  await client.documents.get(crypto.randomUUID());
} catch (error) {
  if (!isKnowledgeRouterError(error, 'not_found')) throw error;
  console.log(`${error.status} ${error.code}`);
}

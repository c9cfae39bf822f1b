/**
 * A page with the chat, and the little that its server has to do for it: it makes a token for each visitor with a key that never leaves it.
 *
 *   KNOWLEDGE_ROUTER_URL=http://localhost:3000 SERVICE_KEY=kr_… PORT=8080 npx tsx examples/widget/server.ts
 */
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

const {
  KNOWLEDGE_ROUTER_URL: router = 'http://localhost:3000',
  SERVICE_KEY,
  PORT = '8080',
} = process.env;
const origin = `http://localhost:${PORT}`;

/** Nothing unsafe is allowed: the widget needs its script, and to ask this server and that one. */
const POLICY = `default-src 'none'; script-src ${router}; connect-src 'self' ${router}; base-uri 'none'; form-action 'none'`;

/** In a shop this is the customer's number, from its own sign-in. */
const visitorOf = ({ headers }: IncomingMessage): string =>
  /(?:^|; )visitor=([0-9a-f-]{36})/.exec(headers.cookie ?? '')?.[1] ?? randomUUID();

const makeToken = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const made = await fetch(`${router}/v1/browser-tokens`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${SERVICE_KEY}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ origins: [origin], label: visitorOf(request), permissions: ['chat'] }),
  });
  response.writeHead(made.status, { 'Content-Type': 'application/json' }).end(await made.text());
};

const showPage = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const page = await readFile(new URL('page.html', import.meta.url), 'utf8');
  response.writeHead(200, {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': POLICY,
    'Set-Cookie': `visitor=${visitorOf(request)}; HttpOnly; SameSite=Strict; Path=/`,
  });
  response.end(page.replace('ROUTER', router));
};

createServer((request, response) => {
  // Another site's page cannot make a browser send this header's value.
  const isOwn = request.headers.origin === origin;
  const isToken = request.method === 'POST' && request.url === '/widget-token' && isOwn;
  const answer = isToken ? makeToken : request.url === '/' ? showPage : null;
  if (answer === null) response.writeHead(404).end();
  else answer(request, response).catch(() => response.writeHead(502).end());
}).listen(Number(PORT), 'localhost', () => console.log(`A page with the chat: ${origin}/`));

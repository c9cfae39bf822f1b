import type { IncomingMessage, RequestListener } from 'node:http';
import { json } from 'node:stream/consumers';
import { startWebServer } from '../../support/web-server.js';

export type Asked = {
  method: string;
  path: string;
  query: Readonly<Record<string, string>>;
  headers: Readonly<Record<string, unknown>>;
  body: unknown;
};

/** An object as body is sent as JSON, a text as it is. */
export type Reply = { status?: number; headers?: Record<string, string>; body: unknown };

/** Answers as a service does, in its own format. */
export type Service = (asked: Asked) => Reply;

/** Something else than the service's own answer. */
export type Fault = RequestListener;

export type ServiceDouble = Awaited<ReturnType<typeof startServiceDouble>>;

/** A server on this machine that answers as the service does, records what it is asked, and can be made to fail. */
export const startServiceDouble = async (service: Service) => {
  const asked: Asked[] = [];
  let fault: Fault | null = null;
  const answer = async (...[request, response]: Parameters<RequestListener>): Promise<void> => {
    const recorded = await toAsked(request);
    asked.push(recorded);
    if (fault !== null) {
      fault(request, response);
      return;
    }
    const { status = 200, headers = {}, body } = service(recorded);
    const isText = typeof body === 'string';
    response
      .writeHead(status, { 'Content-Type': isText ? 'text/html' : 'application/json', ...headers })
      .end(isText ? body : JSON.stringify(body));
  };
  const server = await startWebServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  return {
    url: server.url,
    asked,
    connections: server.connections,
    /** From now on, until it is told otherwise. */
    failWith: (next: Fault | null): void => {
      fault = next;
    },
    close: server.close,
  };
};

const toAsked = async (request: IncomingMessage): Promise<Asked> => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://service');
  return {
    method: request.method ?? '',
    path: pathname,
    query: Object.fromEntries(searchParams),
    headers: request.headers,
    body: request.method === 'POST' ? await json(request) : null,
  };
};

import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createApi, type ApiDeps } from '../../src/compose/routes.js';
import { createHttpServer, type Connections } from '../../src/http/listener.js';
import { requireDocumented } from './as-documented.js';

export type Answer = { status: number; headers: Headers; text: string; json: unknown };

type Call = { key?: string; body?: unknown; headers?: Record<string, string> };

export const ANY_CONNECTIONS: Connections = { total: 10_000, perAddress: null };

/** The API on a free port of this machine, with a client that speaks JSON to it. */
export const serveApi = async (deps: ApiDeps, connections = ANY_CONNECTIONS) => {
  const server = createHttpServer(createApi(deps), connections);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;

  const call = async (method: string, path: string, { key, body, headers }: Call = {}) => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: {
        ...(key === undefined ? {} : { Authorization: `Bearer ${key}` }),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined
        ? {}
        : {
            body:
              typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body),
          }),
    });
    return toAnswer(response, method);
  };

  return {
    url,
    port,
    server,
    call,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};

/** Reads an answer of the API to a request of that method, and checks it against the OpenAPI document. */
export const toAnswer = async (response: Response, method: string): Promise<Answer> => {
  const answer = await readAnswer(response);
  const { status, headers, text } = answer;
  const contentType = headers.get('content-type');
  requireDocumented({ method, url: response.url, status, contentType, text });
  return answer;
};

/** Reads an answer of a server that is not the API. */
export const readAnswer = async (response: Response): Promise<Answer> => {
  const { status, headers } = response;
  const text = await response.text();
  const isJson = text !== '' && (headers.get('content-type') ?? '').includes('json');
  // Tests say what they expect to find in it.
  const json: unknown = isJson ? JSON.parse(text) : null;
  return { status, headers, text, json };
};

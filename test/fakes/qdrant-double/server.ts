import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { z } from 'zod';
import { createValidator, type Validator } from './open-api.js';
import { findOperation, type State } from './operations.js';
import { Refusal } from './refusal.js';

type Fault =
  /** Waits before it does anything. */
  | { kind: 'hold'; until: Promise<unknown> }
  | { kind: 'status'; status: number }
  /** Closes the connection, before the work is done or after. */
  | { kind: 'drop'; after: 'request' | 'work' }
  /** Sends half an answer. */
  | { kind: 'truncate' }
  /** Stores only this share of the points it is given, and says so by closing the connection, or does not say so. */
  | { kind: 'partial'; share: number; then: 'drop' | 'acknowledge' }
  /** Answers this without looking: what a replica that lags behind would say. */
  | { kind: 'result'; result: unknown };

export type Call = { method: string; path: string; body: unknown };
type Injected = { matches: (call: Call) => boolean; fault: Fault; times: number };

export type QdrantDouble = {
  url: string;
  state: State;
  calls: Call[];
  /** Messages about everything that did not fit Qdrant's OpenAPI document. */
  violations: string[];
  inject(fault: Fault, options?: { matches?: (call: Call) => boolean; times?: number }): void;
  close(): Promise<void>;
};

type Answer = { status: number; body: object };

const ok = (result: unknown): Answer => ({
  status: 200,
  body: { result, status: 'ok', time: 0.001 },
});
const refused = (status: number, error: string): Answer => ({
  status,
  body: { status: { error }, time: 0.001 },
});

const readBody = async (request: IncomingMessage): Promise<unknown> =>
  request.method === 'GET' || request.method === 'DELETE' ? undefined : json(request);

const answer = (call: Call, { state, validator, violations }: Context): Answer => {
  const found = findOperation(call.method, call.path);
  if (!found) return refused(404, 'Not found');
  const { operation, name } = found;
  const { method, path } = operation;
  const wrong = validator?.request({ method, path, body: call.body });
  if (wrong) {
    violations.push(wrong);
    return refused(400, wrong);
  }
  try {
    const given = ok(operation.run({ state, name, body: call.body }));
    const lie = validator?.response({ method, path, body: given.body });
    if (lie) violations.push(lie);
    return given;
  } catch (error) {
    if (error instanceof Refusal) return refused(error.status, error.message);
    return refused(400, `Format error in JSON body: ${String(error)}`);
  }
};

/** Makes the answer of a fault that does not look at the request; null for other faults. */
const invent = (fault: Fault): Answer | null => {
  if (fault.kind === 'status') return refused(fault.status, 'Service internal error');
  return fault.kind === 'result' ? ok(fault.result) : null;
};

const Upsert = z.looseObject({ points: z.array(z.unknown()) });

const keepShare = (call: Call, share: number): Call => {
  const { success, data } = Upsert.safeParse(call.body);
  if (!success) return call;
  const points = data.points.slice(0, Math.floor(data.points.length * share));
  return { ...call, body: { ...data, points } };
};

type Context = { state: State; validator: Validator | null; violations: string[] };

const send = (response: ServerResponse, { status, body }: Answer, fault?: Fault): void => {
  const text = JSON.stringify(body);
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
  });
  if (fault?.kind !== 'truncate') {
    response.end(text);
    return;
  }
  response.write(text.slice(0, text.length / 2), () => response.destroy());
};

const createFaults = () => {
  const injected: Injected[] = [];
  return {
    inject: (fault: Fault, options: { matches?: (call: Call) => boolean; times?: number } = {}) => {
      injected.push({ fault, matches: options.matches ?? (() => true), times: options.times ?? 1 });
    },
    take: (call: Call): Fault | undefined => {
      const found = injected.find((one) => one.times > 0 && one.matches(call));
      if (found) found.times -= 1;
      return found?.fault;
    },
  };
};

/** Speaks the part of Qdrant's HTTP API that we use, from memory and with exact scores. */
export const startQdrantDouble = async (options: {
  openApi?: string | undefined;
}): Promise<QdrantDouble> => {
  const context: Context = {
    state: { collections: new Map(), aliases: new Map(), switches: { ignoreFilters: false } },
    validator: options.openApi === undefined ? null : createValidator(options.openApi),
    violations: [],
  };
  const calls: Call[] = [];
  const { inject, take } = createFaults();

  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const path = (request.url ?? '/').split('?')[0] ?? '/';
    const call = { method: request.method ?? 'GET', path, body: await readBody(request) };
    calls.push(call);
    const fault = take(call);
    if (fault?.kind === 'hold') await fault.until;
    const invented = fault && invent(fault);
    if (invented) {
      send(response, invented);
      return;
    }
    const isPartial = fault?.kind === 'partial';
    const isDropped = fault?.kind === 'drop' || (isPartial && fault.then === 'drop');
    if (fault?.kind !== 'drop' || fault.after === 'work') {
      const given = answer(isPartial ? keepShare(call, fault.share) : call, context);
      if (!isDropped) send(response, given, fault);
    }
    if (isDropped) request.socket.destroy();
  };

  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      send(response, refused(500, String(error)));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    state: context.state,
    calls,
    violations: context.violations,
    inject,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};

import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import type { Act, Entry, Facts, Ledger } from './ledger.js';
import { findMarks } from './texts.js';
import { DEADLINE_MS } from './timing.js';

type Call = {
  act: Act;
  who: string;
  method: string;
  path: string;
  key: string;
  body?: unknown;
  headers?: Record<string, string>;
  deadlineMs?: number;
  facts?: Facts;
};

export type Client = {
  /** One request, written to the ledger whatever becomes of it. */
  call(call: Call): Promise<{ entry: Entry; json: unknown }>;
  /** Again and again until there is an answer that is not "later"; what an honest client does after a reset. */
  insist(call: Call, forMs?: number): Promise<{ entry: Entry; json: unknown }>;
};

/** The client waits so much longer than the deadline, to see by how much it is missed. */
const PATIENCE_MS = 20_000;
const RETRY_MS = 400;

const Problem = z.object({ code: z.string() });
const Document = z.object({
  id: z.string(),
  version: z.int(),
  status: z.string(),
  replacement: z.unknown(),
});
const Shown = z.union([
  z.object({ document: Document }).transform(({ document }) => ({ document })),
  Document.transform((document) => ({ document })),
  z
    .object({
      executionId: z.string(),
      messageId: z.string(),
      citations: z.array(z.object({ documentId: z.string().nullish() })),
    })
    .transform(({ citations, ...turn }) => ({
      ...turn,
      cited: citations.flatMap(({ documentId }) => documentId ?? []),
    })),
]);

const toFacts = (json: unknown): Facts => {
  const problem = Problem.safeParse(json);
  if (problem.success) return { code: problem.data.code };
  const { data } = Shown.safeParse(json);
  if (data === undefined) return {};
  if (!('document' in data)) return data;
  const { id, version, status, replacement } = data.document;
  return { documentId: id, version, state: status, isBeingReplaced: replacement !== null };
};

const toLastEvent = (text: string): { last: string; json: unknown } => {
  const events = [...text.matchAll(/^event: (\S+)\ndata: (.*)$/gm)];
  const [, last = 'nothing', data = 'null'] = events.at(-1) ?? [];
  return { last, json: last === 'answer' ? (JSON.parse(data) as unknown) : null };
};

const toBody = (body: unknown): { body?: FormData | string; headers: Record<string, string> } => {
  if (body === undefined) return { headers: {} };
  if (body instanceof FormData) return { body, headers: {} };
  return { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } };
};

const send = async (url: string, { method, path, key, body, headers }: Call, limitMs: number) => {
  const asked = toBody(body);
  const response = await fetch(`${url}${path}`, {
    method,
    ...asked,
    headers: { Authorization: `Bearer ${key}`, ...asked.headers, ...headers },
    signal: AbortSignal.timeout(limitMs),
  });
  const text = await response.text();
  const type = response.headers.get('content-type') ?? '';
  if (type.includes('event-stream')) {
    return { status: response.status, text, ...toLastEvent(text) };
  }
  const json: unknown = type.includes('json') ? JSON.parse(text) : null;
  return { status: response.status, text, json };
};

const describe = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  return cause instanceof Error ? `${error.message}: ${cause.message}` : error.message;
};

/** 409: the same key is still at work. */
const isToBeRepeated = ({ status, facts }: Entry): boolean =>
  status === 0 ||
  status >= 500 ||
  status === 429 ||
  facts.code === 'idempotency_in_progress' ||
  facts.code === 'session_busy';

export const createClient = ({ url, ledger }: { url: string; ledger: Ledger }): Client => {
  const call: Client['call'] = async (asked) => {
    const deadlineMs = asked.deadlineMs ?? DEADLINE_MS.other;
    const sentMs = ledger.nowMs();
    const stalledBeforeMs = ledger.stalledMs();
    const toEnd = () => ({
      endedMs: ledger.nowMs(),
      stalledMs: ledger.stalledMs() - stalledBeforeMs,
    });
    const common = {
      act: asked.act,
      who: asked.who,
      request: `${asked.method} ${asked.path}`,
      sentMs,
      deadlineMs,
    };
    try {
      const answer = await send(url, asked, deadlineMs + PATIENCE_MS);
      const facts = { ...asked.facts, ...toFacts(answer.json), shown: findMarks(answer.text) };
      const last = 'last' in answer ? { last: answer.last } : {};
      const entry = ledger.write({
        ...common,
        ...toEnd(),
        status: answer.status,
        facts: { ...facts, ...last },
      });
      return { entry, json: answer.json };
    } catch (error) {
      const entry = ledger.write({
        ...common,
        ...toEnd(),
        status: 0,
        error: describe(error),
        facts: asked.facts ?? {},
      });
      return { entry, json: null };
    }
  };
  return {
    call,
    insist: async (asked, forMs = 40_000) => {
      const untilMs = ledger.nowMs() + forMs;
      for (;;) {
        const answer = await call(asked);
        if (!isToBeRepeated(answer.entry) || ledger.nowMs() > untilMs) return answer;
        await delay(RETRY_MS);
      }
    },
  };
};

import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { createProse } from './corpus/prose.js';

const SENTENCES = 60;
const POLL_MS = 50;
const NO_LIMIT = '1000000';

/** A server whose requests a minute are not what is measured. */
export const OPERATOR_KEY = randomBytes(24).toString('hex');
export const UNLIMITED = {
  BOOTSTRAP_OPERATOR_KEY: OPERATOR_KEY,
  LOG_LEVEL: 'error',
  REQUESTS_PER_MINUTE_PER_KEY: NO_LIMIT,
  REQUESTS_PER_MINUTE_PER_USER: NO_LIMIT,
  REQUESTS_PER_MINUTE_PER_TENANT: NO_LIMIT,
};

const Created = z.object({ apiKey: z.string() });
const Uploaded = z.object({ document: z.object({ id: z.string() }) });
const Stored = z.object({ status: z.string() });

export type ServedTenant = Awaited<ReturnType<typeof createServedTenant>>;

/** A tenant of a running server, asked at whichever of its addresses the caller names. */
export const createServedTenant = async (url: string) => {
  const slug = `t-${randomBytes(6).toString('hex')}`;
  const admin = { email: `admin@${slug}.example` };
  const made = await post(`${url}/v1/tenants`, OPERATOR_KEY, { slug, name: slug, admin });
  const { apiKey } = Created.parse(await made.json());
  const headers = { authorization: `Bearer ${apiKey}` };
  return {
    headers,
    /** Resolves when the text is stored, with its id. */
    upload: async (seed: number): Promise<string> => {
      const form = new FormData();
      form.append('file', new Blob([createProse(seed).paragraph(SENTENCES)]), `${seed}.txt`);
      const response = await fetch(`${url}/v1/documents`, { method: 'POST', headers, body: form });
      return Uploaded.parse(await response.json()).document.id;
    },
    untilReady: async (id: string): Promise<void> => {
      for (;;) {
        const response = await fetch(`${url}/v1/documents/${id}`, { headers });
        const { status } = Stored.parse(await response.json());
        if (status === 'ready') return;
        if (status === 'failed') throw new Error('A document of the bench failed.');
        await delay(POLL_MS);
      }
    },
    /** Asks one of the servers a question; the status of its answer and how long it took. */
    ask: async (at: string, message: string): Promise<{ status: number; tookMs: number }> => {
      const startedAt = performance.now();
      const response = await post(`${at}/v1/chat`, apiKey, { message });
      await response.arrayBuffer();
      return { status: response.status, tookMs: performance.now() - startedAt };
    },
  };
};

const post = (url: string, key: string, body: object): Promise<Response> =>
  fetch(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

export type Load = { urls: readonly string[]; clients: number; seconds: number };

/** Asks as fast as so many clients get answers, each at the next address in turn; the times of the answers in ms. */
export const askInTurn = async (
  tenant: ServedTenant,
  { urls, clients, seconds }: Load,
): Promise<number[]> => {
  const prose = createProse(clients);
  const times: number[] = [];
  const endsAt = performance.now() + seconds * 1000;
  let asked = 0;
  const client = async (): Promise<void> => {
    while (performance.now() < endsAt) {
      const url = urls[asked++ % urls.length] ?? '';
      const { status, tookMs } = await tenant.ask(url, prose.question());
      if (status !== 200) throw new Error(`A question was answered with ${status}.`);
      times.push(tookMs);
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  return times;
};

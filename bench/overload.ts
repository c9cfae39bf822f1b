import { setTimeout as delay } from 'node:timers/promises';
import { startServer } from '../test/support/start-service.js';
import { inFolder } from './in-folder.js';
import { createProse } from './corpus/prose.js';
import { percentile, reportRatio } from './measure.js';
import { askInTurn, createServedTenant, UNLIMITED, type ServedTenant } from './served-tenant.js';

const DOCUMENTS = 20;
const CLIENTS = 16;
const WARM_UP_SECONDS = 5;
const SECONDS = 15;
const OVERLOAD = 3;

/** Answers a second when three times as many questions come as can be answered, against the most that can, and how soon the others are refused. */
export const measureOverload = (): Promise<void> =>
  inFolder(async (folder) => {
    const server = await startServer({
      ...UNLIMITED,
      DATA_DIR: folder,
      MAX_PARALLEL_CHATS_PER_USER: String(CLIENTS),
      MAX_CONNECTIONS_PER_ADDRESS: '10000',
    });
    try {
      const tenant = await createServedTenant(server.url);
      for (let seed = 0; seed < DOCUMENTS; seed += 1) {
        await tenant.untilReady(await tenant.upload(seed));
      }
      const load = { urls: [server.url], clients: CLIENTS };
      await askInTurn(tenant, { ...load, seconds: WARM_UP_SECONDS });
      const peak = (await askInTurn(tenant, { ...load, seconds: SECONDS })).length / SECONDS;
      const { answered, refusedMs } = await flood(tenant, server.url, peak * OVERLOAD);
      reportRatio({
        goal: `goodput at ${OVERLOAD} times what saturates`,
        ratio: answered / SECONDS / peak,
        ambitious: '0.95',
        must: '0.9',
        detail: `${(answered / SECONDS).toFixed(1)} against ${peak.toFixed(1)} answers/s; ${refusedMs.length} refused, p95 ${percentile(refusedMs, 95).toFixed(0)} ms (ambitious 20, must 50)`,
      });
    } finally {
      await server.terminate();
    }
  });

/** Asks at this rate, whether or not answers come; counts those that came while it lasted. */
const flood = async (tenant: ServedTenant, url: string, perSecond: number) => {
  const prose = createProse(OVERLOAD);
  const refusedMs: number[] = [];
  const asked: Promise<void>[] = [];
  const startedAt = performance.now();
  const secondsGone = () => (performance.now() - startedAt) / 1000;
  let answered = 0;
  const ask = async (): Promise<void> => {
    const { status, tookMs } = await tenant.ask(url, prose.question());
    if (status === 429 || status === 503) refusedMs.push(tookMs);
    else if (status !== 200) throw new Error(`A question was answered with ${status}.`);
    else if (secondsGone() <= SECONDS) answered += 1;
  };
  while (secondsGone() < SECONDS) {
    while (asked.length < secondsGone() * perSecond) asked.push(ask());
    await delay(2);
  }
  await Promise.all(asked);
  return { answered, refusedMs };
};

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eventually } from '../../test/support/eventually.js';
import { startNginx } from '../../test/support/nginx.js';
import { askWithoutPause } from '../../test/support/requests-behind-proxy.js';
import { startTcpProxy, type TcpProxy } from '../../test/support/tcp-proxy.js';
import { ROOT, type Image } from './image.js';
import {
  kill,
  PATIENCE_MS,
  startApi,
  stop,
  untilReady,
  type Api,
  type Variables,
} from './processes.js';

const CLIENTS = 4;

type Roll = { apis: [Api, Api]; dataDir: string; variables: Variables; key: string };

/**
 * Replaces two ready APIs behind the shipped nginx file, one after the other, while clients ask: killed and started slowly, ended as an
 * update ends it, drained before. Every request has to end with 200 or 202; of those that a killed API had begun, one repetition.
 */
export const rollBehindNginx = async (
  image: Image,
  { apis, dataDir, variables, key }: Roll,
): Promise<void> => {
  const site = await readFile(join(ROOT, 'ops/nginx/knowledge-router.conf'), 'utf8');
  const ports = apis.map(({ url }) => Number(new URL(url).port));
  const nginx = await startNginx(site, ports);
  const way = await startTcpProxy(variables['DATABASE_URL'] ?? '');
  const asking = askWithoutPause({ port: nginx.httpsPort, key }, CLIENTS);
  const untilAnswered = async () => {
    const before = asking.answered();
    const isPast = (answered: number) => answered > before + 10 * CLIENTS;
    await eventually(asking.answered, isPast, PATIENCE_MS);
  };
  const startAgain = async (which: 0 | 1) => {
    const port = ports[which] ?? 0;
    apis[which] = await untilReady(await startApi(image, { dataDir, variables, port }));
    await untilAnswered();
  };
  try {
    await untilAnswered();
    await kill(apis[1].process);
    await untilAnswered();
    const start = { dataDir, variables, port: ports[1] ?? 0 };
    apis[1] = await startSlowly(image, start, { way, untilAnswered });
    await untilAnswered();
    const lost = asking.takeLost();
    const isRepeatedInVain = lost.some(({ what }) => what.endsWith('once more'));
    if (isRepeatedInVain || lost.length > CLIENTS) refuse('after a kill -9', lost);

    await stop(apis[0].process);
    await startAgain(0);
    apis[1].process.kill('SIGUSR1');
    await untilAnswered();
    await stop(apis[1].process);
    await startAgain(1);
    const lostLater = asking.takeLost();
    if (lostLater.length > 0) refuse('in a rolling restart', lostLater);
    process.stdout.write(
      `Behind nginx: ${asking.answered()} requests through a kill, a slow start, a drain and a roll.\n`,
    );
  } finally {
    await asking.end();
    await nginx.close();
    await way.close();
  }
};

const refuse = (when: string, lost: readonly unknown[]): never => {
  throw new Error(`Requests were lost ${when}: ${JSON.stringify(lost)}`);
};

type Meanwhile = { way: TcpProxy; untilAnswered: () => Promise<void> };

/** Starts an API that finds no database until clients had answers meanwhile. */
const startSlowly = async (
  image: Image,
  { variables, ...start }: Parameters<typeof startApi>[1],
  { way, untilAnswered }: Meanwhile,
): Promise<Api> => {
  await way.down();
  const databaseUrl = way.through(variables['DATABASE_URL'] ?? '');
  const late = { ...variables, DATABASE_URL: databaseUrl };
  const api = await startApi(image, { ...start, variables: late });
  const readStatus = () =>
    fetch(`${api.metricsUrl}/readyz`).then(
      ({ status }) => status,
      () => null,
    );
  await eventually(readStatus, (status) => status === 503, PATIENCE_MS);
  await untilAnswered();
  await way.up();
  return untilReady(api);
};

import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { eventually } from '../../test/support/eventually.js';
import { freePort } from '../../test/support/redis-server.js';
import type { Image } from './image.js';

export const USER = '1000';
/** Generous, because other tests share the processors. */
export const PATIENCE_MS = 240_000;

export type Variables = Record<string, string>;
type Start = { dataDir: string; command: readonly string[]; variables: Variables };

// The data folder is the only thing outside of /tmp that may be written.
const SHUT_IN = `
  mkdir -p "$DATA_DIR" && chown ${USER}:${USER} "$DATA_DIR" && mount --bind "$DATA_DIR" "$DATA_DIR" &&
  mount -o remount,bind,ro / && mount -t tmpfs tmpfs /tmp && touch /tmp/writable && ! touch /not-writable 2>/dev/null &&
  exec setpriv --reuid ${USER} --regid ${USER} --clear-groups --inh-caps=-all --bounding-set=-all --no-new-privs "$@"`;

/** Runs a command as the image would: as a user without rights, everything read-only but the data folder and /tmp. */
export const start = (
  { app, environment, running }: Image,
  { dataDir, command, variables }: Start,
): ChildProcess => {
  const { PATH = '' } = process.env;
  const env = { PATH, ...environment, HOST: '127.0.0.1', ...variables, DATA_DIR: dataDir };
  const args = ['--mount', 'sh', '-c', SHUT_IN, 'sh', ...command];
  const stdio = ['ignore', 'ignore', 'inherit'] as const;
  const child = spawn('/usr/bin/unshare', args, { cwd: app, env, stdio: [...stdio] });
  running.add(child);
  child.once('exit', () => running.delete(child));
  return child;
};

export const ended = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  if (child.exitCode !== 0) {
    throw new Error(`A process ended with ${child.exitCode ?? child.signalCode ?? 'nothing'}.`);
  }
};

/** For when something failed: whatever still runs of the image. */
export const killAll = async ({ running }: Image): Promise<void> => {
  await Promise.all([...running].map(kill));
};

export const kill = async (child: ChildProcess): Promise<void> => {
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
};

export const stop = async (child: ChildProcess): Promise<void> => {
  child.kill('SIGTERM');
  await ended(child);
};

/** Migrates as somebody in the container would, where npm finds no compiler, and nothing to compile. */
export const migrate = async (
  image: Image,
  { dataDir, variables, migrationUrl }: Omit<Start, 'command'> & { migrationUrl: string },
): Promise<void> => {
  const command = ['npm', 'run', 'migrate'];
  const asOwner = { ...variables, DATABASE_MIGRATION_URL: migrationUrl };
  await ended(start(image, { dataDir, command, variables: asOwner }));
};

export type Api = { url: string; metricsUrl: string; process: ChildProcess };

/** An API that may still be starting. */
export const startApi = async (
  image: Image,
  { dataDir, variables, port: asked }: Omit<Start, 'command'> & { port?: number },
): Promise<Api> => {
  const [port, metricsPort] = [asked ?? (await freePort()), await freePort()];
  const ports = { PORT: String(port), METRICS_PORT: String(metricsPort) };
  const shared = { ...variables, INGESTION_WORKER: 'separate' };
  return {
    url: `http://127.0.0.1:${port}`,
    metricsUrl: `http://127.0.0.1:${metricsPort}`,
    process: start(image, { dataDir, command: image.command, variables: { ...shared, ...ports } }),
  };
};

export const startWorker = async (
  image: Image,
  { dataDir, variables }: Omit<Start, 'command'>,
): Promise<ChildProcess> => {
  const ports = { METRICS_PORT: String(await freePort()), INGESTION_WORKER: 'separate' };
  const command = ['node', 'dist/workers/ingestion-worker.js'];
  return start(image, { dataDir, command, variables: { ...variables, ...ports } });
};

export const untilReady = async (api: Api): Promise<Api> => {
  const isReady = () =>
    fetch(`${api.url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  const hasEnded = () => api.process.exitCode !== null || api.process.signalCode !== null;
  await eventually(async () => hasEnded() || (await isReady()), Boolean, PATIENCE_MS);
  if (hasEnded()) throw new Error('An API ended before it was ready.');
  return api;
};

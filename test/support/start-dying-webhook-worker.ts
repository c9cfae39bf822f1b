import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { FROM_SOURCES } from './from-sources.js';

/** Runs a worker process that delivers webhooks until it has killed itself. */
export const runUntilDeath = async (argument: {
  url: string;
  migrationUrl: string;
  queueName: string;
  origin: string;
  atRest: string;
}): Promise<NodeJS.Signals | null> => {
  const script = fileURLToPath(new URL('dying-webhook-worker.ts', import.meta.url));
  const child = spawn(process.execPath, [...FROM_SOURCES, script, JSON.stringify(argument)], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  await once(child, 'exit');
  return child.signalCode;
};

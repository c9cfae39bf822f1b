import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { MIGRATIONS_FOLDER, type TestDatabase } from './database.js';
import { FROM_SOURCES } from './from-sources.js';
import type { TestIngestion } from './ingestion.js';

export type DeathStage = 'parse' | 'chunk' | 'upsert' | 'verify' | 'ready';

/** Runs a worker process on the same database, queue and folder until it has killed itself at the stage. */
export const runUntilDeath = async (
  { url, migrationUrl }: TestDatabase,
  { folder, queueName }: TestIngestion,
  stage: DeathStage,
): Promise<NodeJS.Signals | null> => {
  const script = fileURLToPath(new URL('dying-worker.ts', import.meta.url));
  const argument = {
    url,
    migrationUrl,
    migrationsFolder: MIGRATIONS_FOLDER,
    folder,
    queueName,
    stage,
  };
  const child = spawn(process.execPath, [...FROM_SOURCES, script, JSON.stringify(argument)], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  await once(child, 'exit');
  return child.signalCode;
};

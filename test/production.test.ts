import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { findPostgresServers, startPostgresServer } from './support/postgres-server.js';
import { freePort, hasRedisServer, startRedisServer } from './support/redis-server.js';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const MINUTE_MS = 60_000;
const run = promisify(execFile);

const readSection = async (): Promise<string> => {
  const page = await readFile(join(ROOT, 'docs/install.md'), 'utf8');
  return page.split('## In production')[1]?.split('\n## ')[0] ?? '';
};

/** Its shell blocks, as they are written there, but for the ports. The last one stops what the others started. */
const readCommands = async (
  ports: Readonly<Record<string, number>>,
): Promise<{ start: string; stop: string }> => {
  const named = new RegExp(`\\b(?:${Object.keys(ports).join('|')})\\b`, 'g');
  const blocks = (await readSection()).replace(named, (port) => String(ports[port]));
  const commands = Array.from(blocks.matchAll(/```sh\n([^]*?)```/g), (match) => match[1] ?? '');
  return { start: commands.slice(0, -1).join('\n'), stop: commands.at(-1) ?? '' };
};

/** The line for cron of the page on operations, as cron runs it, but for its folders. */
const readCronLine = async (folder: string): Promise<string> => {
  const page = await readFile(join(ROOT, 'docs/operations.md'), 'utf8');
  const command = /^15 3 \* \* \* +(.*)$/m.exec(page)?.[1] ?? '';
  return command
    .replaceAll('\\%', '%')
    .replace('/srv/knowledge-router', folder)
    .replace('/backups', join(folder, 'backups'));
};

/** Cron gives a command next to nothing of an environment. */
const toCronJob = (command: string): string =>
  `env -i PATH="$PATH" HOME="$HOME" npm_config_prefer_offline=true sh -c '${command}'`;

/** Collects what bash says until it has run all commands, and its exit code. */
const runCommands = async (shell: ChildProcess): Promise<{ said: string; exitCode: unknown }> => {
  let said = '';
  const hear = (piece: Buffer) => {
    said += piece.toString('utf8');
  };
  shell.stdout?.on('data', hear);
  shell.stderr?.on('data', hear);
  const [exitCode] = await once(shell, 'exit');
  return { said, exitCode };
};

const debian = (await findPostgresServers()).find(({ version }) => version.includes('Debian'));
const missing = [
  ...(process.getuid?.() === 0 ? [] : ['the rights of root']),
  ...(debian === undefined ? ["Debian's postgresql"] : []),
  ...(hasRedisServer() ? [] : ['redis-server']),
];
if (missing.length > 0) {
  process.stderr.write(
    `The production section of docs/install.md is not run for want of ${missing.join(', ')}.\n`,
  );
}
const kinds = debian === undefined || missing.length > 0 ? [] : [debian];

describe('the production section of docs/install.md', () => {
  it('needs packages that CI installs from Debian, so that it is tested there', async () => {
    const section = await readSection();
    const installed = await readFile(join(ROOT, '.ci/run'), 'utf8');

    for (const name of ['postgresql', 'redis-server', 'curl']) {
      expect(section).toContain(`\`${name}\``);
      expect(installed).toMatch(new RegExp(`apt-get install .*\\b${name}\\b`));
    }
  });
});

describe.each(kinds)(
  'the production section of docs/install.md on PostgreSQL $version',
  ({ binaries }) => {
    const closers: (() => Promise<unknown>)[] = [];
    let folder: string;
    let environment: Record<string, string>;
    /** By the port that the page names. */
    let ports: Record<string, number>;
    let shell: ChildProcess | undefined;

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'kr-production-'));
      closers.push(() => rm(folder, { recursive: true, force: true }));
      const { stdout } = await run('git', ['ls-files'], { cwd: ROOT });
      for (const file of stdout.trim().split('\n')) await cp(join(ROOT, file), join(folder, file));
      const postgres = await startPostgresServer(binaries);
      closers.push(() => postgres.close());
      // Debian starts it with a file of settings, which it rewrites on request.
      const redisSettings = join(folder, 'redis.conf');
      await writeFile(redisSettings, '');
      const redis = await startRedisServer(redisSettings);
      closers.push(() => redis.kill());
      const server = new URL(postgres.superUrlOf('postgres'));
      ports = { '5432': Number(server.port), '6379': Number(new URL(redis.url).port) };
      for (const port of ['3000', '3001', '9465', '9466']) ports[port] = await freePort();
      const { PATH = '', HOME = '' } = process.env;
      environment = {
        PATH,
        HOME,
        npm_config_prefer_offline: 'true',
        // The server is this test's own, and not the machine's: psql finds it by these.
        PGHOST: '127.0.0.1',
        PGPORT: server.port,
        PGPASSWORD: server.password,
        PORT: String(ports['3000']),
        METRICS_PORT: String(await freePort()),
      };
    }, MINUTE_MS);

    afterAll(async () => {
      try {
        // The whole group, and so what the section started in the background and did not stop.
        if (shell?.pid !== undefined) process.kill(-shell.pid, 'SIGKILL');
      } catch {
        // Nobody is left of it, as it should be.
      }
      for (const close of closers.reverse()) await close();
    });

    it(
      'works command by command, makes its nightly backup, and stops with its own commands',
      async () => {
        const { start, stop } = await readCommands(ports);
        const backup = toCronJob(await readCronLine(folder));
        shell = spawn('bash', ['-euo', 'pipefail', '-c', `${start}\n${backup}\n${stop}`], {
          cwd: folder,
          env: environment,
          detached: true,
          stdio: ['ignore', 'pipe', 'pipe'],
        });

        const { said, exitCode } = await runCommands(shell);

        expect({ said, exitCode }).toMatchObject({ exitCode: 0 });
        // Answered by the API that did not take the upload.
        expect(said).toContain('three days a week');
        expect(said).toContain('"pageStart":4');
        expect(await readFile(join(folder, 'redis.conf'), 'utf8')).toMatch(/^requirepass /m);
        const [night = ''] = await readdir(join(folder, 'backups'));
        expect(await readdir(join(folder, 'backups', night))).toContain('manifest.json');
        const logs = ['api-1.log', 'api-2.log', 'worker.log'];
        for (const log of logs) {
          const lines = (await readFile(join(folder, log), 'utf8')).trim().split('\n');
          const told = lines.map((line) =>
            z.looseObject({ message: z.string() }).parse(JSON.parse(line)),
          );
          expect(told).toContainEqual(expect.objectContaining({ step: 'start', signIn: 'on' }));
          expect(told.at(-1)).toMatchObject({ signal: 'SIGTERM', message: 'Stopped' });
          expect(told.map(({ message }) => message).join('\n')).not.toContain('INSECURE');
        }
        for (const port of ['3000', '3001', '9465', '9466']) {
          await expect(fetch(`http://127.0.0.1:${ports[port]}/healthz`)).rejects.toThrow();
        }
        await expect(readFile(join(folder, '.env'), 'utf8')).resolves.toContain(
          'NODE_ENV=production',
        );
      },
      10 * MINUTE_MS,
    );
  },
);

import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { findPostgresServers, startPostgresServer } from './support/postgres-server.js';
import { freePort, hasRedisServer, startRedisServer } from './support/redis-server.js';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const MINUTE_MS = 60_000;
const run = promisify(execFile);

const readReadme = async (): Promise<string> => {
  const readme = await readFile(join(ROOT, 'README.md'), 'utf8');
  return readme.split('### In production')[1]?.split('\n### ')[0] ?? '';
};

/** Its shell blocks, as they are written there, but for the ports. */
const readCommands = async (ports: Readonly<Record<string, number>>): Promise<string> => {
  const blocks = (await readReadme()).matchAll(/```sh\n([^]*?)```/g);
  const commands = Array.from(blocks, (match) => match[1] ?? '').join('\n');
  const named = new RegExp(`\\b(?:${Object.keys(ports).join('|')})\\b`, 'g');
  return commands.replace(named, (port) => String(ports[port]));
};

/** What bash says until all commands have been run; what they started in the background goes on. */
const runCommands = (shell: ChildProcess): Promise<string> => {
  let said = '';
  return new Promise((resolve, reject) => {
    const hear = (piece: Buffer) => {
      said += piece.toString('utf8');
      if (said.includes(`\n${END}\n`)) resolve(said);
    };
    shell.stdout?.on('data', hear);
    shell.stderr?.on('data', hear);
    shell.once('close', () => {
      reject(new Error(`The section failed:\n${said}`));
    });
  });
};

const END = 'All of it has been run.';

const debian = (await findPostgresServers()).find(({ version }) => version.includes('Debian'));
const missing = [
  ...(process.getuid?.() === 0 ? [] : ['the rights of root']),
  ...(debian === undefined ? ["Debian's postgresql"] : []),
  ...(hasRedisServer() ? [] : ['redis-server']),
];
if (missing.length > 0) {
  process.stderr.write(
    `README's production section is not run for want of ${missing.join(', ')}.\n`,
  );
}
const kinds = debian === undefined || missing.length > 0 ? [] : [debian];

describe("README's production section", () => {
  it('asks for what CI installs from Debian, and so is run there', async () => {
    const section = await readReadme();
    const installed = await readFile(join(ROOT, '.ci/run'), 'utf8');

    for (const name of ['postgresql', 'redis-server', 'curl']) {
      expect(section).toContain(`\`${name}\``);
      expect(installed).toMatch(new RegExp(`apt-get install .*\\b${name}\\b`));
    }
  });
});

describe.each(kinds)("README's production section on PostgreSQL $version", ({ binaries }) => {
  const closers: (() => Promise<unknown>)[] = [];
  let folder: string;
  let environment: Record<string, string>;
  /** By the port that README names. */
  let ports: Record<string, number>;
  let shell: ChildProcess | undefined;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kr-production-'));
    closers.push(() => rm(folder, { recursive: true, force: true }));
    const { stdout } = await run('git', ['ls-files'], { cwd: ROOT });
    for (const file of stdout.trim().split('\n')) await cp(join(ROOT, file), join(folder, file));
    const postgres = await startPostgresServer(binaries);
    closers.push(() => postgres.close());
    const redis = await startRedisServer();
    closers.push(() => redis.kill());
    const server = new URL(postgres.superUrlOf('postgres'));
    ports = { '5432': Number(server.port), '6379': Number(new URL(redis.url).port) };
    for (const port of ['3000', '3001', '9465', '9466']) ports[port] = await freePort();
    const { PATH = '', HOME = '' } = process.env;
    environment = {
      ...{ PATH, HOME, npm_config_prefer_offline: 'true' },
      // The server is this test's own, and not the machine's: psql finds it by these.
      ...{ PGHOST: '127.0.0.1', PGPORT: server.port, PGPASSWORD: server.password },
      ...{ PORT: String(ports['3000']), METRICS_PORT: String(await freePort()) },
    };
  }, MINUTE_MS);

  afterAll(async () => {
    if (shell?.pid !== undefined && shell.exitCode === null) {
      const closed = once(shell, 'close');
      // The whole group, and so what the section started in the background.
      process.kill(-shell.pid, 'SIGKILL');
      await closed;
    }
    for (const close of closers.reverse()) await close();
  });

  it(
    'works command by command: a question is answered by the API that did not take the upload',
    async () => {
      const script = `${await readCommands(ports)}\necho; echo '${END}'; wait`;
      shell = spawn('bash', ['-euo', 'pipefail', '-c', script], {
        ...{ cwd: folder, env: environment },
        detached: true,
        stdio: ['ignore', 'pipe', 'pipe'],
      });

      const said = await runCommands(shell);

      expect(said).toContain('three days a week');
      expect(said).toContain('"pageStart":4');
    },
    10 * MINUTE_MS,
  );
});

import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parseConfig } from '../config/index.js';
import { TOOLS } from '../src/tools/index.js';
import { compose, type Application } from '../src/compose/index.js';
import { createLogger } from '../src/platform/telemetry/logger.js';
import { eventually } from './support/eventually.js';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const run = promisify(execFile);

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
};

describe('the commands of docs/debugging.md, on the embedded default', () => {
  let folder: string;
  let application: Application;
  let addresses: Record<string, string>;
  let collector: ChildProcess;
  let trees = '';
  const lines: string[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kr-debugging-'));
    const [metricsPort, tracesPort] = [await freePort(), await freePort()];
    const program = join(ROOT, 'examples/collect-traces.mjs');
    collector = spawn(process.execPath, [program, String(tracesPort)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    collector.stdout?.setEncoding('utf8').on('data', (text: string) => (trees += text));
    await eventually(
      () => trees,
      (text) => text.includes('Taking traces'),
    );
    application = await compose(
      parseConfig(
        {
          DATA_DIR: join(folder, 'data'),
          PORT: '0',
          METRICS_PORT: String(metricsPort),
          OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${tracesPort}`,
        },
        TOOLS,
      ),
      {
        durability: 'off',
        logger: createLogger({
          level: 'info',
          format: 'json',
          destination: { write: (line) => void lines.push(line) },
        }),
      },
    );
    const { url } = await application.serve();
    addresses = {
      'http://127.0.0.1:3000': url,
      'http://127.0.0.1:9464': `http://127.0.0.1:${metricsPort}`,
      'npm run node --': `${join(ROOT, 'node_modules/.bin/tsx')} ${join(ROOT, 'scripts/run-node.ts')}`,
    };
  }, 60_000);

  afterAll(async () => {
    await application.close();
    collector.kill();
    await rm(folder, { recursive: true, force: true });
  });

  it('print what the document says', async () => {
    const text = await readFile(join(ROOT, 'docs/debugging.md'), 'utf8');
    const blocks = [...text.matchAll(/```sh\n([^]*?)```/g)].map((match) => match[1] ?? '');
    const script = Object.entries(addresses).reduce(
      (lines, [written, actual]) => lines.replaceAll(written, actual),
      ['set -euo pipefail', `export DATA_DIR=${join(folder, 'data')}`, ...blocks].join('\n'),
    );

    const { PATH = '', HOME = '' } = process.env;
    const options = { cwd: folder, timeout: 90_000, env: { PATH, HOME } };
    const { stdout } = await run('bash', ['-c', script], options);

    expect(stdout).toContain('"stateDiffs":[{');
    expect(stdout).toContain('"queries":["How many days');
    expect(stdout).toContain('"decision": "CALL_TOOLS"');
    expect(stdout).toContain('"node":"finalize"');
    expect(stdout).toContain('kr_node_duration_seconds_bucket');
  }, 120_000);

  it('send the trace of a turn to a collector such as the one in the examples', async () => {
    const shown = await eventually(
      () => trees,
      (text) => text.includes('invoke_workflow'),
    );

    expect(shown).toMatch(/^invoke_workflow \d+ ms$/m);
    expect(shown).toMatch(/^ {2}node finalize \d+ ms$/m);
  }, 30_000);

  it('write log lines whose fields the document lists', async () => {
    const text = await readFile(join(ROOT, 'docs/debugging.md'), 'utf8');
    const table = /### Fields\n([^]*?)\n### /.exec(text)?.[1] ?? '';
    const listed = [...table.matchAll(/^\| (`[^|]*`) +\|/gm)].flatMap(([, names = '']) =>
      [...names.matchAll(/`(\w+)`/g)].map(([, name]) => name),
    );
    const parsed = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    const told = parsed.filter(
      ({ step, message }) => step !== 'start' && (step !== undefined || TABLED.has(message)),
    );

    const fields = new Set(told.flatMap(Object.keys));
    expect([...fields].filter((name) => !listed.includes(name))).toEqual([]);
    for (const name of ['requestId', 'route', 'keyPrefix', 'decision', 'stopReason']) {
      expect(fields).toContain(name);
    }
  });
});

/** The sentences whose fields the document has in a table, beside the steps of turns. */
const TABLED: ReadonlySet<unknown> = new Set(['Request finished', 'Job finished']);

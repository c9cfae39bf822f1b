import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parseConfig } from '../config/index.js';
import { compose, type Application } from '../src/compose.js';
import { createSilentLogger } from './fakes/silent-logger.js';

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

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kr-debugging-'));
    const metricsPort = await freePort();
    application = await compose(
      parseConfig({
        ...{ DATA_DIR: join(folder, 'data'), PORT: '0', METRICS_PORT: String(metricsPort) },
      }),
      { logger: createSilentLogger(), durability: 'off' },
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
});

import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { request, type ClientRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { createFolderFileStore } from '../../src/platform/files/folder-file-store.js';
import { TenantId } from '../../src/shared/ids.js';
import { makeSystemScope } from '../../src/shared/make-scope.js';
import { createClient } from '../support/application.js';
import { createMigratedDatabase, dropDatabase, queryInTenant } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { startServer, type Service } from '../support/start-service.js';

const OPERATOR_KEY = 'operator-'.repeat(5);
const BOUNDARY = 'a-part-begins-here';

let dataDir: string;
let urls: Awaited<ReturnType<typeof createMigratedDatabase>>;
let server: Service;

const start = async (): Promise<void> => {
  server = await startServer({
    DATABASE_URL: urls.url,
    DATABASE_MIGRATION_URL: urls.migrationUrl,
    DATA_DIR: dataDir,
    BOOTSTRAP_OPERATOR_KEY: OPERATOR_KEY,
  });
};

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'kr-batch-crash-'));
  urls = await createMigratedDatabase();
  await start();
}, 120_000);
afterAll(async () => {
  await server.kill();
  await dropDatabase(urls);
  await rm(dataDir, { recursive: true, force: true });
});

const partOf = (name: string, content: string): string =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\n${content}\r\n`;

type Headers = Record<string, string>;

/** Begins the request; whoever calls writes the parts and ends it. */
const begin = (headers: Headers): ClientRequest => {
  const type = `multipart/form-data; boundary=${BOUNDARY}`;
  const sending = request(`${server.url}/v1/documents/batch`, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': type },
  });
  // Its server is killed.
  sending.on('error', () => undefined);
  return sending;
};

const Sent = z.object({
  batchId: z.string(),
  files: z.array(z.object({ status: z.string(), document: z.object({ id: z.string() }) })),
});

const sendAll = async (headers: Headers, parts: readonly string[]) => {
  const sending = begin(headers).end(`${parts.join('')}--${BOUNDARY}--\r\n`);
  const [response] = (await once(sending, 'response')) as [AsyncIterable<Buffer>];
  let text = '';
  for await (const piece of response) text += piece.toString();
  return Sent.parse(JSON.parse(text));
};

describe('an API that crashes between the parts of a batch', () => {
  it('keeps what was stored, and a repeated batch continues: nothing is lost, doubled or left over', async () => {
    const { tenantId, adminKey: key } = await createClient(server.url, OPERATOR_KEY).tenant();
    const Authorization = `Bearer ${key}`;
    const read = async (path: string) =>
      z
        .looseObject({ total: z.int().optional() })
        .parse((await createClient(server.url, OPERATOR_KEY).call('GET', path, { key })).json);
    const count = async (query = '') => (await read(`/v1/documents?total=true${query}`)).total;
    const partsOf = (of: string) =>
      ['one', 'two', 'three'].map((name) => partOf(`${of}-${name}.txt`, `The ${name} of ${of}.`));
    const [named, plain] = [partsOf('named'), partsOf('plain')];
    const withKey = { Authorization, 'Idempotency-Key': 'cut-off' };
    const cut = [begin(withKey), begin({ Authorization })] as const;

    // One stops within its third part, the other before it.
    cut[0].write(named.join('').slice(0, -10));
    cut[1].write(`${plain.slice(0, 2).join('')}--${BOUNDARY}`);
    await eventually(count, (total) => total === 4);
    await eventually(
      () => readdir(join(dataDir, 'files', tenantId)),
      (names) => names.some((name) => name.endsWith('.part')),
    );
    await server.kill();
    await start();
    const kept = await count();
    const again = await sendAll(withKey, named);
    const anew = await sendAll({ Authorization }, plain);

    expect(kept).toBe(4);
    expect(again.files.map(({ status }) => status)).toEqual(['accepted', 'accepted', 'accepted']);
    expect(anew.files.map(({ status }) => status)).toEqual(['duplicate', 'duplicate', 'accepted']);
    await eventually(
      () => count('&status=ready'),
      (total) => total === 6,
      60_000,
    );
    expect(await count()).toBe(6);
    expect(await read(`/v1/batches/${again.batchId}`)).toMatchObject({
      completedAt: expect.any(String),
      files: { ready: 3, processing: 0, refused: 0 },
    });
    const rows = await queryInTenant<{ key: string; chunks: number }>(
      urls,
      tenantId,
      `SELECT v.file_key AS key, count(c.id)::int AS chunks FROM document_versions v
       LEFT JOIN chunks c ON c.tenant_id = v.tenant_id AND c.document_id = v.document_id GROUP BY v.file_key`,
    );
    expect(rows.map(({ chunks }) => chunks)).toEqual([1, 1, 1, 1, 1, 1]);
    expect(await collectableFiles(tenantId)).toEqual(
      rows.map(({ key: fileKey }) => fileKey).sort(),
    );
  }, 180_000);
});

/** Lists what the collector of orphans finds once it is old enough; a file that was received by half it takes at once. */
const collectableFiles = async (tenantId: string): Promise<string[]> => {
  const store = createFolderFileStore({ root: join(dataDir, 'files') });
  const files = store.for(makeSystemScope(TenantId.parse(tenantId)));
  const keys: string[] = [];
  for await (const fileKey of files.listOlderThan(-1000)) keys.push(fileKey);
  expect((await readdir(join(dataDir, 'files', tenantId))).sort()).toEqual([...keys].sort());
  return keys.sort();
};

import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { collectEvidence, isAtRest, type Evidence } from '../../chaos/check/evidence.js';
import { findViolations } from '../../chaos/check/index.js';
import { createClient } from '../../chaos/client.js';
import { openLedger, type Entry, type Ledger } from '../../chaos/ledger.js';
import { createLibrary, type KnownDocument, type Library } from '../../chaos/library.js';
import { createTenant, type Tenant } from '../../chaos/people.js';
import { createRandom } from '../../chaos/random.js';
import { startTraffic, type Traffic } from '../../chaos/traffic.js';
import { createPlace, startBackupCommand, startServer, type Place } from '../support/drill.js';
import { eventually } from '../support/eventually.js';
import { PROGRAM } from '../support/program.js';

/** So many are uploaded, and some of them replaced or deleted, before the backup begins. */
const DOCUMENTS = 40;

/**
 * Covers what an operator hopes never to need: a backup under load, everything destroyed, a restore, and nothing is lost that was promised
 * before the backup. Servers and commands are processes of their own; what they promised is checked against a ledger outside of them.
 */
describe('a backup made under load', () => {
  let root: string;
  let folder: string;
  let first: Place;
  let second: Place;
  let server: Awaited<ReturnType<typeof startServer>>;
  let ledger: Ledger;
  let library: Library;
  let tenants: Tenant[];
  let traffic: Traffic;
  /** The time at which the backup began, and the documents known by then. */
  let then: { atMs: number; documents: KnownDocument[] };
  let made: { code: number | null; output: string };
  let restored: { code: number | null; output: string };
  let restoredInMs: number;

  /** Clients of two tenants upload, replace, delete, ask and remember from here on. */
  const beginTraffic = async (): Promise<void> => {
    ledger = openLedger(join(root, 'ledger.jsonl'));
    const random = createRandom(1);
    const client = createClient({ url: server.url, ledger });
    library = createLibrary({ client, ledger, random: random.fork() });
    const operatorKey = await first.operatorKey();
    tenants = [];
    for (const number of [1, 2]) tenants.push(await createTenant({ client, operatorKey }, number));
    traffic = startTraffic({ client, library, random: random.fork(), tenants });
  };

  const backUpUnderLoad = async (): Promise<void> => {
    await eventually(
      () => library.documents,
      (documents) =>
        documents.filter(({ id }) => id !== null).length >= DOCUMENTS &&
        documents.filter(({ deletedAtMs }) => deletedAtMs !== null).length >= 3,
      180_000,
    );
    const documents = library.documents.map((document) => ({ ...document }));
    then = { atMs: ledger.nowMs(), documents };
    const making = startBackupCommand(first, ['backup', folder]);
    // Of some the rows and files are let go of while they are being copied.
    const ready = library.documents.filter(
      ({ deleteSentAtMs, readyAtMs }) => deleteSentAtMs === null && readyAtMs.size > 0,
    );
    for (const document of ready.slice(0, 8)) await library.remove(document);
    made = await making.ended;
  };

  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'kr-drill-'));
    folder = join(root, 'backup');
    first = await createPlace(PROGRAM, join(root, 'first'));
    second = await createPlace(PROGRAM, join(root, 'second'));
    server = await startServer(first);
    await beginTraffic();
    await backUpUnderLoad();
    await traffic.stop();
    await server.end('SIGKILL');
    await first.destroy();
    const startedAtMs = performance.now();
    restored = await startBackupCommand(second, ['restore', folder]).ended;
    restoredInMs = performance.now() - startedAtMs;
    server = await startServer(second);
    await eventually(
      () => isAtRest(second),
      (isResting) => isResting,
      180_000,
    );
  }, 600_000);

  afterAll(async () => {
    await server.end('SIGKILL');
    await second.destroy();
    await rm(root, { recursive: true, force: true });
  }, 60_000);

  /** Lists the documents known by then. A change after the backup had begun may be in it or not. */
  const knownThen = (): KnownDocument[] =>
    then.documents.map((document) => {
      const later = library.documents.find(({ number }) => number === document.number) ?? document;
      const isReplaced = later.isReplacing || later.edition !== document.edition;
      return {
        ...document,
        isReplacing: document.isReplacing || isReplaced,
        deleteSentAtMs: document.deleteSentAtMs ?? later.deleteSentAtMs,
      };
    });

  const isBefore = ({ endedMs }: Entry): boolean => endedMs < then.atMs;

  /** Finds memories that had been forgotten before the backup, and are there again. */
  const findRemembered = ({ memories }: Evidence): Entry[] =>
    ledger.entries.filter(
      (entry) =>
        entry.act === 'forget' &&
        entry.status < 300 &&
        isBefore(entry) &&
        memories.has(entry.facts.memoryId ?? ''),
    );

  it('completes, and so does its restore', () => {
    // Two of the clients', and on the embedded default the one that the first start makes.
    expect(made).toEqual({ code: 0, output: expect.stringMatching(/Wrote [23] tenants, \d+ doc/) });
    expect(restored).toEqual({ code: 0, output: expect.stringMatching(/Loaded [23] tenants/) });
  });

  it('contains everything acknowledged before it began (L1 to L5)', async () => {
    const entries = ledger.entries.filter((entry) => isBefore(entry) || entry.act === 'forget');
    const known = { ledger: { ...ledger, entries }, library: knownThen(), tenants, excuses: [] };
    const evidence = await collectEvidence({ ...second, qdrant: null }, known);

    const violations = findViolations(evidence).filter(({ promise }) => promise < 'L6');
    const remembered = findRemembered(evidence);

    const { documents, memories, answered } = evidence;
    process.stdout.write(
      `Drill: ${documents.size} documents, ${memories.size} memories and ${answered.size} answers restored in ${(restoredInMs / 1000).toFixed(1)} seconds, ${violations.length + remembered.length} violations.\n`,
    );
    expect(violations.map(({ promise, what }) => `${promise} ${what}`)).toEqual([]);
    expect(remembered).toEqual([]);
    expect(documents.size).toBeGreaterThan(DOCUMENTS / 2);
    expect(memories.size).toBeGreaterThan(0);
    expect(answered.size).toBeGreaterThan(0);
  }, 60_000);

  it('contains the file of every version that it contains', async () => {
    const versions = await second.sql<{ tenant_id: string; file_key: string; sha256: string }>(
      'SELECT tenant_id, file_key, sha256 FROM document_versions',
    );

    expect(versions.length).toBeGreaterThan(DOCUMENTS / 2);
    for (const { tenant_id: tenant, file_key: key, sha256 } of versions) {
      const bytes = await readFile(join(second.filesFolder, tenant, key));
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256);
    }
  });

  it('is restored with its keys', async () => {
    const [person] = tenants[0]?.people ?? [];
    const ask = async (path: string, key = '') =>
      (await fetch(`${server.url}${path}`, { headers: { Authorization: `Bearer ${key}` } })).status;

    expect(await ask('/v1/tenants', await second.operatorKey())).toBe(200);
    expect(await ask('/v1/documents', person?.key)).toBe(200);
  });

  it('that is killed is refused at restore, and is made again while no server runs', async () => {
    const half = join(root, 'half');
    const making = startBackupCommand(second, ['backup', half]);
    await making.said('Read the rows of');
    making.process.kill('SIGKILL');
    await making.ended;

    const refused = await startBackupCommand(second, ['restore', half]).ended;
    await server.end('SIGTERM');
    const whole = await startBackupCommand(second, ['backup', join(root, 'whole')]).ended;

    expect(refused).toEqual({
      code: 1,
      output: expect.stringContaining(
        `The backup in ${half} is not complete: it has no manifest.json, which is written last.\n`,
      ),
    });
    expect(whole).toEqual({ code: 0, output: expect.stringContaining('Wrote') });
    expect(await readdir(join(root, 'whole'))).toContain('manifest.json');
  }, 120_000);
});

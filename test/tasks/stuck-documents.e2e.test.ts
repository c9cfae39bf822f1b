import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { TenantId } from '../../src/shared/ids.js';
import { makeSystemScope } from '../../src/shared/make-scope.js';
import type { TaskOutcome } from '../../src/tasks/task.js';
import {
  createTenantOverApi,
  serveApiOverDatabase,
  type ApiOverDatabase,
} from '../support/api-over-database.js';
import { queryAsOwner } from '../support/database.js';

type Tenant = Awaited<ReturnType<typeof createTenantOverApi>>;

let house: ApiOverDatabase;
let tenant: Tenant;
let other: Tenant;

beforeAll(async () => {
  house = await serveApiOverDatabase();
  tenant = await createTenantOverApi(house);
  other = await createTenantOverApi(house);
});
beforeEach(() => queryAsOwner(house.urls, 'DELETE FROM ingestion_tasks'));
afterAll(() => house.close());

const upload = async ({ adminKey }: Tenant, text: string): Promise<string> => {
  const body = { title: text, text };
  const { json } = await house.api.call('POST', '/v1/documents', { key: adminKey, body });
  return (json as { document: { id: string } }).document.id;
};

/** A worker took the document's task and ended it so. */
const settle = async (subjectId: string, outcome: TaskOutcome) => {
  const { tasks } = house.database.platform;
  const due = await tasks.findDue({ maxInFlight: 100, perTenant: 100, maxSlow: 1 });
  const task = due.tasks.find((one) => one.subjectId === subjectId)!;
  const { id: taskId, tenantId } = task;
  const claimed = await tasks.claim({ taskId, tenantId, leaseMs: 60_000 });
  await tasks.settle({ taskId, epoch: claimed!.epoch }, outcome);
};

/** Moves everything that happened into the past by that much. */
const letPass = (minutes: number) =>
  queryAsOwner(
    house.urls,
    `UPDATE ingestion_tasks SET due_at = due_at - interval '${minutes} minutes',
       failing_since = failing_since - interval '${minutes} minutes',
       lease_expires_at = lease_expires_at - interval '${minutes} minutes'`,
  );

const failed = (errorCode: 'document_empty' | 'parser_timeout'): TaskOutcome => ({
  state: 'failed',
  errorCode,
  refusedBy: null,
});
const retried: TaskOutcome = {
  state: 'due',
  delayMs: 3000,
  countFailure: false,
  errorCode: 'embedder_unavailable',
};

const list = async (query = '', key = house.operatorKey) => {
  const answer = await house.api.call('GET', `/v1/stuck-documents${query}`, { key });
  return { ...answer, json: answer.json as { items: unknown[]; nextCursor: string | null } };
};

describe('GET /v1/stuck-documents', () => {
  it('shows by tenant which documents failed, fail and are not started, why and since when', async () => {
    const [empty, slow, alsoEmpty] = [
      await upload(tenant, 'empty'),
      await upload(tenant, 'slow'),
      await upload(tenant, 'empty, too'),
    ];
    await settle(empty, failed('document_empty'));
    await settle(slow, failed('parser_timeout'));
    await settle(alsoEmpty, failed('document_empty'));
    const failing = await upload(other, 'failing');
    await settle(failing, retried);
    const waiting = await upload(other, 'waiting');
    await letPass(20);
    await upload(other, 'just uploaded');

    const { status, json, text } = await list();

    expect(status).toBe(200);
    expect(json.items).toMatchObject([
      {
        tenantId: other.tenantId,
        failed: 0,
        failing: 1,
        waiting: 1,
        reasons: [
          { errorCode: 'embedder_unavailable', documents: 1 },
          { errorCode: null, documents: 1 },
        ],
      },
      {
        tenantId: tenant.tenantId,
        failed: 3,
        failing: 0,
        waiting: 0,
        reasons: [
          { errorCode: 'document_empty', documents: 2 },
          { errorCode: 'parser_timeout', documents: 1 },
        ],
        oldest: [
          { id: empty, state: 'failed', action: 'index', errorCode: 'document_empty' },
          { id: slow, errorCode: 'parser_timeout' },
          { id: alsoEmpty },
        ],
      },
    ]);
    const [ofOther] = json.items as { oldestSince: string; oldest: { id: string }[] }[];
    expect(ofOther!.oldest.map(({ id }) => id).toSorted()).toEqual([failing, waiting].toSorted());
    const ageMs = Date.now() - Date.parse(ofOther!.oldestSince);
    expect(Math.round(ageMs / 60_000)).toBe(20);
    // Titles of tenants.
    expect(text).not.toMatch(/just uploaded|empty, too/);
  });

  it('returns pages of tenants, with the ten documents of each that are stuck longest', async () => {
    for (const owner of [tenant, other]) {
      for (let count = 0; count < 12; count += 1) await upload(owner, `document ${count}`);
    }
    await letPass(11);

    const first = await list('?limit=1');
    const second = await list(`?limit=1&cursor=${first.json.nextCursor}`);

    expect([first.json.items, second.json.items]).toMatchObject([
      [{ tenantId: other.tenantId, waiting: 12 }],
      [{ tenantId: tenant.tenantId, waiting: 12 }],
    ]);
    expect((first.json.items[0] as { oldest: unknown[] }).oldest).toHaveLength(10);
    expect(second.json.nextCursor).toBeNull();
  });

  it('leaves out documents that were processed again, are ready, or answer while being re-indexed', async () => {
    const again = await upload(tenant, 'again');
    await settle(again, failed('document_empty'));
    const mended = await upload(tenant, 'mended');
    await settle(mended, { ...retried, delayMs: 0 });
    await settle(mended, { state: 'done', fingerprint: 'old', verifyAgainMs: null });
    await house.database.platform.tasks.requeueForFingerprint('new');
    await letPass(20);
    expect((await list()).json.items).toMatchObject([{ failed: 1, failing: 0, waiting: 0 }]);

    await house.database.withScope(makeSystemScope(TenantId.parse(tenant.tenantId)), (tx) =>
      tx.tasks.schedule({
        subjectKind: 'document',
        subjectId: again,
        version: 1,
        action: 'index',
      }),
    );

    expect((await list()).json.items).toEqual([]);
  });

  it('lists a document whose worker is lost again and again', async () => {
    const killer = await upload(tenant, 'killer');
    const { tasks } = house.database.platform;
    for (let lost = 0; lost < 2; lost += 1) {
      const due = await tasks.findDue({ maxInFlight: 100, perTenant: 100, maxSlow: 1 });
      const { id: taskId, tenantId } = due.tasks.find((one) => one.subjectId === killer)!;
      await tasks.claim({ taskId, tenantId, leaseMs: -1 });
    }
    await letPass(11);

    expect((await list()).json.items).toMatchObject([
      { failing: 1, oldest: [{ id: killer, state: 'failing', errorCode: 'worker_lost' }] },
    ]);
  });

  it('is for the operator only', async () => {
    expect((await list('', tenant.adminKey)).status).toBe(403);
  });
});

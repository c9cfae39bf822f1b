import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createExecutionRepository } from '../../src/conversations/executions-repository.js';
import { createSessionRepository } from '../../src/conversations/sessions-repository.js';
import type { Transaction } from '../../src/platform/database/transaction.js';
import { SessionId, UserId } from '../../src/shared/ids.js';
import { createAuditRepository, type AuditFilter } from '../../src/tenancy/audit.js';
import { createUserRepository } from '../../src/tenancy/users-repository.js';
import { createTestDatabase, queryAsOwner, type TestDatabase } from '../support/database.js';
import { ID_OF_ROW, MADE_AT, rowsReadBy } from '../support/rows-read.js';
import type { TestTenant } from '../support/tenant.js';

const ROWS = 50_000;
/** A page of 20 with what is joined to it, and some to spare; not one row in a hundred. */
const FEW = 400;
const SESSION = SessionId.parse('01990000-0000-7000-8000-000000000001');
let test: TestDatabase;
let tenant: TestTenant;

beforeAll(async () => {
  test = await createTestDatabase();
  tenant = await test.tenant();
  const { tenantId, userId } = tenant.member;
  await queryAsOwner(
    test,
    `INSERT INTO users (tenant_id, id, email, role, groups, created_at)
      SELECT '${tenantId}', ${ID_OF_ROW}, 'user' || n || '@people.example', 'member', '{}', ${MADE_AT} FROM generate_series(1, ${ROWS}) n;
    INSERT INTO sessions (tenant_id, id, user_id, title, created_at, last_activity_at)
      SELECT '${tenantId}', ${ID_OF_ROW}, CASE WHEN n % 50 = 0 THEN '${tenant.admin.userId}'::uuid ELSE '${userId}' END, 'Question ' || n, ${MADE_AT}, ${MADE_AT} FROM generate_series(1, ${ROWS}) n;
    INSERT INTO sessions (tenant_id, id, user_id) VALUES ('${tenantId}', '${SESSION}', '${userId}');
    INSERT INTO executions (tenant_id, id, user_id, session_id, workflow_path, status, degraded, started_at)
      SELECT '${tenantId}', ${ID_OF_ROW}, '${userId}', '${SESSION}', '{}', CASE WHEN n % 5000 = 0 THEN 'error' ELSE 'success' END,
        CASE WHEN n % 1000 = 0 THEN '[{"node":"tools","reason":"timeout","effect":"none"}]'
          WHEN n % 499 = 0 THEN '[{"node":"tools","reason":"rare","effect":"none"}]' ELSE '[]' END::jsonb, ${MADE_AT}
      FROM generate_series(1, ${ROWS}) n;
    INSERT INTO audit_entries (tenant_id, id, actor_id, action, subject_id, result, created_at)
      SELECT '${tenantId}', ${ID_OF_ROW}, CASE WHEN n % 5000 = 0 THEN '${tenant.admin.userId}'::uuid ELSE '${userId}' END,
        CASE WHEN n % 5000 = 0 THEN 'webhook.create' ELSE 'document.create' END, 'subject', 'ok', ${MADE_AT}
      FROM generate_series(1, ${ROWS}) n;
    ANALYZE users, sessions, executions, audit_entries;`,
  );
}, 120_000);

afterAll(() => test.destroy());

const rowsFor = (ask: (tx: Transaction) => Promise<unknown>) =>
  rowsReadBy({ url: test.url, scope: tenant.admin }, ask);

const page = { limit: 20 };
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
const midway = { from: minutesAgo(25_100), to: minutesAgo(25_000) };

describe(`a page of a list of ${ROWS} users`, () => {
  it.each([
    ['all', {}],
    ['with a rare role', { role: 'admin' as const }],
    ['by the beginning of an address', { email: 'user4999' }],
    ['ordered by address', { sort: 'email' as const }],
    [
      'ordered by address, backwards, of one role',
      { sort: '-email' as const, role: 'member' as const },
    ],
  ])('reads only few rows: %s', async (_what, which) => {
    const read = await rowsFor((tx) =>
      createUserRepository(tx, tenant.admin).list({ ...page, ...which }),
    );

    expect(read).toBeGreaterThan(0);
    expect(read).toBeLessThan(FEW);
  });
});

describe(`a page of a list of ${ROWS} sessions`, () => {
  it.each([
    ['all', {}],
    ['ordered by activity', { sort: '-lastActivityAt' as const }],
    ['with activity in a range, ordered by it', { ...midway, sort: 'lastActivityAt' as const }],
    ['with activity in a range', midway],
  ])('reads only few rows: %s', async (_what, which) => {
    const read = await rowsFor((tx) =>
      createSessionRepository(tx, tenant.member).list({ ...page, ...which }),
    );

    expect(read).toBeGreaterThan(0);
    expect(read).toBeLessThan(FEW);
  });

  it('reads few of the thousand sessions of one user among many', async () => {
    const read = await rowsFor((tx) => createSessionRepository(tx, tenant.admin).list(page));

    expect(read).toBeGreaterThan(0);
    expect(read).toBeLessThan(FEW);
  });
});

describe(`a page of a list of ${ROWS} executions`, () => {
  it.each([
    ['all', {}],
    ['with a rare status', { status: 'error' as const }],
    ['degraded for a rare reason', { degraded: 'rare' }],
    ['degraded for a reason that never occurs', { degraded: 'unknown' }],
    ['of a user without any', { userId: UserId.parse('01990000-0000-7000-8000-000000000009') }],
    ['started in a range', midway],
  ])('reads only few rows: %s', async (_what, which) => {
    const read = await rowsFor((tx) =>
      createExecutionRepository(tx, tenant.admin).list({ ...page, ...which }),
    );

    expect(read).toBeLessThan(FEW);
  });
});

describe(`a page of an audit of ${ROWS} entries`, () => {
  it.each<[string, AuditFilter | (() => AuditFilter)]>([
    ['all', {}],
    ['with a rare action', { action: 'webhook.create' }],
    ['with all actions of one kind', { action: 'webhook' }],
    ['with an action that never occurs', { action: 'user.act_for' }],
    ['of an actor with few entries', () => ({ actorId: tenant.admin.userId })],
    ['in a range', midway],
  ])('reads only few rows: %s', async (_what, which) => {
    const filter = typeof which === 'function' ? which() : which;

    const read = await rowsFor((tx) =>
      createAuditRepository(tx, tenant.admin).list({ ...page, ...filter }),
    );

    expect(read).toBeLessThan(FEW);
  });
});

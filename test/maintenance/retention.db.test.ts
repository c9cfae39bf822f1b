import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createApplyRetention } from '../../src/maintenance/retention/apply-retention.js';
import { createHolds } from '../../src/tenancy/holds/holds.js';
import type { UserScope } from '../../src/shared/scope.js';
import type { TenantPolicy } from '../../src/tenancy/schema.js';
import { createTestDatabase, queryAsOwner, type TestDatabase } from '../support/database.js';
import { createReadyDocument, type TestTenant } from '../support/tenant.js';
import { finishTurn, openSession, startTurn, storedCitation, turnOf } from '../support/turn.js';

let test: TestDatabase;
let tenant: TestTenant;
let held: UserScope;

beforeAll(async () => {
  test = await createTestDatabase();
});

beforeEach(async () => {
  tenant = await test.tenant();
  held = await tenant.addUser();
});

afterAll(() => test.destroy());

/** A turn that is answered and rated, and a file, of each person. */
const fill = async (owner: UserScope) => {
  const { database } = test;
  const turn = turnOf(await openSession(database, owner), 'Which colour?');
  await startTurn(database, owner, turn);
  await finishTurn(database, owner, { ...turn, content: 'Blue [1].', citations: [storedCitation] });
  await database.withScope(owner, async (tx) => {
    const { items } = await tx.sessions.messages(turn.sessionId, { limit: 1 });
    await tx.feedback.save(items[0]!.id, { comment: null, rating: 'up', shareWithAdmin: false });
    await tx.workspace.create('a.txt', { key: randomUUID(), sizeBytes: 1, sha256: 'a'.repeat(64) });
  });
  const { documentId } = await createReadyDocument(database, tenant, { owner });
  await queryAsOwner(
    test,
    `WITH old AS (UPDATE document_versions SET version = 2 WHERE document_id = '${documentId}' RETURNING *)
     INSERT INTO document_versions (tenant_id, document_id, version, file_key, filename, mime_type, size_bytes, sha256, status)
     SELECT tenant_id, document_id, 1, 'earlier', filename, mime_type, size_bytes, sha256, 'replaced' FROM old`,
  );
};

/** The ages of what the tests look at, as if it had been made this many days ago. */
const age = (days: number) => {
  const past = `now() - interval '${days} days'`;
  return queryAsOwner(
    test,
    `UPDATE messages SET created_at = ${past}; UPDATE sessions SET created_at = ${past}, last_activity_at = ${past};
     UPDATE feedback SET created_at = ${past}, updated_at = ${past}; UPDATE document_versions SET created_at = ${past};
     UPDATE workspace_files SET created_at = ${past}, updated_at = ${past};
     UPDATE executions SET started_at = ${past}, completed_at = ${past}, receipt = '{"sources": []}'`,
  );
};

const keep = async (retention: Partial<TenantPolicy['retention']>) => {
  await test.database.withScope(tenant.system, async (tx) => {
    const { policy } = await tx.settings.get();
    const kept = { ...policy.retention, ...retention };
    await tx.settings.update({ policy: { ...policy, retention: kept } });
  });
  await createApplyRetention(test.database)(tenant.system);
};

const TABLES = {
  messages: `SELECT s.user_id FROM messages m JOIN sessions s ON s.id = m.session_id WHERE m.tenant_id = $1`,
  sessions: 'SELECT user_id FROM sessions WHERE tenant_id = $1',
  receipts: 'SELECT user_id FROM executions WHERE tenant_id = $1 AND receipt IS NOT NULL',
  workspaceFiles: 'SELECT user_id FROM workspace_files WHERE tenant_id = $1',
  feedback: 'SELECT user_id FROM feedback WHERE tenant_id = $1',
  versions: `SELECT d.owner_id AS user_id FROM document_versions v JOIN documents d ON d.id = v.document_id
             WHERE v.tenant_id = $1 AND v.status = 'replaced'`,
} as const;

/** The people who still have something in each of these tables. */
const ownersOf = async (table: keyof typeof TABLES): Promise<Set<string>> => {
  const rows = await queryAsOwner<{ user_id: string }>(test, TABLES[table], [tenant.tenantId]);
  return new Set(rows.map((row) => row.user_id));
};

const placeHold = () =>
  createHolds(test).create(tenant.admin, {
    name: 'Case 7',
    reason: 'Court order',
    userId: held.userId,
    documentId: null,
    from: null,
    to: null,
  });

describe('retention', () => {
  it.each([
    ['messages', ['messages', 'sessions', 'receipts', 'feedback']],
    ['receipts', ['receipts']],
    ['workspaceFiles', ['workspaceFiles']],
    ['feedback', ['feedback']],
    ['versions', ['versions']],
  ] as const)(
    'of %s deletes those of everyone without a hold, and nothing else',
    async (kind, emptied) => {
      await fill(tenant.member);
      await fill(held);
      await age(31);
      await placeHold();

      await keep({ [kind]: 30 });

      const tables = Object.keys(TABLES) as (keyof typeof TABLES)[];
      for (const table of tables) {
        const isEmptied = (emptied as readonly string[]).includes(table);
        const left = isEmptied ? [held.userId] : [held.userId, tenant.member.userId];
        expect([table, await ownersOf(table)]).toEqual([table, new Set(left)]);
      }
    },
  );

  it('keeps what is younger than its days, and everything if it is 0', async () => {
    await fill(tenant.member);
    await age(29);

    await keep({ messages: 30, receipts: 0, workspaceFiles: 30, feedback: 30, versions: 30 });

    for (const table of Object.keys(TABLES) as (keyof typeof TABLES)[]) {
      expect([table, (await ownersOf(table)).size]).toEqual([table, 1]);
    }
  });

  it('writes into the audit log how much it deleted of which kind', async () => {
    await fill(tenant.member);
    await age(31);

    await keep({ messages: 30 });

    const { items } = await test.database.withScope(tenant.admin, (tx) =>
      tx.audit.list({ limit: 1 }),
    );
    expect(items).toMatchObject([
      {
        action: 'retention.delete',
        changes: [{ field: 'retention.messages', before: 3, after: 0 }],
      },
    ]);
  });

  it('deletes the old messages of a conversation that goes on, and keeps the newer ones', async () => {
    const { database } = test;
    const sessionId = await openSession(database, tenant.member);
    for (const question of ['First?', 'Second?']) {
      const turn = turnOf(sessionId, question);
      await startTurn(database, tenant.member, turn);
      await finishTurn(database, tenant.member, { ...turn, content: 'Yes.', citations: [] });
      if (question === 'First?') {
        await queryAsOwner(
          test,
          `UPDATE messages SET created_at = now() - interval '31 days' WHERE session_id = '${sessionId}'`,
        );
      }
    }

    await keep({ messages: 30 });

    const { items } = await database.withScope(tenant.member, (tx) =>
      tx.sessions.messages(sessionId, { limit: 10 }),
    );
    expect(items.map(({ content }) => content).sort()).toEqual(['Second?', 'Yes.']);
  });
});

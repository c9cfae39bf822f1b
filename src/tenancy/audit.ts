import { z } from 'zod';
import { beyond, madeWithin, olderThan, toPage } from '../platform/database/page.js';
import { emptySql, rowsOf, sql, type Sql } from '../platform/database/sql.js';
import type { Transaction } from '../platform/database/transaction.js';
import { ApiKeyId, AuditEntryId, newId, UserId } from '../shared/ids.js';
import type { Page, PageRequest, TimeRange } from '../shared/page.js';
import { filterOfKey, type Scope } from '../shared/scope.js';
import { AuditChange, groupKeysIn, withGroupNames } from './audit-changes.js';
import { createGroupRepository } from './groups-repository.js';
import { shownTitle } from './opens-content.js';
import { beginningWith } from './users-repository.js';

const NotedToken = z
  .object({
    origins: z.array(z.string()),
    ttlSeconds: z.int(),
    label: z.string().nullable().describe('Null: it has sessions of its own.'),
  })
  .meta({ id: 'AuditedBrowserToken' });
type NotedToken = z.infer<typeof NotedToken>;

/** `actorId` null: the operator, or the system itself. The subject of `tool.call` is the execution that made it. */
export const AuditEntry = z
  .object({
    id: AuditEntryId,
    actorId: UserId.nullable(),
    actorEmail: z
      .string()
      .nullable()
      .describe('Null for someone outside the tenant, an application, or a deleted user.'),
    action: z.string(),
    subjectId: z.string(),
    subjectName: z
      .string()
      .nullable()
      .describe(
        'Of users their address, of documents their title as the reader sees it there, of webhooks their URL, of others their name, as long as they exist.',
      ),
    result: z.enum(['ok', 'refused', 'failed']),
    toolName: z.string().nullable().describe('For `tool.call`: a call that changes something.'),
    errorCode: z.string().nullable().describe('For a failed call.'),
    holderId: UserId.nullable().describe('Whose key it is; who joined or left the group.'),
    holderEmail: z.string().nullable(),
    askedByKeyId: ApiKeyId.nullable().describe(
      'The key that asked for the actor by X-On-Behalf-Of.',
    ),
    askedByKeyName: z.string().nullable(),
    count: z
      .int()
      .describe('Number of identical events within a minute that this entry stands for.'),
    browserToken: NotedToken.nullable().describe(
      'Of `browser_token.create`: the token without its text; the subject is its id.',
    ),
    changes: z
      .array(AuditChange)
      .describe(
        'Roles, states, groups, visibility, policy, quotas and limits before and after; null: not set. Groups have their names, as long as they exist.',
      ),
    createdAt: z.date(),
  })
  .meta({ id: 'AuditEntry' });
export type AuditEntry = z.infer<typeof AuditEntry>;

export type NewEntry = Pick<AuditEntry, 'actorId' | 'subjectId'> & {
  action:
    | 'tenant.create'
    | 'tenant.update'
    | 'tenant.delete'
    | 'tenant.export'
    | 'user.create'
    | 'user.update'
    | 'user.change_role'
    | 'user.delete'
    | 'user.act_for'
    | 'user.export'
    | 'api_key.create'
    | 'browser_token.create'
    | `assistant.${'create' | 'update' | 'delete'}`
    | 'api_key.confirm'
    | 'api_key.revoke'
    | 'group.create'
    | 'group.update'
    | 'group.delete'
    | 'group.add_member'
    | 'group.remove_member'
    | 'policy.update'
    | 'document.create'
    | 'document.update'
    | 'document.change_visibility'
    | 'document.replace'
    | 'document.restore'
    | 'document.reprocess'
    | 'document.delete'
    | 'collection.create'
    | 'collection.update'
    | 'collection.delete'
    | 'collection.add_document'
    | 'collection.remove_document'
    | 'webhook.create'
    | 'webhook.update'
    | 'webhook.delete'
    | 'webhook.rotate_secret'
    | 'webhook.disable'
    | `source.${'create' | 'update' | 'delete' | 'pause' | 'resume' | 'run' | 'confirm' | 'run_failed'}`
    | 'file.create'
    | 'file.replace'
    | 'file.delete'
    | 'execution.read_foreign'
    | `feedback.${'resolve' | 'reopen'}`
    | `golden_question.${'create' | 'update' | 'delete' | 'import'}`
    | `evaluation.${'start' | 'stop' | 'delete'}`
    | `hold.${'create' | 'delete'}`
    | 'retention.delete'
    | 'tool.call'
    | 'sign_in.start'
    | 'sign_in.end'
    | 'sign_in.end_all'
    | 'sign_in.token_reused'
    | 'sign_in.configure'
    | 'password.change'
    | 'password.link'
    | 'password.reset'
    | 'invitation.create'
    | 'invitation.accept';
  result?: AuditEntry['result'];
  toolName?: string;
  errorCode?: string | null;
  holderId?: UserId;
  count?: number;
  askedByKeyId?: ApiKeyId | null;
  browserToken?: NotedToken;
  changes?: readonly AuditChange[];
};

export type AuditRepository = ReturnType<typeof createAuditRepository>;

export type AuditFilter = TimeRange & {
  actorId?: UserId | undefined;
  /** The beginning of the actor's address. */
  actorEmail?: string | undefined;
  /** The complete action, or the part before its dot: `user` for every change of users. */
  action?: string | undefined;
};

/** Append-only: the application role may neither change nor delete entries. */
export const createAuditRepository = (tx: Transaction, scope: Scope) => ({
  append: (entry: NewEntry): Promise<void> => appendAll(tx, scope, [entry]),
  appendAll: (entries: readonly NewEntry[]): Promise<void> => appendAll(tx, scope, entries),
  list: async (filter: AuditFilter & PageRequest): Promise<Page<AuditEntry>> => {
    // A key that sees only some documents gets no titles of the others.
    const seesAll = scope.kind === 'user' && filterOfKey(scope) === null;
    const ofAllDocuments = seesAll ? emptySql : sql`AND false`;
    const shownDocument = sql`CASE WHEN d.id IS NOT NULL THEN ${shownTitle(scope)} END`;
    const rows = await tx.$queryRaw<unknown[]>`
      SELECT e.id, e.actor_id AS "actorId", actor.email AS "actorEmail", e.action, e.subject_id AS "subjectId",
        coalesce(person.email, team.name, apikey.name, ${shownDocument}, collection.name, assistant.name, webhook.url, source.name, tenant.name)
          AS "subjectName", coalesce(e.changes, '[]') AS changes, e.result, e.tool_name AS "toolName",
        e.error_code AS "errorCode", e.holder_id AS "holderId", holder.email AS "holderEmail",
        e.asked_by_key_id AS "askedByKeyId", asking.name AS "askedByKeyName", e.count,
        e.browser_token AS "browserToken", e.created_at AS "createdAt"
      FROM (
        SELECT a.*, CASE WHEN a.subject_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' THEN a.subject_id::uuid END AS subject
        FROM audit_entries a WHERE a.tenant_id = ${scope.tenantId}::uuid ${matching(filter)} ${olderThan(sql`a.id`, filter)}
        ORDER BY a.id DESC LIMIT ${beyond(filter)}
      ) e LEFT JOIN users actor ON actor.tenant_id = e.tenant_id AND actor.id = e.actor_id AND actor.application_id IS NULL
      LEFT JOIN users holder ON holder.tenant_id = e.tenant_id AND holder.id = e.holder_id
      LEFT JOIN users person ON person.tenant_id = e.tenant_id AND person.id = e.subject
      LEFT JOIN groups team ON team.tenant_id = e.tenant_id AND team.id = e.subject
      LEFT JOIN api_keys asking ON asking.tenant_id = e.tenant_id AND asking.id = e.asked_by_key_id
      LEFT JOIN api_keys apikey ON apikey.tenant_id = e.tenant_id AND apikey.id = e.subject
      LEFT JOIN documents d ON d.tenant_id = e.tenant_id AND d.id = e.subject AND d.status <> 'deleting' ${ofAllDocuments}
      LEFT JOIN collections collection ON collection.tenant_id = e.tenant_id AND collection.id = e.subject AND collection.visibility = 'tenant'
      LEFT JOIN assistants assistant ON assistant.tenant_id = e.tenant_id AND assistant.id = e.subject
      LEFT JOIN webhook_endpoints webhook ON webhook.tenant_id = e.tenant_id AND webhook.id = e.subject
      LEFT JOIN sources source ON source.tenant_id = e.tenant_id AND source.id = e.subject
      LEFT JOIN tenant_settings tenant ON tenant.tenant_id = e.tenant_id AND tenant.tenant_id = e.subject
      ORDER BY e.id DESC`;
    const entries = AuditEntry.array().parse(rows);
    const keys = groupKeysIn(entries.flatMap(({ changes }) => changes));
    const names = await createGroupRepository(tx, scope).namesOf(keys);
    return toPage(
      entries.map((entry) => ({ ...entry, changes: withGroupNames(entry.changes, names) })),
      filter,
    );
  },
  count: async (filter: AuditFilter): Promise<number> => {
    const rows = await tx.$queryRaw<{ count: number }[]>`
      SELECT count(*)::int AS count FROM audit_entries a
      WHERE a.tenant_id = ${scope.tenantId}::uuid ${matching(filter)}`;
    return rows[0]?.count ?? 0;
  },
});

const appendAll = async (
  tx: Transaction,
  scope: Scope,
  entries: readonly NewEntry[],
): Promise<void> => {
  const { tenantId } = scope;
  const askedByKeyId = scope.kind === 'user' ? scope.askedBy : null;
  const rows = entries.map((entry) => ({
    id: newId(AuditEntryId),
    tenantId,
    result: 'ok',
    toolName: null,
    errorCode: null,
    holderId: null,
    count: 1,
    changes: null,
    askedByKeyId,
    browserToken: null,
    ...entry,
  }));
  await tx.$executeRaw`
    INSERT INTO audit_entries (tenant_id, id, actor_id, action, subject_id, result, tool_name, error_code, holder_id, count, changes, asked_by_key_id,
      browser_token)
    SELECT tenant_id, id, actor_id, action, subject_id, result, tool_name, error_code, holder_id, count, changes, asked_by_key_id, browser_token
    FROM ${rowsOf('audit_entries', rows)}`;
};

const matching = ({ actorId, actorEmail, action, ...range }: AuditFilter): Sql => sql`
  ${actorId === undefined ? emptySql : sql`AND a.actor_id = ${actorId}::uuid`}
  ${actorEmail === undefined ? emptySql : sql`AND a.actor_id IN (SELECT users.id FROM users WHERE users.tenant_id = a.tenant_id ${beginningWith(actorEmail)})`}
  ${action === undefined ? emptySql : ofAction(action)}
  ${madeWithin({ time: sql`a.created_at`, id: sql`a.id` }, range)}`;

/** A word's actions are adjacent in the index; in byte order `/` follows `.`. */
const ofAction = (action: string): Sql =>
  action.includes('.')
    ? sql`AND a.action = ${action}`
    : sql`AND a.action >= ${`${action}.`} AND a.action < ${`${action}/`}`;

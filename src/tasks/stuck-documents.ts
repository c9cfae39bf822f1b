import { z } from 'zod';
import { beyond, olderThan, toPage } from '../platform/database/page.js';
import { sql } from '../platform/database/sql.js';
import type { Statements } from '../platform/database/transaction.js';
import { translating } from '../platform/database/translate-error.js';
import { ERROR_CODES } from '../shared/errors.js';
import { DocumentId, TenantId } from '../shared/ids.js';
import type { Page, PageRequest } from '../shared/page.js';

/** The doctor and the alert report a due task after the same time. */
const STUCK_AFTER_MINUTES = 10;
const MAX_NAMED = 10;

const errorCode = z
  .enum(ERROR_CODES)
  .nullable()
  .describe('Of the last failure; null where there was none.');
const documents = z.int();

const StuckDocument = z
  .object({
    id: DocumentId,
    action: z.enum(['index', 'purge']).describe('To be read and indexed, or to be deleted.'),
    state: z.enum(['failed', 'failing', 'waiting']),
    errorCode,
    since: z.date().describe('The first failure, or the time when it could have started.'),
  })
  .meta({ id: 'StuckDocument' });

export const StuckDocuments = z
  .object({
    tenantId: TenantId,
    slug: z.string(),
    failed: documents.describe('Given up: somebody must upload or process them again.'),
    failing: documents.describe(
      `Have been tried in vain for more than ${STUCK_AFTER_MINUTES} minutes, and will be tried again.`,
    ),
    waiting: documents.describe(
      `Could have been begun more than ${STUCK_AFTER_MINUTES} minutes ago, and have not been.`,
    ),
    oldestSince: z.date(),
    reasons: z.array(z.object({ errorCode, documents })).describe('The most frequent first.'),
    oldest: z.array(StuckDocument).describe(`The ${MAX_NAMED} that have been stuck longest.`),
  })
  .meta({ id: 'StuckDocuments' });
export type StuckDocuments = z.infer<typeof StuckDocuments>;

/** Documents that are neither ready nor in progress, by tenant. Ids, codes, numbers and times: nothing that a tenant wrote. */
export const createStuckDocuments =
  (client: Statements) =>
  (page: PageRequest): Promise<Page<StuckDocuments>> =>
    translating(async () => {
      const rows = await client.$queryRaw<unknown[]>`
        WITH stuck AS (${STUCK} ${olderThan(sql`t.tenant_id`, page)}), tenant AS (
          SELECT tenant_id, min(since) AS oldest_since,
                 count(*) FILTER (WHERE state = 'failed')::int AS failed,
                 count(*) FILTER (WHERE state = 'failing')::int AS failing,
                 count(*) FILTER (WHERE state = 'waiting')::int AS waiting
          FROM stuck GROUP BY tenant_id ORDER BY tenant_id DESC LIMIT ${beyond(page)}
        ), reason AS (
          SELECT tenant_id, error_code, count(*)::int AS documents
          FROM stuck WHERE tenant_id IN (SELECT tenant_id FROM tenant) GROUP BY tenant_id, error_code
        ), named AS (
          SELECT stuck.*, row_number() OVER (PARTITION BY tenant_id ORDER BY since, id) AS place
          FROM stuck WHERE tenant_id IN (SELECT tenant_id FROM tenant)
        )
        SELECT tenant.tenant_id AS id, slug, failed, failing, waiting, oldest_since AS "oldestSince",
          (SELECT jsonb_agg(jsonb_build_object('errorCode', error_code, 'documents', documents) ORDER BY documents DESC, error_code)
           FROM reason WHERE reason.tenant_id = tenant.tenant_id) AS reasons,
          (SELECT jsonb_agg(
             jsonb_build_object('id', id, 'action', action, 'state', state, 'errorCode', error_code, 'since', since) ORDER BY place)
           FROM named WHERE named.tenant_id = tenant.tenant_id AND place <= ${MAX_NAMED}) AS oldest
        FROM tenant JOIN tenants ON tenants.id = tenant.tenant_id
        ORDER BY tenant.tenant_id DESC`;
      const { items, nextAfter } = toPage(StuckRow.array().parse(rows), page);
      return {
        items: items.map(({ id, ...figures }) => ({ tenantId: id, ...figures })),
        nextAfter,
      };
    });

const StuckRow = StuckDocuments.omit({ tenantId: true }).extend({
  id: TenantId,
  oldest: z.array(StuckDocument.extend({ since: z.coerce.date() })),
});

/** Leaves out documents that already answer and only wait to be indexed again, unless that fails. */
const STUCK = sql`
  SELECT t.tenant_id, t.subject_id AS id, t.action, t.error_code, s.since,
         CASE WHEN t.state = 'failed' THEN 'failed' WHEN t.failing_since IS NULL THEN 'waiting' ELSE 'failing' END AS state
  FROM ingestion_tasks t
  CROSS JOIN LATERAL (
    SELECT coalesce(least(t.failing_since, t.due_at, t.lease_expires_at), t.created_at) AS since
  ) AS s
  WHERE t.subject_kind = 'document' AND t.state <> 'done' AND (
    t.state = 'failed' OR s.since < now() - ${STUCK_AFTER_MINUTES}::int * interval '1 minute')
  AND (t.state = 'failed' OR t.failing_since IS NOT NULL OR t.fingerprint IS NULL)`;

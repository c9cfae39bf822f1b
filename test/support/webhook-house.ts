import type { WebhookId } from '../../src/shared/ids.js';
import { createTestDatabase, queryInTenant } from './database.js';
import { createReadyDocument, type TestTenant } from './tenant.js';
import { createTestWebhooks, startReceiver, type Receiver, type TestWebhooks } from './webhooks.js';

export type WebhookOptions = Omit<
  Parameters<typeof createTestWebhooks>[0],
  'database' | 'databaseUrl'
>;

export type WebhookHouse = Awaited<ReturnType<typeof openWebhookHouse>>;

/** Lets deliveries out to these servers of this machine. */
export const trusting = (...receivers: Receiver[]): WebhookOptions => ({
  post: { trustedOrigins: receivers.map(({ origin }) => origin), timeoutMs: 2000 },
});

/** A database with a tenant for each test, its webhooks, and servers that they are sent to. */
export const openWebhookHouse = async () => {
  const test = await createTestDatabase({ poolSize: 10 });
  const closing: (() => Promise<unknown>)[] = [];
  let tenant: TestTenant;
  const query = <Row extends Record<string, unknown>>(sql: string) =>
    queryInTenant<Row>(test, tenant.tenantId, sql);
  return {
    test,
    /** Functions that close what was opened, after the test. */
    closing,
    newTenant: async (): Promise<TestTenant> => (tenant = await test.tenant()),
    closeOpened: async () => {
      for (const close of closing.splice(0).reverse()) await close();
    },
    open: (options: WebhookOptions = {}): TestWebhooks => {
      const parts = { database: test.database, databaseUrl: test.url };
      const opened = createTestWebhooks({ ...parts, ...options });
      closing.push(opened.close);
      return opened;
    },
    receive: async (...answer: Parameters<typeof startReceiver>): Promise<Receiver> => {
      const receiver = await startReceiver(...answer);
      closing.push(receiver.close);
      return receiver;
    },
    makeReady: (owner = tenant.member, visibility = 'tenant') =>
      createReadyDocument(test.database, tenant, { owner, visibility }),
    /** Makes every delivery that waits for its next attempt due now. */
    hurry: () =>
      query(`UPDATE webhook_tasks SET due_at = now() WHERE tenant_id = '${tenant.tenantId}'`),
    auditOf: (id: WebhookId) =>
      query<{ action: string }>(
        `SELECT action FROM audit_entries WHERE subject_id = '${id}' ORDER BY id`,
      ),
  };
};

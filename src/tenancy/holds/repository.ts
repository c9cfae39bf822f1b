import { z } from 'zod';
import { idsBefore, newestFirst, toPage } from '../../platform/database/page.js';
import { fromRow, selectOf } from '../../platform/database/rows.js';
import { toStorableText } from '../../platform/database/text.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { DocumentId, HoldId, newId, UserId } from '../../shared/ids.js';
import type { Page, PageRequest } from '../../shared/page.js';
import type { Scope } from '../../shared/scope.js';

export const HoldRecord = z.object({
  id: HoldId,
  name: z.string(),
  reason: z.string(),
  userId: UserId.nullable().describe('Only what this person owns; null: of everyone.'),
  documentId: DocumentId.nullable().describe('Only this document; null: everything.'),
  from: z.date().nullable().describe('Only what existed at this time or later.'),
  to: z.date().nullable().describe('Only what existed before this time.'),
  createdBy: UserId,
  createdAt: z.date(),
});
export type HoldRecord = z.infer<typeof HoldRecord>;

export type NewHold = Pick<
  HoldRecord,
  'name' | 'reason' | 'userId' | 'documentId' | 'from' | 'to' | 'createdBy'
>;

export type HoldRepository = ReturnType<typeof createHoldRepository>;

const COLUMNS = selectOf(HoldRecord);

/** Names are unique in the tenant: `conflict`. The database itself refuses to delete what a hold covers: `under_hold`. */
export const createHoldRepository = (tx: Transaction, { tenantId }: Scope) => {
  const { hold, user, document } = tx.models;
  return {
    create: async ({ name, reason, ...covered }: NewHold): Promise<HoldRecord> => {
      const words = { name: toStorableText(name), reason: toStorableText(reason) };
      const data = { tenantId, id: newId(HoldId), ...words, ...covered };
      return fromRow(HoldRecord, await hold.create({ data, select: COLUMNS }));
    },
    find: async (id: HoldId): Promise<HoldRecord | null> => {
      const row = await hold.findFirst({ where: { tenantId, id }, select: COLUMNS });
      return row && fromRow(HoldRecord, row);
    },
    list: async (page: PageRequest): Promise<Page<HoldRecord>> => {
      const where = { tenantId, ...idsBefore(page) };
      const rows = await hold.findMany({ where, select: COLUMNS, ...newestFirst(page) });
      return toPage(
        rows.map((row) => fromRow(HoldRecord, row)),
        page,
      );
    },
    count: (): Promise<number> => hold.count({ where: { tenantId } }),
    delete: async (id: HoldId): Promise<void> => {
      await hold.delete({ where: { tenantId_id: { tenantId, id } }, select: { id: true } });
    },
    /** Of the person and the document that a hold names, those that the tenant does not have. */
    missing: async ({
      userId,
      documentId,
    }: Pick<NewHold, 'userId' | 'documentId'>): Promise<('userId' | 'documentId')[]> => {
      const has = {
        userId: userId === null || (await user.count({ where: { tenantId, id: userId } })) > 0,
        documentId:
          documentId === null ||
          (await document.count({ where: { tenantId, id: documentId } })) > 0,
      };
      return (['userId', 'documentId'] as const).filter((field) => !has[field]);
    },
  };
};

import type { PrismaClient } from '../../generated/prisma/client.js';
import type { TenantId } from '../../domain/ids.js';
import type { Transaction } from './repositories/transaction.js';

/** The one place that names a tenant to PostgreSQL; the setting ends with the transaction. */
export const inTenant = <Result>(
  prisma: PrismaClient,
  tenantId: TenantId,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> =>
  prisma.$transaction(async (tx) => {
    await tx.$executeRaw`SELECT set_config('app.tenant_id', ${tenantId}, true)`;
    return work(tx);
  });

import type { Prisma } from '../../../generated/prisma/client.js';

/** What repositories get: the client of one transaction, never the pool. */
export type Transaction = Prisma.TransactionClient;

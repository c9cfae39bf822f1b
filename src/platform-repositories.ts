import type { PrismaClient } from './generated/prisma/client.js';
import type { PlatformRepositories } from './tasks/platform-port.js';
import type { InTenant } from './platform/database/in-tenant.js';
import { createNodeMetrics } from './conversations/node-metrics-repository.js';
import { createReindexingRepository } from './tasks/reindexing.js';
import { createTaskRepository } from './tasks/tasks.js';
import { createTenantRepository } from './tenancy/tenants-repository.js';
import type { Transaction } from './platform/database/transaction.js';

export const createPlatformRepositories = (
  prisma: PrismaClient,
  { inTenant, statements }: { inTenant: InTenant; statements: Transaction },
): PlatformRepositories => ({
  tenants: createTenantRepository(prisma, inTenant),
  // Several statements for each document: they take the driver's short way.
  tasks: createTaskRepository(statements),
  reindexing: createReindexingRepository(statements),
  nodeMetrics: createNodeMetrics(prisma),
});

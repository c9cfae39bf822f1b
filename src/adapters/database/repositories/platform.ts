import type { PrismaClient } from '../../../generated/prisma/client.js';
import type { PlatformRepositories } from '../../../ports/database/platform.js';
import type { InTenant } from '../in-tenant.js';
import { createNodeMetrics } from './node-metrics.js';
import { createTaskRepository } from './tasks.js';
import { createTenantRepository } from './tenants.js';

export const createPlatformRepositories = (
  prisma: PrismaClient,
  inTenant: InTenant,
): PlatformRepositories => ({
  tenants: createTenantRepository(prisma, inTenant),
  tasks: createTaskRepository(prisma),
  nodeMetrics: createNodeMetrics(prisma),
});

import type { PrismaClient } from '../../../generated/prisma/client.js';
import type { PlatformRepositories } from '../../../ports/database/platform.js';
import { createNodeMetrics } from './node-metrics.js';
import { createTaskRepository } from './tasks.js';
import { createTenantRepository } from './tenants.js';

export const createPlatformRepositories = (prisma: PrismaClient): PlatformRepositories => ({
  tenants: createTenantRepository(prisma),
  tasks: createTaskRepository(prisma),
  nodeMetrics: createNodeMetrics(prisma),
});

import type { Route } from './http/route.js';
import { createApiKeyRoutes } from './tenancy/api-keys-routes.js';
import type { ApiKeyDeps } from './tenancy/api-keys-routes.js';
import { createAuditRoutes } from './tenancy/audit-routes.js';
import type { AuditDeps } from './tenancy/audit-routes.js';
import { createChatRoutes } from './workflow/routes.js';
import type { ChatDeps } from './workflow/routes.js';
import { createDescriptionRoutes } from './http/description.js';
import { createDocumentRoutes } from './documents/routes.js';
import type { DocumentDeps } from './documents/routes.js';
import { createDocumentFileRoutes } from './documents/file-routes.js';
import type { DocumentFileDeps } from './documents/file-routes.js';
import { createExecutionRoutes } from './conversations/executions-routes.js';
import type { ExecutionDeps } from './conversations/executions-routes.js';
import { createFeedbackRoutes } from './conversations/feedback-routes.js';
import type { FeedbackDeps } from './conversations/feedback-routes.js';
import { createHealthRoutes } from './http/health.js';
import type { HealthDeps } from './http/health.js';
import { createProfileRoutes } from './tenancy/me-routes.js';
import type { ProfileDeps } from './tenancy/me-routes.js';
import { createMemoryRoutes } from './memories/routes.js';
import type { MemoryDeps } from './memories/routes.js';
import { createNodeMetricsRoutes } from './conversations/node-metrics-routes.js';
import type { NodeMetricsDeps } from './conversations/node-metrics-routes.js';
import { createSearchRoutes } from './search/routes.js';
import type { SearchDeps } from './search/routes.js';
import { createSessionRoutes } from './conversations/sessions-routes.js';
import type { SessionDeps } from './conversations/sessions-routes.js';
import { createTenantSettingsRoutes } from './tenancy/tenant-routes.js';
import type { SettingsDeps } from './tenancy/tenant-routes.js';
import { createTenantRoutes } from './tenancy/tenants-routes.js';
import type { TenantDeps } from './tenancy/tenants-routes.js';
import { createUsageRoutes } from './tenancy/usage-routes.js';
import type { UsageDeps } from './tenancy/usage-routes.js';
import { createUserRoutes } from './tenancy/users-routes.js';
import type { UserDeps } from './tenancy/users-routes.js';

export type RouteDeps = ApiKeyDeps &
  AuditDeps &
  ChatDeps &
  DocumentDeps &
  DocumentFileDeps &
  ExecutionDeps &
  FeedbackDeps &
  HealthDeps &
  MemoryDeps &
  NodeMetricsDeps &
  ProfileDeps &
  SearchDeps &
  SessionDeps &
  SettingsDeps &
  TenantDeps &
  UsageDeps &
  UserDeps;

/** The whole route table: server, OpenAPI document and generated attack tests are made from it. */
export const createRoutes = (deps: RouteDeps): Route[] => {
  const routes = [
    ...createProfileRoutes(deps),
    ...createTenantRoutes(deps),
    ...createTenantSettingsRoutes(deps),
    ...createUserRoutes(deps),
    ...createApiKeyRoutes(deps),
    ...createDocumentRoutes(deps),
    ...createDocumentFileRoutes(deps),
    ...createSearchRoutes(deps),
    ...createChatRoutes(deps),
    ...createSessionRoutes(deps),
    ...createMemoryRoutes(deps),
    ...createExecutionRoutes(deps),
    ...createFeedbackRoutes(deps),
    ...createUsageRoutes(deps),
    ...createAuditRoutes(deps),
    ...createNodeMetricsRoutes(deps),
    ...createHealthRoutes(deps),
  ];
  return [...routes, ...createDescriptionRoutes(routes)];
};

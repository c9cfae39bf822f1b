import type { Express } from 'express';
import { createHttpApi, type HttpApiDeps } from './http/create-api.js';
import type { Route } from './http/route.js';
import { createApiKeyRoutes, type ApiKeyDeps } from './tenancy/api-keys-routes.js';
import { createAuditRoutes, type AuditDeps } from './tenancy/audit-routes.js';
import { createChatRoutes, type ChatDeps } from './workflow/routes.js';
import { createDescriptionRoutes } from './http/description.js';
import { createDocumentRoutes, type DocumentDeps } from './documents/routes.js';
import { createDocumentFileRoutes, type DocumentFileDeps } from './documents/file-routes.js';
import { createExecutionRoutes, type ExecutionDeps } from './conversations/executions-routes.js';
import { createFeedbackRoutes, type FeedbackDeps } from './conversations/feedback-routes.js';
import { createHealthRoutes, type HealthDeps } from './http/health.js';
import { createProfileRoutes, type ProfileDeps } from './tenancy/me-routes.js';
import { createMemoryRoutes, type MemoryDeps } from './memories/routes.js';
import {
  createNodeMetricsRoutes,
  type NodeMetricsDeps,
} from './conversations/node-metrics-routes.js';
import { createSearchRoutes, type SearchDeps } from './search/routes.js';
import { createSessionRoutes, type SessionDeps } from './conversations/sessions-routes.js';
import { createTenantSettingsRoutes, type SettingsDeps } from './tenancy/tenant-routes.js';
import { createTenantRoutes, type TenantDeps } from './tenancy/tenants-routes.js';
import { createUsageRoutes, type UsageDeps } from './tenancy/usage-routes.js';
import { createUserRoutes, type UserDeps } from './tenancy/users-routes.js';

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

export type ApiDeps = RouteDeps & Omit<HttpApiDeps, 'routes'>;

/** The HTTP API as an Express application; it listens nowhere by itself. */
export const createApi = (deps: ApiDeps): Express =>
  createHttpApi({ ...deps, routes: createRoutes(deps) });

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

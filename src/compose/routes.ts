import type { Express } from 'express';
import { API_DOCUMENT } from './api-document.js';
import { createAssistantRoutes, type AssistantDeps } from '../assistants/routes.js';
import { createTenantExportRoutes, type TenantExportDeps } from '../backup/routes.js';
import {
  createHttpApi,
  createOnce,
  createHealthRoutes,
  type CreateOnceDeps,
  type HttpApiDeps,
  type Route,
  type HealthDeps,
} from '../http/index.js';
import { createDescriptionRoutes } from '../http/openapi/routes.js';
import { createOpenAiRoutes, type OpenAiDeps } from '../openai-api/index.js';
import {
  createBrowserTokenRoutes,
  type BrowserTokenDeps,
} from '../sign-in/browser-token-routes.js';
import { createSignInRoutes, type SignInDeps } from '../sign-in/routes.js';
import {
  createStuckDocumentsRoutes,
  type StuckDocumentsDeps,
} from '../tasks/stuck-documents-routes.js';
import { createTenancyRoutes, type TenancyDeps } from '../tenancy/index.js';
import { createChatRoutes, type ChatDeps } from '../workflow/routes.js';
import { createCollectionRoutes, type CollectionDeps } from '../documents/collections/routes.js';
import { createDocumentRoutes, type DocumentDeps } from '../documents/routes.js';
import { createDocumentFileRoutes, type DocumentFileDeps } from '../documents/file-routes.js';
import { createManyDocumentsRoutes, type ManyDocumentsDeps } from '../documents/many/routes.js';
import { createPushedRoutes, type PushedDeps } from '../documents/many/pushed-routes.js';
import { createPageRoutes, type PageDeps } from '../documents/pages/routes.js';
import {
  createExecutionRoutes,
  createFeedbackRoutes,
  createNodeMetricsRoutes,
  createSessionRoutes,
  createSharedAnswerRoutes,
  type ExecutionDeps,
  type FeedbackDeps,
  type NodeMetricsDeps,
  type SessionDeps,
  type SharedAnswerDeps,
} from '../conversations/index.js';
import { createEvaluationRoutes, type EvaluationDeps } from '../evaluation/routes.js';
import { createMcpRoutes, type McpDeps } from '../mcp/routes.js';
import { createMemoryRoutes, type MemoryDeps } from '../memories/index.js';
import { createWorkspaceRoutes, type WorkspaceDeps } from '../workspace/routes.js';
import { createSearchRoutes, type SearchDeps } from '../search/routes.js';
import { createSourceRoutes, type SourceDeps } from '../sources/routes.js';
import { createToolRoutes, type ToolListDeps } from '../tools/routes.js';
import { createWebhookRoutes, type WebhookDeps } from '../webhooks/routes.js';

export type RouteDeps = AssistantDeps &
  BrowserTokenDeps &
  ChatDeps &
  CollectionDeps & { keyed: CreateOnceDeps } & DocumentDeps &
  DocumentFileDeps &
  EvaluationDeps &
  ExecutionDeps &
  FeedbackDeps &
  HealthDeps &
  ManyDocumentsDeps &
  McpDeps &
  MemoryDeps &
  NodeMetricsDeps &
  OpenAiDeps &
  PageDeps &
  PushedDeps &
  SearchDeps &
  SessionDeps &
  SharedAnswerDeps &
  SignInDeps &
  SourceDeps &
  StuckDocumentsDeps &
  TenancyDeps &
  TenantExportDeps &
  WebhookDeps &
  WorkspaceDeps &
  ToolListDeps;

export type ApiDeps = RouteDeps & Omit<HttpApiDeps, 'routes'>;

/** The HTTP API as an Express application; it does not listen by itself. */
export const createApi = (deps: ApiDeps): Express =>
  createHttpApi({ ...deps, routes: createRoutes(deps) });

/** The whole route table, from which the server, the OpenAPI document and the generated attack tests are built. */
export const createRoutes = (deps: RouteDeps): Route[] => {
  const routes = [
    ...createSignInRoutes(deps),
    ...createBrowserTokenRoutes(deps),
    ...createTenancyRoutes(deps),
    ...createStuckDocumentsRoutes(deps),
    ...createTenantExportRoutes(deps),
    ...createManyDocumentsRoutes(deps),
    ...createDocumentRoutes(deps),
    ...createDocumentFileRoutes(deps),
    ...createPageRoutes(deps),
    ...createSourceRoutes(deps),
    ...createPushedRoutes(deps),
    ...createCollectionRoutes(deps),
    ...createAssistantRoutes(deps),
    ...createSearchRoutes(deps),
    ...createChatRoutes(deps),
    ...createToolRoutes(deps),
    ...createSessionRoutes(deps),
    ...createMemoryRoutes(deps),
    ...createWorkspaceRoutes(deps),
    ...createExecutionRoutes(deps),
    ...createSharedAnswerRoutes(deps),
    ...createFeedbackRoutes(deps),
    ...createEvaluationRoutes(deps),
    ...createWebhookRoutes(deps),
    ...createNodeMetricsRoutes(deps),
    ...createOpenAiRoutes(deps),
    ...createMcpRoutes(deps),
    ...createHealthRoutes(deps),
  ].map((route) => createOnce(route, deps.keyed));
  return [...routes, ...createDescriptionRoutes(routes, API_DOCUMENT)];
};

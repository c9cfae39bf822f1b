import createClient from 'openapi-fetch';
import type { components, paths } from '../../generated/api.js';
import { readProblem, RequestError } from './problem.js';
import { accessToken, renewRefused } from './sign-in.js';

type Schemas = components['schemas'];
export type ChatAnswer = Schemas['ChatAnswer'];
export type ChatEvent = Schemas['ChatEvent'];
export type Citation = ChatAnswer['citations'][number];
export type DailyFigures = Schemas['DailyFigures'];
export type Document = Schemas['Document'];
export type DocumentVersion = Schemas['DocumentVersion'];
export type ApiKey = Schemas['ApiKey'];
export type Assistant = Schemas['Assistant'];
export type AuditEntry = Schemas['AuditEntry'];
export type BatchAnswer = Schemas['BatchAnswer'];
export type CallFigures = Schemas['CallFigures'];
export type Execution = Schemas['Execution'];
export type ExecutionSummary = Schemas['ExecutionSummary'];
export type Explanation = Schemas['Explanation'];
export type FeedbackEntry = Schemas['FeedbackEntry'];
export type Group = Schemas['Group'];
export type IdentityProvider = Schemas['IdentityProvider'];
export type McpServer = Schemas['McpServer'];
export type Me = Schemas['Me'];
export type Memory = Schemas['Memory'];
export type Message = Schemas['Message'];
export type AnswerOutcome = NonNullable<Message['outcome']>;
export type NodeMetricsReport = Schemas['NodeMetricsReport'];
export type PageBoxes = Schemas['PageBoxes'];
export type Session = Schemas['Session'];
export type SharedAnswer = Schemas['SharedAnswer'];
export type Source = Schemas['Source'];
export type SourceItem = Schemas['SourceItem'];
export type SourceKind = Schemas['SourceKind'];
export type SourceReport = Schemas['SourceReport'];
export type SourceRun = Schemas['SourceRun'];
export type Statement = Schemas['Statement'];
export type SearchAnswer = Schemas['SearchAnswer'];
export type TenantSettings = Schemas['TenantSettings'];
export type Readiness = Schemas['Readiness'];
export type StuckDocuments = Schemas['StuckDocuments'];
export type Tenant = Schemas['Tenant'];
export type NamedModel = Schemas['NamedModel'];
export type Tool = Schemas['Tool'];
export type Unanswered = Schemas['Unanswered'];
export type Usage = Schemas['Usage'];
export type User = Schemas['User'];
export type Webhook = Schemas['Webhook'];
export type WorkspaceFile = Schemas['WorkspaceFile'];

/** A request as whoever is signed in; a token that has just ended is renewed once. */
export const authorizedFetch = async (request: Request): Promise<Response> => {
  const again = request.clone();
  const token = await accessToken();
  request.headers.set('Authorization', `Bearer ${token}`);
  const response = await fetch(request);
  if (response.status !== 401) return response;
  again.headers.set('Authorization', `Bearer ${await renewRefused(token)}`);
  return fetch(again);
};

const refuseProblems = async (request: Request): Promise<Response> => {
  const response = await authorizedFetch(request);
  if (response.ok) return response;
  throw new RequestError(await readProblem(response));
};

/** The API by its own document: a path or a field that it does not have does not compile. Whatever is no success rejects. */
export const api = createClient<paths>({ baseUrl: location.origin, fetch: refuseProblems });

/** The body of an answer that has one. */
export const bodyOf = <Body>({ data }: { data?: Body | undefined }): Body => {
  if (data === undefined)
    throw new Error('The API has answered without the body that it declares.');
  return data;
};

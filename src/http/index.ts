export { type AuthenticationRepository, createAuthenticate } from './authenticate.js';
export { KEY_LIFETIME_MS, claimKey } from './claim-key.js';
export { type HttpApiDeps, createHttpApi } from './create-api.js';
export { createHttpServer } from './create-http-server.js';
export { createWaitingApi } from './create-waiting-api.js';
export { ListQuery, listOf, listQueryFields, toList, toPageRequest } from './cursor.js';
export { createDescriptionRoutes } from './description.js';
export { Problem } from './error-handler.js';
export { ERROR_TABLE } from './error-table.js';
export type { SendEvent, StreamEvent } from './event-stream.js';
export {
  changes,
  dayField,
  emailField,
  groupField,
  promptField,
  timeField,
  toolNamesField,
} from './fields.js';
export { type HealthDeps, createHealthRoutes } from './health.js';
export { IdempotencyHeaders, parseIdempotencyKey, toReplayHeaders } from './idempotency-key.js';
export {
  type IdempotencyRepository,
  createIdempotencyRepository,
} from './idempotency-repository.js';
export { createLimitRequests, createParallelLimit } from './limit-requests.js';
export { type Listener, listen } from './listen.js';
export { type UploadForm, readUploadForm } from './read-upload-form.js';
export { hashRequest } from './request-hash.js';
export {
  type Caller,
  type OpenStream,
  type Route,
  type WholeReply,
  operatorRoute,
  parsePart,
  sharedRoute,
  userRoute,
} from './route.js';
export { createShutdown } from './shutdown.js';
export { untilShutdown } from './until-shutdown.js';

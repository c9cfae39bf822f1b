export { Label, type BrowserTokenClaims, type ReadBrowserToken } from './applications.js';
export { createHttpApi, type HttpApiDeps } from './app.js';
export { createAuthenticate, type AuthenticationRepository, type FindSignedIn } from './auth.js';
export { ERROR_TABLE, FileProblem, Problem, toFileProblem, type ErrorDialect } from './errors.js';
export {
  createOnce,
  creates,
  createsById,
  createsSecret,
  createsToken,
  SECRET_SHOWN,
  type CreateOnceDeps,
} from './create-once.js';
export { createGuessGuard, type GuessGuard } from './guess-guard.js';
export {
  createHealthRoutes,
  createReadiness,
  NOT_READY,
  type HealthDeps,
  type Readiness,
} from './health.js';
export {
  claimKey,
  hashRequest,
  KEY_LIFETIME_MS,
  toReplayHeaders,
  type IdempotencyRepository,
} from './idempotency.js';
export { IdempotencyHeaders, parseIdempotencyKey } from './idempotency-key.js';
export {
  createLimitAddress,
  createLimitRequests,
  createParallelLimits,
  type ParallelLimit,
} from './limits.js';
export { createHttpServer, listen, type Drain, type Listener } from './listener.js';
export type { NoteActing } from './on-behalf.js';
export { eventsOf } from './openapi/events.js';
export { fileField } from './openapi/file-field.js';
export type { DocumentWords } from './openapi/document.js';
export {
  changes,
  credentialRoute,
  operatorRoute,
  parsePart,
  sharedRoute,
  userRoute,
  type Caller,
  type OpenStream,
  type FileReply,
  type Route,
  type StreamEvent,
  type WholeReply,
} from './route.js';
export { baseOf } from './public-address.js';
export { createShutdown, untilShutdown } from './shutdown.js';
export { readUploadParts, type UploadPart } from './upload-parts.js';
export { readUploadBody, readUploadForm, type UploadForm } from './uploads.js';

import { pino, type DestinationStream, type Logger as Pino } from 'pino';
import type { Logger } from './telemetry.js';
import { currentLogFields } from './log-context.js';
import { createPrettyStream } from './pretty-stream.js';

type LogOptions = {
  level: 'debug' | 'info' | 'warn' | 'error' | 'silent';
  format: 'json' | 'pretty';
  /** Default: stdout. */
  destination?: DestinationStream;
};

const MAX_DEPTH = 5;
const MAX_STRING = 500;

type ErrorLike = {
  name: string;
  message: string;
  stack?: unknown;
  code?: unknown;
  cause?: unknown;
};

/** One JSON line per event (or a line for a terminal), every field through the redaction. */
export const createLogger = ({ level, format, destination }: LogOptions): Logger => {
  const lines = destination ?? pino.destination({ dest: 1, sync: false });
  const root = pino(
    {
      level,
      base: null,
      messageKey: 'message',
      mixin: currentLogFields,
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: { level: (label) => ({ level: label }) },
    },
    format === 'pretty' ? createPrettyStream(lines) : lines,
  );
  return toLogger(root);
};

const toLogger = (target: Pino): Logger => ({
  debug: (fields, message) => {
    if (target.isLevelEnabled('debug')) target.debug(clean(fields), message);
  },
  info: (fields, message) => target.info(clean(fields), message),
  warn: (fields, message) => target.warn(clean(fields), message),
  error: (fields, message) => target.error(clean(fields), message),
  child: (fields) => toLogger(target.child(clean(fields))),
});

type Fields = Record<string, unknown>;

const clean = (fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => {
      const redacted = redact({ [name]: value });
      // `redact` answers an object with an object.
      return [name, (redacted as Fields)[name]];
    }),
  );

/** Fields that may hold content or a credential, whoever logs them. */
const SECRET_FIELDS = new Set(
  [
    'authorization',
    'apiKey',
    'operatorKey',
    'adminKey',
    'password',
    'secret',
    'token',
    'accessToken',
    'refreshToken',
    'cookie',
    'headers',
    'body',
    'query',
    'queries',
    'question',
    'message',
    'messages',
    'answer',
    'content',
    'text',
    'title',
    'quote',
    'filename',
    'email',
    'prompt',
    'systemPrompt',
    'arguments',
    'result',
    'results',
    'reasoning',
    'vector',
    'vectors',
    'parameters',
    'params',
  ].map((name) => name.toLowerCase()),
);

const MAX_ITEMS = 50;

/** Data as it may stand in a log: secrets and content masked, errors without their words, everything bounded. */
const redact = (value: unknown, depth = 0): unknown => {
  if (typeof value === 'string') {
    return value.length > MAX_STRING ? `${value.slice(0, MAX_STRING)}…` : value;
  }
  if (typeof value !== 'object' || value === null) {
    return typeof value === 'bigint' ? value.toString() : value;
  }
  if (isError(value)) return describeError(value, depth);
  if (value instanceof Date) return value.toISOString();
  if (depth >= MAX_DEPTH) return '[deep]';
  if (ArrayBuffer.isView(value)) return '[binary]';
  if (Array.isArray(value)) return value.slice(0, MAX_ITEMS).map((item) => redact(item, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      name,
      SECRET_FIELDS.has(name.toLowerCase()) ? '[redacted]' : redact(item, depth + 1),
    ]),
  );
};

// By shape and not by instanceof: errors cross realms in workers and in Jest.
const isError = (value: object): value is ErrorLike =>
  'name' in value &&
  typeof value.name === 'string' &&
  'message' in value &&
  typeof value.message === 'string' &&
  'stack' in value;

/** Our own messages carry no content, nor do these of the runtime; any other may quote SQL parameters or a document. */
const SAFE_NAMES = new Set(['AppError', 'TypeError', 'ReferenceError', 'RangeError', 'AbortError']);

const describeError = (error: ErrorLike, depth: number): Record<string, unknown> => {
  const isSafe = SAFE_NAMES.has(error.name) || ('syscall' in error && 'errno' in error);
  return {
    name: error.name,
    ...(isSafe ? { reason: error.message.slice(0, MAX_STRING) } : {}),
    ...(typeof error.code === 'string' || typeof error.code === 'number'
      ? { code: error.code }
      : {}),
    ...(typeof error.stack === 'string' ? { stack: toFrames(error.stack) } : {}),
    ...(error.cause === undefined || depth >= MAX_DEPTH
      ? {}
      : { cause: redact(error.cause, depth + 1) }),
  };
};

// The first line of a stack repeats the message, which may span several lines.
const toFrames = (stack: string): string[] =>
  stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 12)
    .map((line) => line.trim());

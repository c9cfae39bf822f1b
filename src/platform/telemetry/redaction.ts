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

const MAX_DEPTH = 5;
const MAX_STRING = 500;
const MAX_ITEMS = 50;

/** Data as it may stand in a log: secrets and content masked, errors without their words, everything bounded. */
export const redact = (value: unknown, depth = 0): unknown => {
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

type ErrorLike = {
  name: string;
  message: string;
  stack?: unknown;
  code?: unknown;
  cause?: unknown;
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

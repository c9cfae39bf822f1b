import { z } from 'zod';
import { pino, type DestinationStream, type Logger as Pino } from 'pino';
import type { Logger } from './telemetry.js';
import { currentLogFields } from './log-context.js';

type LogOptions = {
  level: Level;
  /** auto: pretty if stdout is a terminal. */
  format: 'json' | 'pretty' | 'auto';
  /** Default: stdout. */
  destination?: DestinationStream;
  nowMs?: () => number;
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

const Text = z.string().optional();

const Step = z.discriminatedUnion('step', [
  z.object({ step: z.literal('question'), characters: z.number(), userQuery: Text }),
  z.object({ step: z.literal('rewrite'), characters: z.number(), userRewrite: Text }),
  z.object({
    step: z.literal('decision'),
    round: z.number(),
    rounds: z.number(),
    decision: z.string(),
    calls: z.array(z.object({ tool: z.string(), keys: z.array(z.string()) })),
    turnReasoning: Text,
    turnArguments: z.array(z.string()).optional(),
  }),
  z.object({
    step: z.literal('tool'),
    tool: z.string(),
    outcome: z.string(),
    cached: z.boolean(),
    durationMs: z.number(),
    turnSummary: Text,
  }),
  z.object({
    step: z.literal('answer'),
    status: z.string(),
    stopReason: z.string(),
    citations: z.number(),
    characters: z.number(),
    degraded: z.array(z.string()),
    turnAnswer: Text,
  }),
  z.object({
    step: z.literal('failure'),
    node: z.string(),
    errorCode: z.string().nullable(),
  }),
]);
type Step = z.infer<typeof Step>;

/**
 * One JSON line per event (or a formatted line for a terminal), with every field redacted. While a store is down, each message about that
 * is logged once a second, with the number of suppressed ones, unless the level is debug.
 */
export const createLogger = ({
  level,
  format,
  destination,
  nowMs = () => performance.now(),
}: LogOptions): ProcessLogger => {
  let least = level;
  const lines = destination ?? pino.destination({ dest: 1, sync: false });
  const isPretty =
    format === 'pretty' || (format === 'auto' && destination === undefined && process.stdout.isTTY);
  const root = pino(
    {
      // The level is applied here, because Pino's child loggers keep the level that they were created with.
      level: 'debug',
      base: null,
      messageKey: 'message',
      mixin: currentLogFields,
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: { level: (label) => ({ level: label }) },
    },
    isPretty ? createPrettyStream(lines) : lines,
  );
  return {
    ...toLogger(root, {
      writes: (severity) => SEVERITY[severity] >= SEVERITY[least],
      countLeftOut: createOncePerSecond(nowMs),
    }),
    toggleDebug: () => (least = least === 'debug' ? (level === 'debug' ? 'info' : level) : 'debug'),
  };
};

/** `toggleDebug` switches between logging every level and the configured level; returns the least severe level. */
export type ProcessLogger = Logger & { toggleDebug: () => Level };

const SEVERITY = { debug: 0, info: 1, warn: 2, error: 3, silent: 4 } as const;
type Level = keyof typeof SEVERITY;

const Line = z.looseObject({
  time: z.string().default(''),
  level: z.string().default('info'),
  message: z.string().default(''),
});

const LEVELS: Readonly<Record<string, string>> = {
  debug: '\u001b[2mdebug\u001b[0m',
  info: '\u001b[36minfo \u001b[0m',
  warn: '\u001b[33mwarn \u001b[0m',
  error: '\u001b[31merror\u001b[0m',
};

/** Lines for a terminal: time, level, message, then the fields; control characters in values are made harmless. */
const createPrettyStream = (target: DestinationStream): DestinationStream => ({
  write: (line) => {
    const { time, level, message, ...fields } = Line.parse(JSON.parse(line));
    const head = `${time.slice(11, 23)} ${LEVELS[level] ?? level}`;
    target.write(`${head} ${describe(message, fields)}\n`);
  },
});

const describe = (message: string, fields: Record<string, unknown>): string => {
  if (fields['step'] === 'start') return describeStart(message, fields);
  const step = describeStep(fields);
  return step === null ? describeFields(message, fields) : `${step}${toTail(fields)}`;
};

/** The start message is read by people who have just started the server: one line for each part. */
const describeStart = (message: string, { step: _step, ...parts }: Record<string, unknown>) =>
  [
    message,
    ...Object.entries(parts).map(
      ([name, value]) =>
        `  ${name.padEnd(12)} ${typeof value === 'string' ? inOneLine(value) : show(value)}`,
    ),
  ].join('\n');

// Replaces line breaks and escape codes, so that messages need no quotes.
const inOneLine = (text: string): string => text.replace(/\p{Cc}/gu, ' ');

/** A step of a turn as shown in a terminal; null for any other line. */
const describeStep = (fields: Record<string, unknown>): string | null => {
  const step = Step.safeParse(fields);
  return step.success ? write(step.data) : null;
};

const write = (step: Step): string => {
  switch (step.step) {
    case 'question':
      return `\u001b[1m?\u001b[0m question ${content(step.userQuery, step.characters)}`;
    case 'rewrite':
      return `  rewritten ${content(step.userRewrite, step.characters)}`;
    case 'decision': {
      const calls = step.calls.map(({ tool, keys }) => `${tool}(${keys.join(', ')})`);
      const made = [step.decision, ...calls].join(' ');
      const shown = [step.turnReasoning, ...(step.turnArguments ?? [])].map(more).join('');
      return `  round ${step.round}/${step.rounds} ${made}${shown}`;
    }
    case 'tool': {
      const how = step.cached ? 'from before' : `${step.durationMs} ms`;
      return `  tool ${step.tool} ${step.outcome} (${how})${more(step.turnSummary)}`;
    }
    case 'answer': {
      const { status, stopReason, citations, degraded } = step;
      const less = degraded.length === 0 ? '' : ` [${degraded.join(', ')}]`;
      const cited = citations === 1 ? '1 citation' : `${citations} citations`;
      const how = `${status} ${stopReason}, ${cited}${less}`;
      return `\u001b[1m=\u001b[0m answer ${how} ${content(step.turnAnswer, step.characters)}`;
    }
    case 'failure':
      return `\u001b[1m!\u001b[0m failed in ${step.node}: ${step.errorCode ?? 'unknown'}`;
  }
};

/** Shows a text if the policy allows it in the line, otherwise its length. */
const content = (text: string | undefined, characters: number): string =>
  text === undefined ? `(${characters} characters)` : JSON.stringify(text);

const more = (text: string | undefined): string =>
  text === undefined ? '' : ` ${JSON.stringify(text)}`;

const describeFields = (message: string, fields: Record<string, unknown>): string =>
  [message, ...Object.entries(fields).map(([name, value]) => `${name}=${show(value)}`)].join(' ');

const show = (value: unknown): string =>
  typeof value === 'string' && /^[\w./:@-]+$/.test(value) ? value : JSON.stringify(value);

/** Enough of the id to distinguish concurrent turns. */
const toTail = ({ requestId }: Record<string, unknown>): string =>
  typeof requestId === 'string' ? ` \u001b[2m${requestId.slice(0, 8)}\u001b[0m` : '';

type Rules = {
  writes: (level: Level) => boolean;
  /** How many lines with this key were suppressed since the last one; null: this one is suppressed, too. */
  countLeftOut: (key: string) => number | null;
};

const toLogger = (target: Pino, rules: Rules): Logger => {
  const { writes, countLeftOut } = rules;
  const report = (level: 'warn' | 'error', fields: Fields, message: string): void => {
    if (!writes(level)) return;
    const outage = findOutage(fields);
    const hasStacks = level === 'error' && outage === null;
    const isWhole = outage === null || writes('debug');
    const leftOut = isWhole ? 0 : countLeftOut(`${outage} ${message}`);
    if (leftOut === null) return;
    const shown = leftOut === 0 ? fields : { ...fields, leftOut };
    target[level](clean(shown, { hasStacks }), message);
  };
  return {
    debug: (fields, message) => {
      if (writes('debug')) target.debug(clean(fields), message);
    },
    info: (fields, message) => {
      if (writes('info')) target.info(clean(fields), message);
    },
    warn: (fields, message) => {
      report('warn', fields, message);
    },
    error: (fields, message) => {
      report('error', fields, message);
    },
    child: (fields) => toLogger(target.child(clean(fields)), rules),
  };
};

/** Every request and loop hits these at once; what matters is that the store is down, not who noticed. */
const OUTAGES = new Set(['storage_unavailable', 'vector_store_unavailable', 'queue_unavailable']);

const findOutage = (fields: Fields): string | null =>
  Object.values(fields)
    .map((value) =>
      typeof value === 'object' && value !== null && isError(value) ? value.code : null,
    )
    .find((code): code is string => typeof code === 'string' && OUTAGES.has(code)) ?? null;

/** Keys are our own codes and messages, so there are few. */
const createOncePerSecond = (nowMs: () => number): Rules['countLeftOut'] => {
  const last = new Map<string, { atMs: number; leftOut: number }>();
  return (key) => {
    const { atMs, leftOut } = last.get(key) ?? { atMs: -Infinity, leftOut: 0 };
    const isDue = nowMs() - atMs >= 1000;
    last.set(key, isDue ? { atMs: nowMs(), leftOut: 0 } : { atMs, leftOut: leftOut + 1 });
    return isDue ? leftOut : null;
  };
};

type Fields = Record<string, unknown>;

/** Removes stacks, except those of unforeseen errors. */
const clean = (fields: Fields, { hasStacks: all = true } = {}): Fields =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => {
      const hasStacks = all || !isForeseen(value);
      return [
        name,
        SECRET_FIELDS.has(name.toLowerCase()) ? MASK : redact(value, { depth: 1, hasStacks }),
      ];
    }),
  );

/** True for an error that has a code from a vendor, the system or us: the code says enough, and a stack trace would not help. */
const isForeseen = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  isError(value) &&
  typeof value.code === 'string' &&
  !value.code.startsWith('ERR_');

const MASK = '[redacted]';

/** Fields that may hold content or a credential, whatever code logs them. */
const SECRET_FIELDS = new Set(
  `
  authorization apiKey operatorKey adminKey password secret token accessToken refreshToken
  cookie headers body query queries question message messages answer content text title
  quote filename email prompt systemPrompt arguments result results reasoning vector
  vectors parameters params
`
    .toLowerCase()
    .trim()
    .split(/\s+/),
);

const MAX_ITEMS = 50;

type Within = { depth: number; hasStacks: boolean };

/** Makes data safe for a log: masks secrets and content, removes error messages, and bounds everything. */
const redact = (value: unknown, at: Within): unknown => {
  if (typeof value === 'string') {
    return value.length > MAX_STRING ? `${value.slice(0, MAX_STRING)}…` : value;
  }
  if (typeof value !== 'object' || value === null) {
    return typeof value === 'bigint' ? value.toString() : value;
  }
  if (isError(value)) return describeError(value, at);
  if (value instanceof Date) return value.toISOString();
  if (at.depth >= MAX_DEPTH) return '[deep]';
  if (ArrayBuffer.isView(value)) return '[binary]';
  const deeper = { ...at, depth: at.depth + 1 };
  if (Array.isArray(value)) return value.slice(0, MAX_ITEMS).map((item) => redact(item, deeper));
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      name,
      SECRET_FIELDS.has(name.toLowerCase()) ? MASK : redact(item, deeper),
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

/** Our own messages carry no content, nor do those of the runtime; any other may quote SQL parameters or a document. */
const SAFE_NAMES = new Set(['AppError', 'TypeError', 'ReferenceError', 'RangeError', 'AbortError']);

const describeError = (error: ErrorLike, at: Within): Record<string, unknown> => {
  const isSafe = SAFE_NAMES.has(error.name) || ('syscall' in error && 'errno' in error);
  return {
    name: error.name,
    ...(isSafe ? { reason: error.message.slice(0, MAX_STRING) } : {}),
    ...(typeof error.code === 'string' || typeof error.code === 'number'
      ? { code: error.code }
      : {}),
    ...(at.hasStacks && typeof error.stack === 'string' ? { stack: toFrames(error.stack) } : {}),
    ...(error.cause === undefined || at.depth >= MAX_DEPTH
      ? {}
      : { cause: redact(error.cause, { ...at, depth: at.depth + 1 }) }),
  };
};

// The first line of a stack repeats the message, which may span several lines.
const toFrames = (stack: string): string[] =>
  stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 12)
    .map((line) => line.trim());

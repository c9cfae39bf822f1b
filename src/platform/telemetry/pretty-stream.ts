import { z } from 'zod';
import type { DestinationStream } from 'pino';

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

/** Lines for a terminal: time, level, sentence, then the fields; control characters in values stay harmless. */
export const createPrettyStream = (target: DestinationStream): DestinationStream => ({
  write: (line) => {
    const { time, level, message, ...fields } = Line.parse(JSON.parse(line));
    const head = `${time.slice(11, 23)} ${LEVELS[level] ?? level}`;
    const step = describeStep(fields);
    const rest = step === null ? describeFields(message, fields) : `${step}${toTail(fields)}`;
    target.write(`${head} ${rest}\n`);
  },
});

/** A line of a turn as a terminal shows it; null for any other line. */
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
      const how = `${status} ${stopReason}, ${citations} citations${less}`;
      return `\u001b[1m=\u001b[0m answer ${how} ${content(step.turnAnswer, step.characters)}`;
    }
    case 'failure':
      return `\u001b[1m!\u001b[0m failed in ${step.node}: ${step.errorCode ?? 'unknown'}`;
  }
};

/** What is shown of a text: itself where the policy let it into the line, its length otherwise. */
const content = (text: string | undefined, characters: number): string =>
  text === undefined ? `(${characters} characters)` : JSON.stringify(text);

const more = (text: string | undefined): string =>
  text === undefined ? '' : ` ${JSON.stringify(text)}`;

const describeFields = (message: string, fields: Record<string, unknown>): string =>
  [message, ...Object.entries(fields).map(([name, value]) => `${name}=${show(value)}`)].join(' ');

const show = (value: unknown): string =>
  typeof value === 'string' && /^[\w./:@-]+$/.test(value) ? value : JSON.stringify(value);

/** Enough of the id to tell turns apart that run side by side. */
const toTail = ({ requestId }: Record<string, unknown>): string =>
  typeof requestId === 'string' ? ` \u001b[2m${requestId.slice(0, 8)}\u001b[0m` : '';

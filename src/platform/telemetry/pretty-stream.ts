import type { DestinationStream } from 'pino';
import { z } from 'zod';
import { describeStep } from './turn-lines.js';

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

/** Enough of the id to tell turns apart that run side by side. */
const toTail = ({ requestId }: Record<string, unknown>): string =>
  typeof requestId === 'string' ? ` \u001b[2m${requestId.slice(0, 8)}\u001b[0m` : '';

const describeFields = (message: string, fields: Record<string, unknown>): string =>
  [message, ...Object.entries(fields).map(([name, value]) => `${name}=${show(value)}`)].join(' ');

const show = (value: unknown): string =>
  typeof value === 'string' && /^[\w./:@-]+$/.test(value) ? value : JSON.stringify(value);

import type { DestinationStream } from 'pino';
import { z } from 'zod';

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
    const rest = Object.entries(fields).map(([name, value]) => `${name}=${show(value)}`);
    const head = `${time.slice(11, 23)} ${LEVELS[level] ?? level} ${message}`;
    target.write(`${[head, ...rest].join(' ')}\n`);
  },
});

const show = (value: unknown): string =>
  typeof value === 'string' && /^[\w./:@-]+$/.test(value) ? value : JSON.stringify(value);

import { pino, type DestinationStream, type Logger as Pino } from 'pino';
import type { Logger } from './telemetry.js';
import { currentLogFields } from './log-context.js';
import { createPrettyStream } from './pretty-stream.js';
import { redact } from './redaction.js';

export type LogOptions = {
  level: 'debug' | 'info' | 'warn' | 'error' | 'silent';
  format: 'json' | 'pretty';
  /** Default: stdout. */
  destination?: DestinationStream;
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

type Fields = Record<string, unknown>;

const toLogger = (target: Pino): Logger => ({
  debug: (fields, message) => {
    if (target.isLevelEnabled('debug')) target.debug(clean(fields), message);
  },
  info: (fields, message) => target.info(clean(fields), message),
  warn: (fields, message) => target.warn(clean(fields), message),
  error: (fields, message) => target.error(clean(fields), message),
  child: (fields) => toLogger(target.child(clean(fields))),
});

const clean = (fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => {
      const redacted = redact({ [name]: value });
      // `redact` answers an object with an object.
      return [name, (redacted as Fields)[name]];
    }),
  );

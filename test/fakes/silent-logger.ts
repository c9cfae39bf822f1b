import type { Logger } from '../../src/platform/telemetry/telemetry.js';

export type LoggedLine = {
  level: 'debug' | 'info' | 'warn' | 'error';
  message: string;
  fields: Record<string, unknown>;
};

/** Writes nothing; keeps what it was told for those who want to look. */
export const createSilentLogger = (lines: LoggedLine[] = []): Logger => {
  const keep = (level: LoggedLine['level']) => (fields: Record<string, unknown>, message: string) =>
    void lines.push({ level, message, fields });
  return {
    debug: keep('debug'),
    info: keep('info'),
    warn: keep('warn'),
    error: keep('error'),
    child: () => createSilentLogger(lines),
  };
};

import type { Logger } from '../platform/telemetry/telemetry.js';
import type { NodeName } from '../shared/execution.js';
import type { Turn } from './turn.js';

type AskedTurn = Pick<Turn, 'executionId' | 'input'>;

export type TurnLogPolicy = {
  /** True to log questions and rewrites. */
  userQueries: boolean;
  /** True to log all content of a turn, including questions. */
  turnContent: boolean;
};

/**
 * One line of the log. Content is only in the fields `user…` and `turn…`, which are written only if the policy allows it. They have these
 * names because content under its usual field names is redacted.
 */
export type LogLine = {
  message: string;
  fields: { step: string } & Record<string, unknown>;
  /** Questions and rewrites. */
  queries?: Record<`user${string}`, unknown>;
  content?: Record<`turn${string}`, unknown>;
};

export type TurnLog = ReturnType<typeof createTurnLog>;

/** Logs a turn: decisions and actions as codes, counts and argument names; content only if the policy allows it. */
export const createTurnLog = (
  logger: Pick<Logger, 'info' | 'warn'>,
  { userQueries, turnContent }: TurnLogPolicy,
) => {
  const write = ({ executionId }: AskedTurn, line: LogLine): void => {
    const queries = (userQueries || turnContent) && line.queries;
    const content = turnContent && line.content;
    logger.info({ executionId, ...line.fields, ...queries, ...content }, line.message);
  };
  return {
    started: (turn: AskedTurn): void => {
      const userQuery = turn.input.message;
      const fields = { step: 'question', characters: userQuery.length };
      write(turn, { message: 'Question asked', fields, queries: { userQuery } });
    },
    nodeEnded: (turn: AskedTurn, lines: readonly LogLine[]): void => {
      for (const line of lines) write(turn, line);
    },
    /** Called if the node's failure ends the turn. */
    failed: (
      { executionId }: AskedTurn,
      { node, errorCode }: { node: NodeName; errorCode: string | null },
    ): void => {
      const fields = { executionId, step: 'failure', node, errorCode };
      if (errorCode === 'cancelled') logger.info(fields, 'Turn cancelled');
      else logger.warn(fields, 'Turn failed');
    },
  };
};

/** A model may invent names, so only plausible ones are logged. */
export const toLoggedName = (name: string): string => (/^\w{1,48}$/.test(name) ? name : 'other');

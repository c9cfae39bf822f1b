import type { Logger } from '../platform/telemetry/telemetry.js';
import type { NodeName } from '../shared/execution.js';
import type { Turn } from './turn.js';

type AskedTurn = Pick<Turn, 'executionId' | 'input'>;

export type TurnLogPolicy = {
  /** Questions and rewrites. */
  userQueries: boolean;
  /** All of a turn's content: implies the questions. */
  turnContent: boolean;
};

/**
 * One line of the log. The fields `user…` and `turn…` hold content; they are given apart from the others and written under the
 * policy alone, for elsewhere the redaction masks content by the names it goes by.
 */
export type LogLine = {
  message: string;
  fields: { step: string } & Record<string, unknown>;
  /** Questions and rewrites. */
  queries?: Record<`user${string}`, unknown>;
  content?: Record<`turn${string}`, unknown>;
};

export type TurnLog = {
  started(turn: AskedTurn): void;
  nodeEnded(turn: AskedTurn, lines: readonly LogLine[]): void;
  /** The node's failure is the turn's. */
  failed(turn: AskedTurn, end: { node: NodeName; errorCode: string | null }): void;
};

/** A turn as lines of the log: what was decided and done, in codes, counts and argument names; content only under the policy. */
export const createTurnLog = (
  logger: Pick<Logger, 'info' | 'warn'>,
  { userQueries, turnContent }: TurnLogPolicy,
): TurnLog => {
  const write = (
    { executionId }: AskedTurn,
    { message, fields, queries, content }: LogLine,
  ): void => {
    const shown = {
      ...((userQueries || turnContent) && queries),
      ...(turnContent && content),
    };
    logger.info({ executionId, ...fields, ...shown }, message);
  };
  return {
    started: (turn) => {
      write(turn, toQuestion(turn));
    },
    nodeEnded: (turn, lines) => {
      for (const line of lines) write(turn, line);
    },
    failed: ({ executionId }, { node, errorCode }) => {
      const fields = { executionId, step: 'failure', node, errorCode };
      if (errorCode === 'cancelled') logger.info(fields, 'Turn cancelled');
      else logger.warn(fields, 'Turn failed');
    },
  };
};

const toQuestion = ({ input: { message } }: AskedTurn): LogLine => ({
  message: 'Question asked',
  fields: { step: 'question', characters: message.length },
  queries: { userQuery: message },
});

/** Names come from the model, too: what is none is not written. */
export const toLoggedName = (name: string): string => (/^\w{1,48}$/.test(name) ? name : 'other');

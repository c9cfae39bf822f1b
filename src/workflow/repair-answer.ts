import type { Source } from '../answering/index.js';
import {
  createCitationStream,
  type CitedAnswer,
  type CitedText,
  type SettledStatement,
} from '../citations/index.js';
import type { ChatMessage, ChatModel } from '../platform/models/model.js';
import { removeThoughts } from '../platform/models/reasoning-tags.js';
import type { Logger } from '../platform/telemetry/telemetry.js';
import { resultWithin } from '../shared/async.js';
import { AppError, isAppError } from '../shared/errors.js';
import { createEchoCut, toPromptContext } from './ask-for-answer.js';
import type { ModelAnswer } from './model-answer.js';
import type { ModelLimits, NodeRuntime } from './node.js';
import { citationOptionsOf } from './outcomes.js';
import { toAnswerMessages } from './prompts/answer.js';
import { toData } from './prompts/parts.js';
import { answerLanguageOf } from './question.js';
import { quoteContradiction } from './quote-contradiction.js';
import type { RouterState } from './state.js';

type Options = {
  chat: ChatModel;
  state: RouterState;
  runtime: NodeRuntime;
  limits: ModelLimits;
  logger: Pick<Logger, 'warn'>;
  /** The part of the node's time reserved for later steps. */
  reserveMs: number;
};

/** Asks the model to rewrite its answer, given the refused statements. Null if the first answer stays. */
export type Repair = (
  written: ModelAnswer,
  cited: CitedAnswer,
  sources: readonly Source[],
) => Promise<CitedText | null>;

/** With less time than this, a model cannot write an answer. */
const LEAST_MS = 2_000;

const REQUEST = [
  'Your answer was compared with the sources. Rewrite the whole answer:',
  '- Correct or leave out each of the statements below. Where the words of a source are given, they are what is true.',
  '- Keep everything else as it was, with its markers [n].',
  '- Do not mention this comparison.',
].join('\n');

/** If the second call fails, the first answer is used and the turn continues. */
export const createRepair =
  ({ chat, state, runtime, limits, logger, reserveMs }: Options): Repair =>
  async ({ reply }, cited, sources) => {
    const { turn, signal } = runtime;
    const limitMs = runtime.endsAt() - reserveMs - turn.now().getTime();
    const refused = cited.statements.filter((one) => isRefused(one) && mayMend(one, sources));
    if (refused.length === 0 || sources.length === 0 || limitMs < LEAST_MS) return null;
    const messages: ChatMessage[] = [
      ...toAnswerMessages(state, toPromptContext({ runtime, sources })),
      { role: 'assistant', content: reply },
      { role: 'user', content: `${REQUEST}\n\n${listRefused(refused, { sources, state, turn })}` },
    ];
    const tooLate = () => new AppError('deadline_exceeded', 'The model took too long.');
    try {
      const { content, finishReason } = await resultWithin(
        { signal, limitMs, tooLate },
        (limited) => chat.complete({ purpose: 'answer', messages, ...limits }, { signal: limited }),
      );
      return finishReason === 'stop' ? toText(content, { sources, state, turn }) : null;
    } catch (error) {
      if (signal.aborted || (isAppError(error) && error.code === 'cancelled')) throw error;
      logger.warn({ err: error }, 'An answer was not repaired and stays as it was');
      return null;
    }
  };

export const isRefused = ({ verdict }: SettledStatement): boolean =>
  verdict === 'contradicted' || verdict === 'unsupported';

/** Rewording does not help if statements are based only on what the model made with its own tools. */
const mayMend = ({ cited }: SettledStatement, sources: readonly Source[]): boolean =>
  (cited.length > 0 ? cited.flatMap((index) => sources[index] ?? []) : sources).some(
    ({ citable }) => citable.basis?.content !== '',
  );

type Known = { sources: readonly Source[]; state: RouterState; turn: NodeRuntime['turn'] };

const listRefused = (
  refused: readonly SettledStatement[],
  { sources, state, turn }: Known,
): string => {
  const language = answerLanguageOf(state);
  const lines = refused.map((statement) => {
    const said = quoteContradiction(statement, { sources, language });
    if (said === null) return `- ${statement.text}\n  No source says this.`;
    return `- ${statement.text}\n  A source says: ${said}`;
  });
  return toData(turn.nonce, 'statements', lines.join('\n'));
};

const toText = (content: string, { sources, state, turn }: Known): CitedText => {
  const echo = createEchoCut(turn.nonce);
  const stream = createCitationStream(
    sources.map((source) => source.citable),
    citationOptionsOf(state),
  );
  stream.push(echo.push(removeThoughts(content)) + echo.end());
  return stream.end();
};

import { createCitationStream, type CitedAnswer, type StoredCitation } from '../citations/index.js';
import { AppError } from '../shared/errors.js';
import type { ChatModel, ChatResult } from '../platform/models/model.js';
import { resultWithin } from '../shared/async.js';
import { createAnswerStream, type AnswerStream, type Release } from './answer-stream.js';
import { mayTalkFreely } from './free-talk.js';
import { citationOptionsOf, noticeOf } from './outcome.js';
import { toAnswerMessages } from './prompts/answer.js';
import { toCitation, type Source } from './sources.js';
import type { RouterState } from './state.js';
import type { ThoughtHabit } from './thought-habit.js';
import type { NodeRuntime } from './turn.js';

/** What a call of the model may write, and how freely. */
export type AnswerLimits = { maxTokens: number; temperature: number };

export type ModelAnswer = {
  cited: CitedAnswer;
  /** Why the text is not all that the model would have written. */
  cutReason: string | null;
  /** Another endpoint than the first wrote it. */
  switched: boolean;
};

type Ask = {
  runtime: NodeRuntime;
  sources: readonly Source[];
  limits: AnswerLimits;
  habit: ThoughtHabit;
};

const CUT_REASONS: Readonly<Record<ChatResult['finishReason'], string | null>> = {
  stop: null,
  tool_calls: null,
  length: 'answer_truncated',
  content_filter: 'content_filtered',
  // Not known to be complete, such as a stream that just ended.
  other: 'answer_truncated',
};

/** Has the model write the answer, shown as it is written where somebody reads along. */
export const askForAnswer = async (
  chat: ChatModel,
  state: RouterState,
  ask: Ask,
): Promise<ModelAnswer> => {
  const { stream, citedIn } = createStream(state, ask);
  const { recorder } = ask.runtime.turn;
  const inPrompt = new Set(ask.sources.map(({ evidence }) => evidence.id));
  recorder.uses({ inPrompt, citations: [] });
  const { result, cited } = await complete(chat, state, { ...ask, stream })
    .then((reply) => ({ result: reply, cited: stream.end(reply.content) }))
    .catch((error: unknown) => {
      recorder.uses({ inPrompt, citations: citedIn(recorder.spoken()) });
      throw error;
    });
  const cutReason = CUT_REASONS[result.finishReason];
  if (cited.answer === '' && cutReason === null) {
    throw new AppError('model_invalid_output', 'The model wrote nothing.');
  }
  return { cited, cutReason, switched: result.switched };
};

type Streaming = {
  stream: AnswerStream;
  /** What the shown part of an answer cites that goes no further. */
  citedIn: (shown: string) => readonly StoredCitation[];
};

const createStream = (state: RouterState, { runtime, sources, habit }: Ask): Streaming => {
  const citable = sources.map((source) => source.citable);
  const options = citationOptionsOf(state);
  let citations = createCitationStream(citable, options);
  const stream = createAnswerStream({
    turn: runtime.turn,
    notice: noticeOf(state),
    release: releaseOf(state, sources),
    habit,
    createCitations: () => (citations = createCitationStream(citable, options)),
  });
  const isShown = (shown: string, number: number): boolean =>
    shown !== '' && (options.style === 'inline' || shown.includes(`[${number}]`));
  return {
    stream,
    citedIn: (shown) =>
      citations
        .end()
        .citations.filter(({ number }) => isShown(shown, number))
        .flatMap((checked) => toCitation(checked, sources)?.stored ?? []),
  };
};

/** An answer that cites nothing is replaced where facts must be grounded, and one that may lose markers is judged as a whole. */
const releaseOf = (state: RouterState, sources: readonly Source[]): Release => {
  if (sources.length === 0) return 'at_once';
  if (state.userContext.policy.dropUnsupportedCitations) return 'at_the_end';
  return mayTalkFreely(state) ? 'at_once' : 'when_cited';
};

/** Of finalize's time, kept for the extractive answer in case the model does not finish. */
const WITHOUT_MODEL_MS = 2_000;

const complete = (
  chat: ChatModel,
  state: RouterState,
  { runtime, sources, limits, stream }: Ask & { stream: AnswerStream },
): Promise<ChatResult> => {
  const { turn, endsAt, signal } = runtime;
  const messages = toAnswerMessages(state, {
    nonce: turn.nonce,
    now: turn.now(),
    sources: sources.map(({ citable, label }) => ({ content: citable.content, label })),
  });
  const limitMs = endsAt - WITHOUT_MODEL_MS - turn.now().getTime();
  const tooLate = new AppError('deadline_exceeded', 'The model took too long to answer.');
  return resultWithin({ signal, limitMs, tooLate }, (limited) => {
    const onText = async (piece: string): Promise<void> => {
      // A turn that has ended says nothing more.
      if (limited.aborted) throw new AppError('cancelled', 'The answer is no longer wanted.');
      await stream.write(piece);
    };
    return chat.complete(
      { purpose: 'answer', messages, ...limits },
      { signal: limited, ...(turn.isStreamed && { onText }) },
    );
  });
};

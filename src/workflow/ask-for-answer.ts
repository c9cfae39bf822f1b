import { createCitationStream, type CitationStream, type CitedAnswer } from '../citations/index.js';
import { AppError } from '../shared/errors.js';
import { createThoughtFilter } from '../platform/models/reasoning-tags.js';
import type { NodeRuntime } from './node.js';
import { speak, type AnswerInProgress, type Turn } from './turn.js';
import type { ChatModel, ChatResult } from '../platform/models/model.js';
import { resultWithin } from '../shared/async.js';
import { citationOptionsOf, noticeOf } from './outcomes.js';
import { toAnswerMessages } from './prompts.js';
import { toCitation, type Source } from './sources.js';
import type { RouterState } from './state.js';
import { mayTalkFreely } from './question.js';

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
  unopenedReasoning: UnopenedReasoning;
};

const CUT_REASONS: Readonly<Record<ChatResult['finishReason'], string | null>> = {
  stop: null,
  tool_calls: null,
  length: 'answer_truncated',
  content_filter: 'content_filtered',
  // Not known to be complete, such as a stream that just ended.
  other: 'answer_truncated',
};

/** From when on what is final may be shown: a text that may yet be replaced by another is not. */
type Release = 'at_once' | 'when_cited' | 'at_the_end';

type AnswerStream = {
  /** Takes the model's next piece; waits until whoever reads along has taken what became final. */
  write: (piece: string) => Promise<void>;
  /** `content` is the whole reply, of which some may not have come in pieces. */
  end: (content: string) => CitedAnswer;
};

type Options = {
  turn: Pick<Turn, 'isStreamed' | 'emit' | 'record'>;
  /** Stands in front of the answer. */
  notice: string;
  release: Release;
  unopenedReasoning: UnopenedReasoning;
  createCitations: () => CitationStream;
};

/** Answers that are held back after one whose thought was marked only at its end. */
const WARY_ANSWERS = 20;

/** Whether the model's prompt template opens its thoughts, so that a reply begins with one and marks only its end. */
export type UnopenedReasoning = {
  isLikely: () => boolean;
  learn: (reply: { isLate: boolean }) => void;
};

/** Has the model write the answer, shown as it is written where somebody reads along. */
export const askForAnswer = async (
  chat: ChatModel,
  state: RouterState,
  ask: Ask,
): Promise<ModelAnswer> => {
  const { stream, citedIn } = createStream(state, ask);
  const inPrompt = ask.sources.map(({ evidence }) => evidence.id);
  ask.runtime.turn.record.answering = { inPrompt, citedIn };
  const result = await complete(chat, state, { ...ask, stream });
  const cited = stream.end(result.content);
  const cutReason = CUT_REASONS[result.finishReason];
  if (cited.answer === '' && cutReason === null) {
    throw new AppError('model_invalid_output', 'The model wrote nothing.');
  }
  return { cited, cutReason, switched: result.switched };
};

const createStream = (
  state: RouterState,
  { runtime, sources, unopenedReasoning }: Ask,
): Pick<AnswerInProgress, 'citedIn'> & { stream: AnswerStream } => {
  const citable = sources.map((source) => source.citable);
  const options = citationOptionsOf(state);
  let citations = createCitationStream(citable, options);
  const stream = createAnswerStream({
    turn: runtime.turn,
    notice: noticeOf(state),
    release: releaseOf(state, sources),
    unopenedReasoning,
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

/** A model's text on its way to an answer that is read while it is written. */
const createAnswerStream = (options: Options): AnswerStream => {
  const answer = createText(options);
  let received = '';
  let hasSpoken = false;

  const add = (piece: string): void => {
    received += piece;
    answer.add(piece);
  };

  return {
    write: async (piece) => {
      add(piece);
      const text = answer.take();
      if (text === '') return;
      const whole = hasSpoken ? text : `${options.notice}${text}`;
      hasSpoken = true;
      await speak(options.turn, whole);
    },
    end: (content) => {
      if (content.startsWith(received)) add(content.slice(received.length));
      return answer.end();
    },
  };
};

/** What a model writes, without its thoughts, and how much of it may be shown. */
const createText = ({ release, unopenedReasoning, createCitations }: Options) => {
  const thoughts = createThoughtFilter();
  const isWary = unopenedReasoning.isLikely();
  let citations = createCitations();
  let waiting = '';
  let isLate = false;
  let hasShown = false;
  let isBetrayed = false;

  const mayShow = (): boolean => {
    if (isBetrayed || (isWary && !isLate)) return false;
    return release === 'at_once' || (release === 'when_cited' && citations.hasCitation());
  };

  return {
    add: (piece: string): void => {
      const next = thoughts.push(piece);
      isLate ||= next.isLate;
      // What was shown cannot be taken back; until then a late thought is dropped whole.
      isBetrayed ||= next.isLate && hasShown;
      if (isBetrayed) return;
      if (next.isLate) [citations, waiting] = [createCitations(), ''];
      waiting += citations.push(next.text);
    },
    take: (): string => {
      if (!mayShow()) return '';
      const text = waiting;
      waiting = '';
      hasShown ||= text !== '';
      return text;
    },
    end: (): CitedAnswer => {
      unopenedReasoning.learn({ isLate });
      if (isBetrayed) {
        throw new AppError('model_invalid_output', 'What was shown turned out to be a thought.');
      }
      citations.push(thoughts.end());
      return citations.end();
    },
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

/**
 * Learnt from the replies themselves, for no endpoint tells. Forgotten after a while: a user who talks the model into writing a
 * closing tag slows others down by no more than that.
 */
export const createUnopenedReasoning = (): UnopenedReasoning => {
  let wary = 0;
  return {
    isLikely: () => wary > 0,
    learn: ({ isLate }) => {
      wary = isLate ? WARY_ANSWERS : Math.max(0, wary - 1);
    },
  };
};

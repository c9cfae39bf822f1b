import { isKept, toCitation, type Source } from '../answering/index.js';
import {
  createCitationStream,
  settleAnswer,
  type CitedText,
  type FoundStatement,
} from '../citations/index.js';
import { hasSentenceMark } from '../language/index.js';
import type { ChatModel, ChatResult, ChatShape } from '../platform/models/model.js';
import { createThoughtFilter, removeThoughts } from '../platform/models/reasoning-tags.js';
import { mapInSlices, resultWithin } from '../shared/async.js';
import type { Logger } from '../platform/telemetry/telemetry.js';
import { AppError, isAppError } from '../shared/errors.js';
import { messagesFor } from '../shared/i18n/index.js';
import type { ModelAnswer } from './model-answer.js';
import type { ModelLimits, NodeRuntime } from './node.js';
import { citationOptionsOf, warningOf } from './outcomes.js';
import { showSources, withPreview } from './preview.js';
import { toAnswerMessages } from './prompts/answer.js';
import { answerLanguageOf, mayTalkFreely } from './question.js';
import type { RouterState } from './state.js';
import { speak, type Turn } from './turn.js';

export type AnswerAsk = {
  state: RouterState;
  runtime: NodeRuntime;
  sources: readonly Source[];
  limits: ModelLimits;
  unopenedReasoning: UnopenedReasoning;
  logger: Pick<Logger, 'warn'>;
};

/** What the model may ask for instead of answering, if the sources are not sufficient. */
export type Offer<More> = {
  /** The prompt with this offer, in the form that an endpoint with this protocol needs. */
  shapeFor: (protocol: string) => ChatShape;
  /** Reads a complete reply; returns what the model asks for, or null if the reply is an answer. */
  read: (reply: ChatResult) => More | null;
};

const CUT_REASONS: Readonly<Record<ChatResult['finishReason'], string | null>> = {
  stop: null,
  tool_calls: null,
  length: 'answer_truncated',
  content_filter: 'content_filtered',
  // Nobody knows whether the reply is complete, for example because the stream just ended.
  other: 'answer_truncated',
};

/** The reader is notified of text that is held back at its first character, and again each time it has grown by this many characters. */
const STATUS_CHARS = 200;

/** The part of finalize's time that is reserved for the extractive answer, in case the model does not finish. */
const WITHOUT_MODEL_MS = 2_000;

/** Lets the model write the answer, which is shown while being written if it is streamed. Text received before a failure is kept. */
export const askForAnswer = (chat: ChatModel, ask: AnswerAsk): Promise<ModelAnswer> => {
  const messages = toAnswerMessages(ask.state, toPromptContext(ask));
  const offer: Offer<never> = { shapeFor: () => ({ messages }), read: () => null };
  return askForAnswerOr(chat, { ...ask, isOffering: false }, offer);
};

/** Lets the model write the answer or ask for something else, which is possible as long as no text was shown. */
export const askForAnswerOrMore = <More>(
  chat: ChatModel,
  ask: AnswerAsk,
  offer: Offer<More>,
): Promise<ModelAnswer | More> => askForAnswerOr(chat, { ...ask, isOffering: true }, offer);

/** Everything that an answer's prompt needs and the state does not contain. */
export const toPromptContext = ({
  runtime: { turn },
  sources,
}: Pick<AnswerAsk, 'runtime' | 'sources'>) => ({
  nonce: turn.nonce,
  now: turn.now(),
  sources,
  name: turn.assistant.name,
});

type Offering = AnswerAsk & { isOffering: boolean };

const askForAnswerOr = async <More>(
  chat: ChatModel,
  ask: Offering,
  { shapeFor, read }: Offer<More>,
): Promise<ModelAnswer | More> => {
  const { state, sources, limits } = ask;
  const { turn, signal } = ask.runtime;
  const drafts = createDrafts(ask);
  const inPrompt = sources.map(({ evidence }) => evidence.id);
  turn.record.answering = { inPrompt, citedIn: drafts.citedIn };
  const leftMs = () => ask.runtime.endsAt() - WITHOUT_MODEL_MS - turn.now().getTime();
  const tooLate = () => new AppError('deadline_exceeded', 'The model took too long to answer.');
  const preview = async (): Promise<void> => {
    if (turn.record.spoken === '') await showSources(state, turn);
  };
  const write = (limited: AbortSignal, restart: (limitMs: number) => void) =>
    chat.complete(
      { purpose: 'answer', shapeFor, ...limits },
      {
        signal: limited,
        onText: async (piece: string): Promise<void> => {
          // Nothing may be added once the turn has ended.
          if (limited.aborted) throw new AppError('cancelled', 'The answer is no longer wanted.');
          restart(leftMs());
          await drafts.write(piece, limited);
        },
        onProgress: () => {
          restart(leftMs());
        },
        mayBeginAnew: drafts.mayBeginAnew,
      },
    );
  try {
    const result = await withPreview(turn, preview, () =>
      resultWithin({ signal, limitMs: leftMs(), tooLate }, write),
    );
    const more = turn.record.spoken === '' ? read(result) : null;
    if (more !== null) return more;
    const text = await drafts.end(result.content);
    const cutReason = CUT_REASONS[result.finishReason];
    if (text.answer === '' && cutReason === null) {
      throw new AppError('model_invalid_output', 'The model wrote nothing.');
    }
    const reply = removeThoughts(result.content);
    return {
      text: withRemark(state, text, cutReason),
      reply,
      cutReason,
      switched: result.switched,
    };
  } catch (error) {
    const code = isAppError(error) ? error.code : 'internal_error';
    // If the caller has disconnected, nobody reads the answer.
    const kept = signal.aborted || code === 'cancelled' ? null : drafts.endEarly();
    if (kept === null) throw error;
    ask.logger.warn({ err: error }, 'An answer broke off and what was read of it is kept');
    const cutReason = code === 'deadline_exceeded' ? 'timeout' : code;
    return { text: withRemark(state, kept, cutReason), reply: '', cutReason, switched: false };
  }
};

/** Adds a remark to the end of a text that was cut short. */
const withRemark = (state: RouterState, text: CitedText, cutReason: string | null): CitedText => {
  if (cutReason === null || text.answer === '') return text;
  const { endsEarly } = messagesFor(answerLanguageOf(state));
  return { ...text, answer: `${text.answer}\n\n${endsEarly}` };
};

/** The drafts of the endpoints that were tried one after another; of interrupted drafts, the longest counts. */
const createDrafts = (ask: Offering) => {
  const { turn } = ask.runtime;
  let stream = createAnswerStream(ask);
  let longest: CitedText | null = null;

  const endEarly = (): CitedText | null => {
    const ended = stream.endEarly();
    if (ended !== null && ended.answer.length > (longest?.answer.length ?? 0)) longest = ended;
    return longest;
  };

  return {
    write: (piece: string, limited: AbortSignal): Promise<void> => stream.write(piece, limited),
    /** True if nothing has been shown to the reader. */
    mayBeginAnew: (): boolean => {
      if (turn.record.spoken !== '') return false;
      endEarly();
      stream = createAnswerStream(ask);
      return true;
    },
    end: (content: string): Promise<CitedText> => stream.end(content),
    /** The text received before a failure; null if there is none. */
    endEarly: (): CitedText | null => (turn.record.spoken === '' ? endEarly() : stream.endEarly()),
    citedIn: (shown: string) => stream.citedIn(shown),
  };
};

/** Checking a long piece takes a while, so it is checked in parts of this length, with other work in between. */
const PART = /[^]{1,400}/gu;

const toParts = (piece: string): string[] => piece.match(PART) ?? [];

/** Turns the text of a model, without its reasoning, into an answer that is read while it is written. */
const createAnswerStream = (ask: Offering) => {
  const { state, runtime, sources } = ask;
  const options = citationOptionsOf(state);
  const citable = sources.map((source) => source.citable);
  const isReleased = createRelease(ask);
  const thoughts = createThoughtFilter();
  let echo = createEchoCut(runtime.turn.nonce);
  const isWary = ask.unopenedReasoning.isLikely();
  let citations = createCitationStream(citable, options);
  let [received, waiting, isLate, hasShown, isBetrayed] = ['', '', false, false, false];
  const held = createHeldCount(runtime.turn);

  const add = (piece: string): void => {
    received += piece;
    const next = thoughts.push(piece);
    isLate ||= next.isLate;
    // Text that was shown cannot be taken back. Until text is shown, late reasoning is dropped completely.
    isBetrayed ||= next.isLate && hasShown;
    if (isBetrayed) return;
    if (next.isLate) {
      [citations, waiting] = [createCitationStream(citable, options), ''];
      echo = createEchoCut(runtime.turn.nonce);
      held.dropped();
    }
    held.add(next.text);
    waiting += citations.push(echo.push(next.text));
  };

  const mayShow = (): boolean =>
    !isBetrayed && !(isWary && !isLate) && isReleased(citations.statements(), waiting.length);

  return {
    /** Takes the model's next piece; waits until the reader has received the text that became final. */
    write: async (piece: string, limited: AbortSignal): Promise<void> => {
      await mapInSlices(toParts(piece), add, limited);
      if (!runtime.turn.isStreamed) return;
      if (waiting === '' || !mayShow()) {
        held.tell();
        return;
      }
      const text = hasShown ? waiting : `${warningOf(state)}${waiting}`;
      [waiting, hasShown] = ['', true];
      held.shown();
      await speak(runtime.turn, text);
    },
    /** `content` is the whole reply, because the end of it may not have arrived in pieces. */
    end: async (content: string): Promise<CitedText> => {
      const rest = content.startsWith(received) ? content.slice(received.length) : '';
      await mapInSlices(toParts(rest), add);
      ask.unopenedReasoning.learn({ isLate });
      if (isBetrayed) throw toShownThought();
      citations.push(echo.push(thoughts.end()) + echo.end());
      return citations.end();
    },
    /** The text received before a failure; null if it is less than a sentence and nothing was shown. */
    endEarly: (): CitedText | null => {
      if (isBetrayed) return null;
      citations.push(echo.push(thoughts.end()) + echo.end());
      const text = citations.end();
      return hasShown || hasSentenceMark(text.answer) ? text : null;
    },
    /** The citations in the part of the answer that was shown. */
    citedIn: (shown: string) =>
      settleAnswer(citations.end(), { sources: citable })
        .citations.filter((cited) => isCitedIn(shown, cited, options))
        .flatMap((checked) => toCitation(checked, sources)?.stored ?? []),
  };
};

const isCitedIn = (
  shown: string,
  { number }: { number: number },
  { style }: ReturnType<typeof citationOptionsOf>,
): boolean => shown !== '' && (style === 'inline' || shown.includes(`[${number}]`));

const toShownThought = () =>
  new AppError('model_invalid_output', 'What was shown turned out to be a thought.');

/**
 * Cuts a model's text where it starts to repeat the data of its prompt, which is recognized by the turn's nonce, so that nobody reads our
 * markers. Takes the text in pieces, and holds back what may become such a marker.
 */
export const createEchoCut = (nonce: string) => {
  const marks = [`<<data ${nonce}`, `<<end ${nonce}`];
  let waiting = '';
  let isCut = false;
  const take = (length: number): string => {
    const text = waiting.slice(0, length);
    waiting = waiting.slice(length);
    return text;
  };
  return {
    push: (piece: string): string => {
      if (isCut) return '';
      waiting += piece;
      const found = marks.map((mark) => waiting.indexOf(mark)).filter((at) => at >= 0);
      isCut = found.length > 0;
      return isCut
        ? take(Math.min(...found))
        : take(waiting.length - lengthOfBeginning(waiting, marks));
    },
    end: (): string => (isCut ? '' : take(waiting.length)),
  };
};

/** The number of characters at the end of the text that may be the beginning of a marker. */
const lengthOfBeginning = (text: string, marks: readonly string[]): number => {
  const longest = Math.max(...marks.map(({ length }) => length)) - 1;
  for (let length = Math.min(longest, text.length); length > 0; length -= 1) {
    const end = text.slice(text.length - length);
    if (marks.some((mark) => mark.startsWith(end))) return length;
  }
  return 0;
};

/**
 * Decides when final text may be shown, because text that may still be replaced must not be shown. If facts must be grounded, an answer is
 * held back until the first statement that makes sure that it is kept; from then on it is shown sentence by sentence. If unsupported
 * statements are removed, the whole answer waits until it is checked. If the model may still call a tool, free talk also waits until it is
 * longer than a preamble to a call, because text before a call is never shown.
 */
const createRelease = ({
  state,
  sources,
  isOffering,
}: Pick<Offering, 'state' | 'sources' | 'isOffering'>) => {
  const isFree = mayTalkFreely(state);
  const isStrict = state.userContext.policy.groundedOnly === 'strict';
  const written = { sources, question: state.originalQuery, language: answerLanguageOf(state) };
  const citable = sources.map((source) => source.citable);
  let isReleased = isFree && !isOffering;
  let looked = 0;
  return (statements: readonly FoundStatement[], waitingChars: number): boolean => {
    if (isReleased || (isStrict && sources.length > 0)) return isReleased;
    const added = { answer: '', statements: statements.slice(looked), used: [], droppedMarkers: 0 };
    looked = statements.length;
    isReleased =
      (isFree && waitingChars > MAX_PREAMBLE_CHARS) ||
      isKept(settleAnswer(added, { sources: citable }).statements, written);
    return isReleased;
  };
};

/** Text that a model writes before a tool call is shorter than this. */
const MAX_PREAMBLE_CHARS = 400;

/** Counts text that the model has written but that was not shown yet, and reports the number to the reader. */
const createHeldCount = ({ emit }: Pick<Turn, 'emit'>) => {
  let chars = 0;
  let nextStatusAt = 1;
  const start = (statusAt: number): void => {
    [chars, nextStatusAt] = [0, statusAt];
  };
  return {
    add: (text: string): void => {
      chars += text.length;
    },
    /** Called if the whole text turned out to be reasoning. */
    dropped: () => start(1),
    shown: () => start(STATUS_CHARS),
    tell: (): void => {
      if (chars < nextStatusAt) return;
      nextStatusAt = chars + STATUS_CHARS;
      void emit({ type: 'status', phase: 'writing', heldChars: chars });
    },
  };
};

/** How many answers are held back after an answer whose reasoning was only marked at its end. */
const WARY_ANSWERS = 20;

type UnopenedReasoning = ReturnType<typeof createUnopenedReasoning>;

/**
 * Learns from replies whether the model's prompt template opens its reasoning, so that a reply starts with reasoning and only marks the
 * end; no endpoint reports this. Forgets it after a while, so that a user who makes the model write a closing tag slows down others only
 * for that long.
 */
export const createUnopenedReasoning = () => {
  let wary = 0;
  return {
    isLikely: (): boolean => wary > 0,
    learn: ({ isLate }: { isLate: boolean }): void => {
      wary = isLate ? WARY_ANSWERS : Math.max(0, wary - 1);
    },
  };
};

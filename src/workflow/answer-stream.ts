import type { CitationStream, CitedAnswer } from '../citations/index.js';
import { AppError } from '../shared/errors.js';
import { createThoughtFilter } from '../platform/models/reasoning-tags.js';
import type { ThoughtHabit } from './thought-habit.js';
import type { Turn } from './turn.js';

/** From when on what is final may be shown: a text that may yet be replaced by another is not. */
export type Release = 'at_once' | 'when_cited' | 'at_the_end';

export type AnswerStream = {
  /** Takes the model's next piece; waits until whoever reads along has taken what became final. */
  write: (piece: string) => Promise<void>;
  /** `content` is the whole reply, of which some may not have come in pieces. */
  end: (content: string) => CitedAnswer;
};

type Options = {
  turn: Pick<Turn, 'isStreamed' | 'emit' | 'recorder'>;
  /** Stands in front of the answer. */
  notice: string;
  release: Release;
  habit: ThoughtHabit;
  createCitations: () => CitationStream;
};

/** Hands the next piece of the answer out, and keeps it for the case that the turn fails. */
export const speak = async (
  { isStreamed, emit, recorder }: Options['turn'],
  text: string,
): Promise<void> => {
  if (!isStreamed || text === '') return;
  recorder.spoke(text);
  await emit({ type: 'delta', text });
};

/** What a model writes, without its thoughts, and how much of it may be shown. */
const createText = ({ release, habit, createCitations }: Options) => {
  const thoughts = createThoughtFilter();
  const isWary = habit.isLikely();
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
      habit.learn({ isLate });
      if (isBetrayed) {
        throw new AppError('model_invalid_output', 'What was shown turned out to be a thought.');
      }
      citations.push(thoughts.end());
      return citations.end();
    },
  };
};

/** A model's text on its way to an answer that is read while it is written. */
export const createAnswerStream = (options: Options): AnswerStream => {
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

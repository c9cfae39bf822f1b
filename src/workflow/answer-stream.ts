import type { CitationStream, CitedAnswer } from '../domain/citations/stream-citations.js';
import { createThoughtFilter } from '../domain/remove-thoughts.js';
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

/** A model's text on its way to an answer that is read while it is written. */
export const createAnswerStream = ({
  turn,
  notice,
  release,
  createCitations,
}: Options): AnswerStream => {
  const thoughts = createThoughtFilter();
  let citations = createCitations();
  let received = '';
  let waiting = '';
  let hasSpoken = false;

  const add = (piece: string): void => {
    received += piece;
    const { text, isLate } = thoughts.push(piece);
    // What was shown cannot be taken back; until then a late thought is dropped whole.
    if (isLate && !hasSpoken) [citations, waiting] = [createCitations(), ''];
    waiting += citations.push(text);
  };

  const isReleased = (): boolean =>
    release === 'at_once' || (release === 'when_cited' && citations.hasCitation());

  return {
    write: async (piece) => {
      add(piece);
      if (waiting === '' || !isReleased()) return;
      const text = hasSpoken ? waiting : `${notice}${waiting}`;
      [waiting, hasSpoken] = ['', true];
      await speak(turn, text);
    },
    end: (content) => {
      if (content.startsWith(received)) add(content.slice(received.length));
      citations.push(thoughts.end());
      return citations.end();
    },
  };
};

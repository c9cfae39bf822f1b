import { toMonth, toWeekday } from '../../language/index.js';
import type { Near } from './closest-sentences.js';
import type { SourceReading } from './read-source.js';

type Known = {
  language: string;
  near: Near;
  reading: SourceReading;
  /** Text besides the source in which a name may occur: the lead-in, the question, the title. */
  said: string;
};

/** A capitalized word inside a sentence. In German this matches every noun. */
const NAME = /(?<=[\p{Ll},;]\s)\p{Lu}\p{Ll}[\p{L}-]{2,}/gu;
const WITHOUT = new Set(['de']);
/** Names are inflected at the end, so only this many characters at the beginning are compared. */
const SHORTEST = 4;
const KEPT = 0.6;

/** True if a statement names a person or thing that occurs neither near the words nor in the other text. */
export const namesSomebodyElse = (
  text: string,
  { language, near, reading, said }: Known,
): boolean => {
  if (near.isForeign || WITHOUT.has(language)) return false;
  const sentences = [...reading.sentences.slice(0, 1), ...near.around, ...near.window];
  const known = `${said} ${sentences.map((sentence) => sentence.text).join(' ')}`.toLowerCase();
  return [...text.matchAll(NAME)]
    .map(([name]) => name.toLowerCase())
    .filter(
      (name) =>
        toMonth(name, { besideNumber: true }) === undefined && toWeekday(name) === undefined,
    )
    .some(
      (name) => !known.includes(name.slice(0, Math.max(SHORTEST, Math.ceil(name.length * KEPT)))),
    );
};

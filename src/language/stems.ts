import { byLanguage, toBases } from './word-lists.js';

const IRREGULAR = byLanguage(({ irregularForms }) => toBases(irregularForms));

/** Counts by language. */
export type StemmerFailures = Readonly<Record<string, number>>;

type Stemmer = (word: string) => string;

const STEMMERS: ReadonlyMap<string, Stemmer> = byLanguage(({ stemmer }) => stemmer);

const MEMORY_PER_LANGUAGE = 20_000;
const memories = new Map<string, Map<string, string>>();

/** The word's stem, or the word itself if the language has no stemmer. A word costs up to 27 µs, so stems are cached. */
export const stem = (written: string, language: string): string => {
  const stemmer = STEMMERS.get(language);
  if (stemmer === undefined) return written;
  const word = IRREGULAR.get(language)?.get(written) ?? written;
  const memory = memories.get(language) ?? new Map<string, string>();
  memories.set(language, memory);
  const known = memory.get(word);
  if (known !== undefined) return known;
  if (memory.size >= MEMORY_PER_LANGUAGE) memory.clear();
  const stemmed = tryStemmer(stemmer, word);
  if (stemmed === null) addStemmerFailures({ [language]: 1 });
  const kept = stemmed ?? word;
  memory.set(word, kept);
  return kept;
};

/** Null if the stemmer fails: the Bulgarian one assigns to a character of a string, which throws, for words such as "zabraneno". */
const tryStemmer = (stemmer: Stemmer, word: string): string | null => {
  try {
    return stemmer(word) || word;
  } catch {
    return null;
  }
};

const failures = new Map<string, number>();

/** How often the stemmer of each language failed since the last call; such words are kept as written. */
export const takeStemmerFailures = (): StemmerFailures => {
  const taken = Object.fromEntries(failures);
  failures.clear();
  return taken;
};

/** Adds the counts of another process. */
export const addStemmerFailures = (counted: StemmerFailures): void => {
  for (const [language, count] of Object.entries(counted)) {
    if (STEMMERS.has(language)) failures.set(language, (failures.get(language) ?? 0) + count);
  }
};

import { z } from 'zod';
import type { ReadableChunk } from '../documents/index.js';
import { analyze, type QueryWord } from '../language/index.js';
import type { ChunkFilter, LegHit, LegQuery, Legs } from '../platform/vectors/vector-store.js';
import type { ChunkId } from '../shared/ids.js';
import {
  CAPITAL,
  CAPITALISES_NOUNS,
  findFunctionWord,
  findReading,
  findTypedWords,
  isMisspelling,
  isMisspeltForm,
  misspellingsOf,
  ownLanguages,
  splitCompound,
  type Parts,
  type TypedWord,
} from './misspellings.js';

/** A word of the question that is in nothing the caller may see, and the one that was searched instead. */
export const Correction = z.object({ from: z.string(), to: z.string() }).meta({
  id: 'Correction',
  description: 'A word that was found nowhere, and what it was read as',
});
export type Correction = z.infer<typeof Correction>;

/** A corrected word that a passage has counts for less than one that was typed like this. */
const SLIP = { matchScore: 0.9 };
/** Each costs a search of the store; a question with more unknown words is about something else. */
const MAX_WORDS = 6;
/** Passages that have some word which the typed one may be a slip of. */
const LOOKED_THROUGH = 20;

type Asked = {
  languages: readonly string[];
  /** The language of the question. */
  language: string;
  wordsOf: (query: string) => readonly QueryWord[];
  limitPerLeg: number;
  ask: AskStore;
};

/** One query against the store, under the caller's scope and filter: whatever is proposed comes out of that. */
export type AskStore = (
  query: LegQuery,
  limitPerLeg: number,
  filter?: ChunkFilter,
) => Promise<Legs<ChunkId>>;

/** The term that a word, or a part of it, is read as. */
type Meant = { term: string; typed: string; isPart: boolean };

/** The terms that are searched for a typed word, and the passages that were found with them. */
type Proposal = {
  from: string;
  forms: readonly string[];
  /** Those in the languages that the word is taken to be in. */
  ownForms: readonly string[];
  own: readonly string[];
  /** One, or the two that a compound is made of. */
  words: readonly Meant[];
  hits: readonly LegHit<ChunkId>[];
  /** True where the hits are all the passages that have the terms. */
  isComplete: boolean;
};

/**
 * Corrects words that are in no passage the caller may see: the store is asked, under the caller's own filter, for all that such a word
 * may be a slip of. So there is no vocabulary to keep, and none that could reveal what others have written. A correction counts once
 * a passage that PostgreSQL lets the caller read has the word.
 */
export const createCorrections = (deps: Asked) => {
  const { languages, language, wordsOf, limitPerLeg, ask } = deps;
  const proposals = new Map<string, Promise<Proposal | null>>();
  const accepted: Proposal[] = [];
  /** Slips of words that only ask or link, by their forms: these are looked up nowhere. */
  const asking = new Map<string, Correction>();

  const proposeAll = async (query: string, found: Legs<ChunkId>): Promise<Proposal[]> => {
    const isCertain = isWhole(found, limitPerLeg);
    const unseen = findTypedWords(query, { language, languages }).filter(
      (typed) => !isSeen(typed, found.lexical, deps),
    );
    const { functionWords, others } = partFunctionWords(unseen, deps);
    for (const [key, correction] of functionWords) asking.set(key, correction);
    const proposed = others.slice(0, MAX_WORDS).map((typed) => {
      const known = proposals.get(typed.word) ?? propose(deps, typed, isCertain);
      proposals.set(typed.word, known);
      return known;
    });
    return (await Promise.all(proposed)).filter((one) => one !== null);
  };

  const correct = async (
    query: string,
    { asked, found }: { asked: LegQuery; found: Legs<ChunkId> },
  ): Promise<{ proposed: readonly Proposal[]; lexical: LegHit<ChunkId>[] | null }> => {
    const proposed = await proposeAll(query, found);
    if (proposed.length === 0) return UNCORRECTED;
    const isAllThere =
      isWhole(found, limitPerLeg) && proposed.every(({ isComplete }) => isComplete);
    const lexical = isAllThere
      ? addHits(found.lexical, proposed).slice(0, limitPerLeg)
      : (await ask({ terms: toCorrectedTerms(asked, proposed), vector: null }, limitPerLeg))
          .lexical;
    const hitsWith = (terms: readonly string[]) => lexical.filter((hit) => isAmong(terms, [hit]));
    return { proposed: proposed.map((one) => ({ ...one, hits: hitsWith(toTerms(one)) })), lexical };
  };

  return {
    /** The query by its words, and once more where some of them were corrected. */
    ask: async (query: string, asked: LegQuery): Promise<Legs<ChunkId>> => {
      const found = await ask(asked, limitPerLeg);
      if (found.failed.some(({ leg }) => leg === 'lexical')) return found;
      // What cannot be corrected is found as it was typed.
      const { proposed, lexical } = await correct(query, { asked, found }).catch(() => UNCORRECTED);
      accepted.push(...proposed);
      return lexical === null ? found : { ...found, lexical };
    },
    /** The words of the query as they were searched; corrected are only those that something readable confirms. */
    confirm: (readable: ReadonlyMap<ChunkId, ReadableChunk>) => {
      const unwritten = accepted.filter((proposal) => !isWritten(proposal, readable));
      const byForms = confirm(unwritten, inLanguage(readable, deps));
      const toSearched = createToSearched(asking, byForms);
      const corrections: Correction[] = [...asking.values(), ...byForms.values()].map(
        ({ from, to }) => ({ from, to }),
      );
      return { corrections, wordsOf: (query: string) => wordsOf(query).flatMap(toSearched) };
    },
  };
};

/** A leg that is not full has shown every passage that has any of the words. */
const isWhole = ({ lexical }: Legs<ChunkId>, limitPerLeg: number): boolean =>
  lexical.length < limitPerLeg;

const createToSearched =
  (asking: ReadonlyMap<string, unknown>, byForms: ReadonlyMap<string, Proposal>) =>
  (word: QueryWord): QueryWord[] => {
    const key = toKey(word.forms);
    if (asking.has(key)) return [{ ...word, isFunctionWord: true }];
    const { words } = byForms.get(key) ?? {};
    return words?.map(({ term }) => ({ ...word, ...SLIP, forms: [term] })) ?? [word];
  };

const toTerms = ({ words }: Pick<Proposal, 'words'>): string[] => words.map(({ term }) => term);

const toCorrectedTerms = (asked: LegQuery, proposed: readonly Proposal[]): string[] => {
  const gone = new Set(proposed.flatMap(({ forms }) => forms));
  const kept = asked.terms.filter((term) => !gone.has(term));
  return [...new Set([...kept, ...proposed.flatMap(toTerms)])];
};

/** Slips of words that only ask or link ("wich"), by their forms, and the words that are looked up. */
const partFunctionWords = (
  unseen: readonly TypedWord[],
  { language, languages }: Pick<Asked, 'language' | 'languages'>,
) => {
  const ownFirst = [language, ...languages.filter((other) => other !== language)];
  const functionWords = new Map<string, Correction>();
  const others = unseen.filter(({ typed, word, forms }) => {
    const to = findFunctionWord(word, ownFirst);
    if (to !== null) functionWords.set(toKey(forms), { from: typed, to: likeTyped(to, typed) });
    return to === null;
  });
  return { functionWords, others };
};

/** `isCertain`: the word is known to be nowhere. */
const propose = async (
  { ask, language, languages }: Pick<Asked, 'language' | 'languages' | 'ask'>,
  typed: TypedWord,
  isCertain: boolean,
): Promise<Proposal | null> => {
  const { word, ownForms: forms } = typed;
  const own = ownLanguages({ language, languages });
  const slips = misspellingsOf(word, { forms, languages: own });
  const readings = splitCompound(word, language);
  const terms = [...slips.keys(), ...readings.flat().map(({ term }) => term)];
  if (terms.length === 0) return null;
  // A term of another language is spelt like many a slip.
  const filter = languages.includes(language) ? { language } : {};
  const lookUp = async (wanted: readonly string[], limit: number) =>
    (await ask({ terms: [...new Set(wanted)], vector: null }, limit, filter)).lexical;
  // Whatever has the word as it is typed comes with its slips, unless these fill the answer.
  const hits = await lookUp([...(isCertain ? [] : forms), ...terms], LOOKED_THROUGH);
  if (isAmong(forms, hits)) return null;
  const words = findMeant(word, { slips, readings, hits });
  if (words === null) return null;
  const isComplete = hits.length < LOOKED_THROUGH;
  const isNowhere = isCertain || isComplete || (await lookUp(forms, 1)).length === 0;
  const found = hits.filter((hit) => isAmong(toTerms({ words }), [hit]));
  const asTyped = { from: typed.typed, forms: typed.forms, ownForms: forms, own };
  return isNowhere ? { ...asTyped, words, hits: found, isComplete } : null;
};

type Possible = {
  slips: ReadonlyMap<string, number>;
  readings: readonly Parts[];
  hits: readonly LegHit<ChunkId>[];
};

/** Prefers one word with a slip to two words that nobody writes apart: it is likelier to be meant. */
const findMeant = (typed: string, { slips, readings, hits }: Possible): Meant[] | null => {
  const slip = findBest(slips, hits);
  if (slip !== null) return [{ term: slip, typed, isPart: false }];
  const parts = findReading(readings, hits);
  return parts?.map((part) => ({ ...part, isPart: true })) ?? null;
};

/** "verboten" is not a slip of "verbose": a word in another language than the question's is not what was meant. */
const inLanguage = (
  readable: ReadonlyMap<ChunkId, ReadableChunk>,
  { language, languages }: Pick<Asked, 'language' | 'languages'>,
): ReadonlyMap<ChunkId, ReadableChunk> =>
  languages.includes(language)
    ? new Map([...readable].filter(([, chunk]) => chunk.language === language))
    : readable;

/** True where a passage in whatever language has the word or, as the question's language forms words, a form of it. */
const isWritten = (
  { from, ownForms, own }: Pick<Proposal, 'from' | 'ownForms' | 'own'>,
  readable: ReadonlyMap<ChunkId, ReadableChunk>,
): boolean => {
  const start = from.slice(0, SAME_BEGINNING).toLowerCase();
  const isForm = (written: string): boolean => {
    const word = written.toLowerCase();
    if (!word.startsWith(start)) return false;
    return analyze(word, { languages: own }).some((form) => ownForms.includes(form));
  };
  return [...readable.values()].some(({ content }) => content.match(WORD)?.some(isForm) === true);
};

/** Forms of one word begin alike; the others need not be cut to their stems. */
const SAME_BEGINNING = 3;

/** By the forms of the typed word. */
const confirm = (
  accepted: readonly Proposal[],
  readable: ReadonlyMap<ChunkId, ReadableChunk>,
): ReadonlyMap<string, Proposal & Correction> => {
  const confirmed = accepted.flatMap((proposal) => {
    const found = proposal.words.map((meant) => findWord(meant, proposal.hits, readable));
    const words = found.filter((word) => word !== null);
    const to = words.map((word) => likeTyped(word, proposal.from)).join(' ');
    return words.length < found.length ? [] : [{ ...proposal, to }];
  });
  return new Map(confirmed.map((one) => [toKey(one.forms), one]));
};

const toKey = (forms: readonly string[]): string => forms.join(' ');

const UNCORRECTED = { proposed: [], lexical: null };

/**
 * True where passages in the question's language have the word, in the form that this language makes of it; where the index has no
 * passage in that language, any passage counts. The stems of other languages are spelt like many a slip: Spanish "comando" is indexed as
 * "comand".
 */
const isSeen = (
  { ownForms }: Pick<TypedWord, 'ownForms'>,
  hits: readonly LegHit<ChunkId>[],
  asked: Pick<Asked, 'language' | 'languages'>,
): boolean => {
  const own = ownLanguages(asked);
  const isOwn = ({ language }: LegHit<ChunkId>) => language === null || own.includes(language);
  return isAmong(ownForms, hits.filter(isOwn));
};

const isAmong = (forms: readonly string[], hits: readonly LegHit<ChunkId>[]): boolean =>
  hits.some(({ terms }) => forms.some((form) => terms.includes(form)));

/** Joins the hits of the words that are there and of the corrected ones as the store would: the scores of a passage's words add up. */
const addHits = (
  asTyped: readonly LegHit<ChunkId>[],
  proposed: readonly Proposal[],
): LegHit<ChunkId>[] => {
  const byId = new Map(asTyped.map((hit) => [hit.id, hit]));
  for (const hit of proposed.flatMap(({ hits }) => hits)) {
    byId.set(hit.id, { ...hit, score: hit.score + (byId.get(hit.id)?.score ?? 0) });
  }
  return [...byId.values()].sort(
    (left, right) => right.score - left.score || (left.id < right.id ? -1 : 1),
  );
};

/** The likeliest of the slips that some passage has; of equally likely ones that which most passages have. */
const findBest = (
  slips: ReadonlyMap<string, number>,
  hits: readonly LegHit<ChunkId>[],
): string | null => {
  const holding = new Map<string, number>();
  for (const { terms } of hits) {
    for (const term of new Set(terms)) {
      if (slips.has(term)) holding.set(term, (holding.get(term) ?? 0) + 1);
    }
  }
  const [best] = [...holding]
    .map(([term, found]) => ({ term, found, cost: slips.get(term) ?? Infinity }))
    .sort(
      (left, right) =>
        left.cost - right.cost || right.found - left.found || (left.term < right.term ? -1 : 1),
    );
  return best?.term ?? null;
};

const WORD = /[\p{L}\p{M}]+/gu;
const MID_SENTENCE = /[\p{L}\p{N},] $/u;

/** The most passages that are searched for the word that a term is the stem of. */
const MAX_READ = 5;

/** The word as readable passages write it; null where none has it, or where it is somebody's name. */
const findWord = (
  { term, typed, isPart }: Meant,
  hits: readonly LegHit<ChunkId>[],
  readable: ReadonlyMap<ChunkId, ReadableChunk>,
): string | null => {
  const holding = hits.filter(({ terms }) => terms.includes(term));
  const found = new Map<string, number>();
  let [isName, isEverLower] = [false, false];
  for (const chunk of holding.flatMap(({ id }) => readable.get(id) ?? []).slice(0, MAX_READ)) {
    const { language } = chunk;
    const isForm = isPart || isMisspeltForm(typed, { term, language });
    const text = `${chunk.chapter ?? ''}\n${chunk.content}`.normalize('NFKC');
    for (const { 0: written, index } of text.matchAll(WORD)) {
      const word = written.toLowerCase();
      // Most words are ruled out by their beginning: the rest costs more.
      if (!typed.slice(0, 2).includes(word.charAt(0))) continue;
      if (!isForm && !isMisspelling(typed, word)) continue;
      if (!analyze(word, { languages: [language] }).includes(term)) continue;
      const isLower = word === written || CAPITALISES_NOUNS.has(language);
      isEverLower ||= isLower;
      isName ||= !isLower && MID_SENTENCE.test(text.slice(Math.max(0, index - 2), index));
      found.set(word, (found.get(word) ?? 0) + 1);
    }
  }
  if (isName && !isEverLower) return null;
  const [commonest] = [...found].sort(([, left], [, right]) => right - left);
  return commonest?.[0] ?? null;
};

const likeTyped = (word: string, typed: string): string =>
  CAPITAL.test(typed) ? word.charAt(0).toUpperCase() + word.slice(1) : word;

/** The question with its corrected words in their places. */
export const applyCorrections = (question: string, corrections: readonly Correction[]): string => {
  const byTyped = new Map(corrections.map(({ from, to }) => [from, to]));
  return question.replace(WORD, (word) => byTyped.get(word) ?? word);
};

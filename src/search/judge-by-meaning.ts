import { analyzeQueryWords, toSegments } from '../language/index.js';
import type { JudgedHit, Readable } from './assemble-results.js';
import { tryModel, type LegDeps } from './legs.js';
import { bestOf, cosineOf, isEvidence, LEVELS, type NearLevel } from '../evidence/index.js';
import type { ChunkSearch, Span } from './schema.js';

type Asked = {
  judged: readonly JudgedHit[];
  readable: Readable;
  /** In full. */
  question: string;
  /** Cosine levels of the question's language. */
  level: NearLevel;
  /** False where a passage may miss words and still answer: the question leans on others, or is misspelt. */
  canLower: boolean;
  /** An embedder that knows no Spanish has Spanish passages near each other, and near anything. */
  isMeasured: (language: string) => boolean;
  /** Languages of the tenant's index. */
  languages: readonly string[];
  search: ChunkSearch;
};

/**
 * Raises and lowers passages by their lines, which the embedder reads once more, a few at a time: the line that answers is lost in the vector of a
 * whole passage. Each passage divides the words of the question into those that it shares and those that it misses: Pinemoor's handbook shares
 * "Pinemoor" with "Who is the director of Pinemoor?" and misses "Who is the director of".
 *
 * - Where no words answer for sure, it reads the nearest passages. Lines near the question raise their passage if some of its lines are near the
 *   missing words, too; a passage may be near for its names alone.
 * - It reads the passages that words alone would answer from and that miss some. It lowers one whose lines are nearer to the question without the
 *   missing words, and far from these.
 *
 * Returns the hits, most relevant first, the near ones with their nearest lines; null where none was read. One call of the embedder.
 */
export const judgeByMeaning = async (
  deps: Pick<LegDeps, 'embedder' | 'metrics' | 'logger' | 'settings'>,
  { judged: all, ...asked }: Asked,
): Promise<JudgedHit[] | null> => {
  const { question, level } = asked;
  // A passage that is not shown must not change what is.
  const judged = all.filter((hit) => isShown(hit, asked));
  const passages = partQuestion({ ...asked, judged });
  const best = bestOf(judged);
  const nearest = best >= LEVELS.raised ? [] : pickNearest(passages);
  const ofWords = pickOfWords(passages, asked);
  const chosen = [...new Set([...nearest, ...ofWords.slice(0, MAX_READ)])].map(toChosen);
  const vectors = await embedTexts(deps, asked, chosen);
  if (vectors === null) return null;
  const read = chosen
    .flatMap((one) => readLines(one, question, vectors) ?? [])
    .sort((left, right) => right.cosine - left.cosine);
  const { lowered, isBest } = findLowered(ofWords, { read, level, best });
  const near = read.filter(({ passage }) => nearest.includes(passage));
  const canRaise = near.length > 0 && !isBest && !asksForUnheardOf({ ...asked, judged });
  const judgedNear = new Map(
    near.map((one, place) => [one.passage.hit, judgeNearest(one, { place, level, canRaise })]),
  );
  return all
    .map((hit) => {
      const { least = 0, ...lines } = judgedNear.get(hit) ?? {};
      const most = lowered.has(hit) ? LEVELS.lowered : 1;
      return { ...hit, ...lines, relevance: Math.max(least, Math.min(most, hit.relevance)) };
    })
    .sort((left, right) => right.relevance - left.relevance);
};

const isShown = (
  { candidate }: JudgedHit,
  { readable, search: { minScore = 0 } }: Pick<Asked, 'readable' | 'search'>,
): boolean => readable.has(candidate.id) && candidate.score >= minScore;

/** The vector of each text; null where there is nothing to embed, or the embedder failed. */
const embedTexts = async (
  deps: Pick<LegDeps, 'embedder' | 'metrics' | 'logger' | 'settings'>,
  { question, search }: Pick<Asked, 'question' | 'search'>,
  chosen: readonly Chosen[],
): Promise<Vectors | null> => {
  const { embedder, settings } = deps;
  if (embedder === null || chosen.length === 0) return null;
  const texts = chosen.flatMap(({ passage: { sharedText, missingText }, windows }) => [
    ...[sharedText, missingText].filter((part) => part !== null),
    ...windows.map(({ text }) => text),
  ]);
  const distinct = [...new Set([question, ...texts])];
  const embedded = await tryModel(deps, search, {
    stage: 'embed',
    model: embedder.model,
    limitMs: settings.embedTimeoutMs,
    ask: (signal) => embedder.embed(distinct, { signal }),
    usageOf: ({ promptTokens, costUsd }) => ({ promptTokens, costUsd }),
    warning: 'Passages judged by their words alone: the embedder failed',
  });
  return embedded && new Map(distinct.map((text, at) => [text, embedded.vectors[at]]));
};

/** Matches words with digits or in capitals. Such words have no other name: nothing answers a question about a "RAID10" that no passage has. */
const DESIGNATION = /\p{N}|\p{Lu}{2}/u;

const asksForUnheardOf = ({
  judged,
  question,
  languages,
}: Pick<Asked, 'judged' | 'question' | 'languages'>): boolean => {
  // Who shouts names nothing.
  if (question === question.toUpperCase()) return false;
  const substance = findSubstance(question, languages);
  const asked = [...substance.keys()].filter((written) => DESIGNATION.test(written));
  if (asked.length === 0) return false;
  const terms = new Set(
    judged.flatMap(({ candidate }) => [...candidate.terms, ...candidate.titleTerms]),
  );
  const shared = findShared(substance, terms);
  return asked.some((written) => !shared.has(written));
};

type Passage = {
  hit: JudgedHit;
  content: string;
  /** The question without the words that the passage misses, names left in; null where it misses only names, or nothing is left. */
  sharedText: string | null;
  /** The words of the question that it misses, in their order; null where it misses no word of substance. */
  missingText: string | null;
  /** True where it shares only words of its title with the question. */
  isNamedOnly: boolean;
};

/** In a longer text one word decides little, and each is looked at. */
const MAX_QUESTION_CHARS = 1_000;

/** Divides the question by each passage in a language that the embedder was measured in. */
const partQuestion = ({ judged, readable, isMeasured, ...asked }: Asked): Passage[] => {
  const { question, languages } = asked;
  if (question.length > MAX_QUESTION_CHARS) return [];
  const substance = findSubstance(question, languages);
  return judged.flatMap((hit) => {
    const chunk = readable.get(hit.candidate.id);
    if (chunk === undefined || !isMeasured(chunk.language)) return [];
    const { terms, titleTerms } = hit.candidate;
    const gone = findShared(substance, new Set([...terms, ...titleTerms]));
    const lacking = [...substance.keys()].filter((written) => !gone.has(written));
    const plain = lacking.filter((written) => !isName(written, question));
    const sharedText = plain.length === 0 ? '' : withoutWords(question, new Set(plain));
    return [
      {
        ...{ hit, content: chunk.content },
        sharedText: ANY_WORD.test(sharedText) ? sharedText : null,
        missingText: lacking.length === 0 ? null : withoutWords(question, gone),
        isNamedOnly: gone.size === findShared(substance, new Set(titleTerms)).size,
      },
    ];
  });
};

const CAPITAL = /^\p{Lu}/u;

/** Names mean nothing to an embedder: any text is nearer without one that it lacks. In German every noun counts as one. */
const isName = (written: string, question: string): boolean =>
  CAPITAL.test(written) && !question.startsWith(written);

/** So many passages are read of those that are nearest, and as many of those that words alone would answer from: somebody waits for their vectors. */
const MAX_READ = 8;

const pickNearest = (passages: readonly Passage[]): Passage[] =>
  passages
    .filter(({ hit: { candidate } }) => candidate.denseScore !== null)
    .sort((left, right) => denseScoreOf(right) - denseScoreOf(left))
    .slice(0, MAX_READ);

const denseScoreOf = ({ hit: { candidate } }: Passage): number => candidate.denseScore ?? 0;

/** Picks the passages that words alone would answer from though they miss some, the most relevant first. */
const pickOfWords = (
  passages: readonly Passage[],
  { canLower }: Pick<Asked, 'canLower'>,
): Passage[] =>
  passages
    .filter(({ hit, sharedText }) => canLower && isEvidence(hit.relevance) && sharedText !== null)
    .sort((left, right) => right.hit.relevance - left.hit.relevance);

export type Window = Span & { text: string };

/** A sentence says little without those beside it. */
const WINDOW_LINES = 3;
/** Each costs a vector; a passage of many short lines is read in larger steps. */
const MAX_WINDOWS = 40;

/** A passage a few lines at a time: from each of its lines on, that and the next two. */
export const toWindows = (content: string): Window[] => {
  const lines = toSegments(content, []);
  const step = Math.max(1, Math.ceil(lines.length / MAX_WINDOWS));
  return lines.flatMap(({ start }, at) => {
    const last = lines[Math.min(at + Math.max(WINDOW_LINES, step), lines.length) - 1];
    if (at % step !== 0 || last === undefined) return [];
    return [{ start, end: last.end, text: content.slice(start, last.end) }];
  });
};

type Chosen = { passage: Passage; windows: readonly Window[] };

const toChosen = (passage: Passage): Chosen => ({ passage, windows: toWindows(passage.content) });

type Vectors = ReadonlyMap<string, Float32Array | undefined>;

type Read = {
  passage: Passage;
  /** Those that are nearest to the question. */
  lines: Span;
  /** Their cosine to the question; below, the cosines of the lines nearest to its shared and to its missing words, null where there are none. */
  cosine: number;
  ofShared: number | null;
  ofMissing: number | null;
};

const readLines = (
  { passage, windows }: Chosen,
  question: string,
  vectors: Vectors,
): Read | null => {
  const cosineTo = (text: string | null): ReturnType<typeof findNearest> =>
    text === null ? null : findNearest(windows, vectors.get(text), vectors);
  const found = cosineTo(question);
  if (found === null) return null;
  const { start, end } = found.window;
  return {
    passage,
    lines: { start, end },
    cosine: found.cosine,
    ofShared: cosineTo(passage.sharedText)?.cosine ?? null,
    ofMissing: cosineTo(passage.missingText)?.cosine ?? null,
  };
};

/**
 * The lowest relevance of the three passages with the nearest lines, where these are near and nothing more: about so often each had the
 * answer.
 */
const CLOSE = [0.35, 0.2, 0.2] as const;
/** The same where they are at least halfway between the two levels: enough to be shown. */
const NEARLY_CLOSE = [0.17, 0.15, 0.15] as const;

type Placed = {
  place: number;
  level: NearLevel;
  /** False where the question names something that no passage has, or where the most relevant passage is lowered. */
  canRaise: boolean;
};

const judgeNearest = (read: Read, { place, level, canRaise }: Placed) => {
  const isSure = place === 0 && canRaise && isRaised(read, level);
  const least = isSure ? LEVELS.raised : (closenessOf(read, level)[place] ?? 0);
  return { ...(least > 0 && { nearest: read.lines }), least };
};

const closenessOf = ({ cosine }: Read, { question, rest }: NearLevel): readonly number[] => {
  if (cosine >= question) return CLOSE;
  return cosine >= (question + rest) / 2 ? NEARLY_CLOSE : [];
};

/**
 * Nearness of lines to the missing words, as the least share of their nearness to all of the question. A passage that shares only the
 * name Pinemoor misses "May I bring my dog to the office of", which is all that is asked, so it has to be near indeed.
 */
const NEAR_MISSING = { toRaise: 0.4, ofNamedOnly: 0.75, toTrust: 0.5 } as const;
/** A share of the distance between the two levels: lines are only so much nearer without some words where they do not say these. */
const NEARER_WITHOUT = 0.3;

/**
 * Some embedders have any two texts at .7: how near lines are is counted from where those lie that have nothing to do with a question.
 * With the three that were measured (docs/relevance.md) that is this many times what lies between the two levels below the lower one.
 */
const UNRELATED_BELOW = 2.2;

const unrelatedFor = ({ question, rest }: NearLevel): number =>
  rest - UNRELATED_BELOW * (question - rest);

/** Asked of the nearest passage alone. */
const isRaised = (read: Read, level: NearLevel): boolean =>
  read.cosine >= level.question &&
  !isNearerWithoutMissing(read, level) &&
  isMissingNear(
    read,
    level,
    read.passage.isNamedOnly ? NEAR_MISSING.ofNamedOnly : NEAR_MISSING.toRaise,
  );

const isMissingNear = ({ cosine, ofMissing }: Read, level: NearLevel, share: number): boolean => {
  const unrelated = unrelatedFor(level);
  return ofMissing !== null && ofMissing - unrelated >= share * (cosine - unrelated);
};

/** True where the question would be clearly nearer without the missing words. */
const isNearerWithoutMissing = ({ cosine, ofShared }: Read, level: NearLevel): boolean =>
  ofShared !== null && ofShared - cosine >= NEARER_WITHOUT * (level.question - level.rest);

/**
 * Finds the passages to lower: far from the missing words, and nearer to the question without them. Where the most relevant passage is one, so are all
 * that words alone would answer from and whose lines, as far as they were read, are not near the missing words.
 */
const findLowered = (
  ofWords: readonly Passage[],
  { read, level, best }: { read: readonly Read[]; level: NearLevel; best: number },
): { lowered: ReadonlySet<JudgedHit>; isBest: boolean } => {
  const readOf = new Map(read.map((one) => [one.passage, one]));
  const unconfirmed = ofWords.filter((passage) => {
    const one = readOf.get(passage);
    return one === undefined || !isMissingNear(one, level, NEAR_MISSING.toTrust);
  });
  const far = unconfirmed.filter((passage) => {
    const one = readOf.get(passage);
    return one !== undefined && isNearerWithoutMissing(one, level);
  });
  const isBest = far.some(({ hit }) => hit.relevance >= best);
  return { lowered: new Set((isBest ? unconfirmed : far).map(({ hit }) => hit)), isBest };
};

/** Returns the window that is nearest to a vector. */
export const findNearest = (
  windows: readonly Window[],
  vector: Float32Array | undefined,
  vectors: Vectors,
): { window: Window; cosine: number } | null => {
  let best: { window: Window; cosine: number } | null = null;
  for (const window of windows) {
    const ofWindow = vectors.get(window.text);
    if (vector === undefined || ofWindow === undefined) continue;
    const cosine = cosineOf(vector, ofWindow);
    if (cosine > (best?.cosine ?? -1)) best = { window, cosine };
  }
  return best;
};

const ANY_WORD = /[\p{L}\p{N}]/u;
const WORD = /[\p{L}\p{N}\p{M}]+(?:[-._/'’][\p{L}\p{N}\p{M}]+)*/gu;

/** The forms of the words of substance in each written word that has any. */
type Substance = ReadonlyMap<string, readonly (readonly string[])[]>;

const findSubstance = (question: string, languages: readonly string[]): Substance => {
  const substance = new Map<string, readonly (readonly string[])[]>();
  for (const written of new Set(question.match(WORD))) {
    const words = analyzeQueryWords(written, { languages });
    const forms = words.flatMap((word) => (word.isFunctionWord ? [] : [word.forms]));
    if (forms.length > 0) substance.set(written, forms);
  }
  return substance;
};

/** The written words all of whose words of substance are among some terms. */
const findShared = (substance: Substance, terms: ReadonlySet<string>): ReadonlySet<string> =>
  new Set(
    [...substance].flatMap(([written, words]) =>
      words.every((forms) => forms.some((form) => terms.has(form))) ? [written] : [],
    ),
  );

const withoutWords = (question: string, gone: ReadonlySet<string>): string =>
  question
    .replace(WORD, (written) => (gone.has(written) ? '' : written))
    .replace(/\s+/gu, ' ')
    .trim();

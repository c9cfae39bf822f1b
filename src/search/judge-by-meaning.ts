import { analyze, analyzeQueryWords, toSegments } from '../language/index.js';
import type { JudgedHit, Readable } from './assemble-results.js';
import { tryModel, type LegDeps } from './legs.js';
import { cosineOf, type NearLevel } from './meaning.js';
import type { ChunkSearch, Span } from './schema.js';

type Asked = {
  judged: readonly JudgedHit[];
  readable: Readable;
  /** In full. */
  question: string;
  /** Of the question's language. */
  level: NearLevel;
  /** An embedder that knows no Spanish has Spanish passages near each other, and near anything. */
  isMeasured: (language: string) => boolean;
  /** Of the tenant's index. */
  languages: readonly string[];
  search: ChunkSearch;
};

/** So relevant that it is answered from. Of 85 English paraphrases about 118 documents that it spoke for, 52 found what they asked in the passage. */
export const VOUCHED = 0.7;

/**
 * What no words lead to may say the same in others. The nearest passages are read once more, a few lines at a time, for the one that
 * answers is lost in the vector of a whole passage. That lines are near the question is not enough, for its names alone bring them
 * there: what is left of the question without the words that their passage has must be near some of its lines, too. Of "Who is the
 * director of Pinemoor?" Pinemoor's handbook leaves "Who is the director of". The hits most relevant first, those that were read
 * with their nearest lines; null where none was. It asks the embedder once more, so it is for what words do not answer for sure.
 */
export const vouchByMeaning = async (
  deps: Pick<LegDeps, 'embedder' | 'metrics' | 'logger' | 'settings'>,
  asked: Asked,
): Promise<JudgedHit[] | null> => {
  const { embedder, settings } = deps;
  const near = findNear(asked);
  if (embedder === null || near.length === 0) return null;
  const texts = near.flatMap(({ rest, windows }) => [
    ...(rest === null ? [] : [rest]),
    ...windows.map(({ text }) => text),
  ]);
  const distinct = [...new Set([asked.question, ...texts])];
  const embedded = await tryModel(deps, asked.search, {
    stage: 'embed',
    model: embedder.model,
    limitMs: settings.embedTimeoutMs,
    ask: (signal) => embedder.embed(distinct, { signal }),
    usageOf: ({ promptTokens, costUsd }) => ({ promptTokens, costUsd }),
    warning: 'Nothing found by meaning alone: the embedder failed',
  });
  if (embedded === null) return null;
  const vectors = new Map(distinct.map((text, at) => [text, embedded.vectors[at]]));
  const read = near
    .flatMap((one) => readLines(one, asked.question, vectors) ?? [])
    .sort((left, right) => right.cosine - left.cosine);
  const beside = { next: read[1], level: asked.level, isUnheardOf: asksForUnheardOf(asked) };
  const told = new Map(read.map((one, place) => [one.hit, tellRead(one, { place, ...beside })]));
  return asked.judged
    .map((hit) => {
      const { least = 0, ...nearest } = told.get(hit) ?? {};
      return { ...hit, ...nearest, relevance: Math.max(least, hit.relevance) };
    })
    .sort((left, right) => right.relevance - left.relevance);
};

/** What is written with digits or in capitals has no other name: nothing answers for a "RAID10" that no passage has. */
const DESIGNATION = /\p{N}|\p{Lu}{2}/u;

const asksForUnheardOf = ({ judged, readable, question, languages }: Asked): boolean => {
  // Who shouts names nothing.
  if (question === question.toUpperCase()) return false;
  const telling = findTelling(question, languages);
  const asked = [...telling.keys()].filter((written) => DESIGNATION.test(written));
  if (asked.length === 0) return false;
  const titles = [...readable.values()].flatMap(({ title, language }) =>
    analyze(title, { languages: [language] }),
  );
  const terms = new Set([...judged.flatMap(({ candidate }) => candidate.terms), ...titles]);
  const held = findHeld(telling, terms);
  return asked.some((written) => !held.has(written));
};

type Near = {
  hit: JudgedHit;
  /** What its passage leaves of the question; null where that is no word of substance. */
  rest: string | null;
  /** Whether it shares no word of substance with the question but such as its title has. */
  isNamedOnly: boolean;
  windows: readonly Window[];
};

/** In a longer text one word decides little, and each is looked at. */
const MAX_QUESTION_CHARS = 1_000;
/** The nearest passages are read; their lines are embedded while somebody waits. */
const MAX_READ = 8;

const findNear = ({ judged, readable, isMeasured, question, languages }: Asked): Near[] => {
  if (question.length > MAX_QUESTION_CHARS) return [];
  const nearest = judged
    .filter(
      ({ candidate: { id, denseScore } }) =>
        denseScore !== null && isMeasured(readable.get(id)?.language ?? ''),
    )
    .sort((left, right) => (right.candidate.denseScore ?? 0) - (left.candidate.denseScore ?? 0))
    .slice(0, MAX_READ);
  if (nearest.length === 0) return [];
  const telling = findTelling(question, languages);
  return nearest.flatMap((hit) => {
    const passage = readable.get(hit.candidate.id);
    if (passage === undefined) return [];
    const { title, language, content } = passage;
    const named = new Set(analyze(title, { languages: [language] }));
    const gone = findHeld(telling, new Set([...hit.candidate.terms, ...named]));
    const isNamedOnly = gone.size === findHeld(telling, named).size;
    const rest = gone.size === telling.size ? null : withoutWords(question, gone);
    return [{ hit, rest, isNamedOnly, windows: toWindows(content) }];
  });
};

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

type Vectors = ReadonlyMap<string, Float32Array | undefined>;

type Read = Pick<Near, 'hit' | 'isNamedOnly'> & {
  /** Those that are nearest to the question. */
  lines: Span;
  /** Of these, and of those that are nearest to what the passage leaves of the question; null where that says nothing. */
  cosine: number;
  ofRest: number | null;
};

const readLines = (
  { hit, rest, isNamedOnly, windows }: Near,
  question: string,
  vectors: Vectors,
): Read | null => {
  const found = findNearest(windows, vectors.get(question), vectors);
  if (found === null) return null;
  const ofRest = rest === null ? null : findNearest(windows, vectors.get(rest), vectors);
  const { start, end } = found.window;
  return {
    hit,
    isNamedOnly,
    lines: { start, end },
    cosine: found.cosine,
    ofRest: ofRest?.cosine ?? null,
  };
};

/** Of the three passages with the nearest lines, where these are near and no more than that: about so often each held the answer. */
const CLOSE = [0.35, 0.2, 0.2] as const;
/** The same where they are at least halfway between the two levels: enough to be shown. */
const NEARLY_CLOSE = [0.17, 0.15, 0.15] as const;

type Beside = {
  place: number;
  next: Read | undefined;
  level: NearLevel;
  /** The question names something that nothing found has. */
  isUnheardOf: boolean;
};

const tellRead = (read: Read, { place, next, level, isUnheardOf }: Beside) => {
  const isSure = place === 0 && !isUnheardOf && isVouched(read, { next, level });
  const least = isSure ? VOUCHED : (closenessOf(read, level)[place] ?? 0);
  return { ...(least > 0 && { nearest: read.lines }), least };
};

const closenessOf = ({ cosine }: Read, { question, rest }: NearLevel): readonly number[] => {
  if (cosine >= question) return CLOSE;
  return cosine >= (question + rest) / 2 ? NEARLY_CLOSE : [];
};

/** What its names alone bring near a question is not half as near to what they leave of it. */
const SHARE_OF_REST = 0.5;
/** "May I bring my dog to the office of" is what is asked of Pinemoor, whose name is all that its handbook shares with it. */
const SHARE_WITHOUT_NAMES = 0.75;

/**
 * Some embedders have any two texts at .7: how near lines are is counted from where those lie that have nothing to do with a question.
 * With the three that were measured (docs/relevance.md) that is this many times what lies between the two levels below the lower one.
 */
const UNRELATED_BELOW = 2.2;

const unrelatedFor = ({ question, rest }: NearLevel): number =>
  rest - UNRELATED_BELOW * (question - rest);

/** By so much of what lies between the two levels it is nearer than it has to be and than the next passage is, together. */
const MARGIN = 0.4;

/** Asked of the nearest passage alone: what shares no word with the question leaves the whole of it, and is near its rest for its names. */
const isVouched = (
  { cosine, ofRest, isNamedOnly }: Read,
  { next, level }: { next: Read | undefined; level: NearLevel },
): boolean => {
  if (cosine < level.question || ofRest === null || ofRest < level.rest) return false;
  const unrelated = unrelatedFor(level);
  const share = isNamedOnly ? SHARE_WITHOUT_NAMES : SHARE_OF_REST;
  if (ofRest - unrelated < share * (cosine - unrelated)) return false;
  const margin = cosine - level.question + (cosine - (next?.cosine ?? unrelated));
  return margin >= MARGIN * (level.question - level.rest);
};

/** Of some windows the one that is nearest to a vector. */
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

const WORD = /[\p{L}\p{N}\p{M}]+(?:[-._/'’][\p{L}\p{N}\p{M}]+)*/gu;

/** The forms of the words of substance in each written word that has any. */
type Telling = ReadonlyMap<string, readonly (readonly string[])[]>;

const findTelling = (question: string, languages: readonly string[]): Telling => {
  const telling = new Map<string, readonly (readonly string[])[]>();
  for (const written of new Set(question.match(WORD))) {
    const words = analyzeQueryWords(written, { languages });
    const forms = words.flatMap((word) => (word.isFunctionWord ? [] : [word.forms]));
    if (forms.length > 0) telling.set(written, forms);
  }
  return telling;
};

/** The written words all of whose words of substance are among some terms. */
const findHeld = (telling: Telling, held: ReadonlySet<string>): ReadonlySet<string> =>
  new Set(
    [...telling].flatMap(([written, words]) =>
      words.every((forms) => forms.some((form) => held.has(form))) ? [written] : [],
    ),
  );

const withoutWords = (question: string, gone: ReadonlySet<string>): string =>
  question
    .replace(WORD, (written) => (gone.has(written) ? '' : written))
    .replace(/\s+/gu, ' ')
    .trim();

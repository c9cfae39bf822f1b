import { analyzeQueryWords, toSegments } from '../language/index.js';
import type { JudgedHit, Readable } from './assemble-results.js';
import { tryModel, type LegDeps } from './legs.js';
import { cosineOf, type NearLevel, bestOf, isEvidence } from '../evidence/index.js';
import type { ChunkSearch, Span } from './schema.js';

type Asked = {
  judged: readonly JudgedHit[];
  readable: Readable;
  /** In full. */
  question: string;
  /** Of the question's language. */
  level: NearLevel;
  /** Whether what words speak for may be doubted for what it lacks: a question may lean on others, or be misspelt. */
  canDoubt: boolean;
  /** An embedder that knows no Spanish has Spanish passages near each other, and near anything. */
  isMeasured: (language: string) => boolean;
  /** Of the tenant's index. */
  languages: readonly string[];
  search: ChunkSearch;
};

/** So relevant that it is answered from. */
const VOUCHED = 0.7;

/**
 * What lines say that words do not tell. Passages are read once more, a few lines at a time, for the one that answers is lost in the
 * vector of a whole passage. A passage parts a question in two: what it has of it in the same words, and the rest. Of "Who is the
 * director of Pinemoor?" Pinemoor's handbook leaves "Who is the director of".
 *
 * - Where no words answer for sure, the passages that are nearest are read: lines near the question vouch for theirs, if some of its
 *   lines are near the rest, too. For its names alone a passage may be near.
 * - Wherever words answer, so are the passages that they speak for and that leave a rest: one is doubted whose lines are nearer to the
 *   question without the rest, and far from the rest.
 *
 * The hits most relevant first, those that are near with their nearest lines; null where none was read. It asks the embedder once more.
 */
export const judgeByMeaning = async (
  deps: Pick<LegDeps, 'embedder' | 'metrics' | 'logger' | 'settings'>,
  { judged: all, ...asked }: Asked,
): Promise<JudgedHit[] | null> => {
  const { question, level } = asked;
  // What is not shown must not show in what is made of the rest.
  const judged = all.filter((hit) => isShown(hit, asked));
  const passages = partQuestion({ ...asked, judged });
  const best = bestOf(judged);
  const nearest = best >= VOUCHED ? [] : pickNearest(passages);
  const spokenFor = pickSpokenFor(passages, asked);
  const chosen = [...new Set([...nearest, ...spokenFor.slice(0, MAX_READ)])].map(toChosen);
  const vectors = await embedTexts(deps, asked, chosen);
  if (vectors === null) return null;
  const read = chosen
    .flatMap((one) => readLines(one, question, vectors) ?? [])
    .sort((left, right) => right.cosine - left.cosine);
  const { doubted, isBest } = findDoubted(spokenFor, { read, level, best });
  const near = read.filter(({ passage }) => nearest.includes(passage));
  const canVouch = near.length > 0 && !isBest && !asksForUnheardOf({ ...asked, judged });
  const told = new Map(
    near.map((one, place) => [one.passage.hit, tellNear(one, { place, level, canVouch })]),
  );
  return all
    .map((hit) => {
      const { least = 0, ...lines } = told.get(hit) ?? {};
      const most = doubted.has(hit) ? DOUBTED : 1;
      return { ...hit, ...lines, relevance: Math.max(least, Math.min(most, hit.relevance)) };
    })
    .sort((left, right) => right.relevance - left.relevance);
};

const isShown = (
  { candidate }: JudgedHit,
  { readable, search: { minScore = 0 } }: Pick<Asked, 'readable' | 'search'>,
): boolean => readable.has(candidate.id) && candidate.score >= minScore;

/** Of each text its vector; null where there is none, or the embedder failed. */
const embedTexts = async (
  deps: Pick<LegDeps, 'embedder' | 'metrics' | 'logger' | 'settings'>,
  { question, search }: Pick<Asked, 'question' | 'search'>,
  chosen: readonly Chosen[],
): Promise<Vectors | null> => {
  const { embedder, settings } = deps;
  if (embedder === null || chosen.length === 0) return null;
  const texts = chosen.flatMap(({ passage: { held, rest }, windows }) => [
    ...[held, rest].filter((part) => part !== null),
    ...windows.map(({ text }) => text),
  ]);
  const distinct = [...new Set([question, ...texts])];
  const embedded = await tryModel(deps, search, {
    stage: 'embed',
    model: embedder.model,
    limitMs: settings.embedTimeoutMs,
    ask: (signal) => embedder.embed(distinct, { signal }),
    usageOf: ({ promptTokens, costUsd }) => ({ promptTokens, costUsd }),
    warning: 'Nothing told by meaning alone: the embedder failed',
  });
  return embedded && new Map(distinct.map((text, at) => [text, embedded.vectors[at]]));
};

/** What is written with digits or in capitals has no other name: nothing answers for a "RAID10" that no passage has. */
const DESIGNATION = /\p{N}|\p{Lu}{2}/u;

const asksForUnheardOf = ({
  judged,
  question,
  languages,
}: Pick<Asked, 'judged' | 'question' | 'languages'>): boolean => {
  // Who shouts names nothing.
  if (question === question.toUpperCase()) return false;
  const telling = findTelling(question, languages);
  const asked = [...telling.keys()].filter((written) => DESIGNATION.test(written));
  if (asked.length === 0) return false;
  const terms = new Set(
    judged.flatMap(({ candidate }) => [...candidate.terms, ...candidate.titleTerms]),
  );
  const held = findHeld(telling, terms);
  return asked.some((written) => !held.has(written));
};

type Passage = {
  hit: JudgedHit;
  content: string;
  /** The question without the words that the passage lacks, names left in; null where it lacks none but names, or nothing is left. */
  held: string | null;
  /** What it leaves of the question; null where that is no word of substance. */
  rest: string | null;
  /** Whether it shares no word of substance with the question but such as its title has. */
  isNamedOnly: boolean;
};

/** In a longer text one word decides little, and each is looked at. */
const MAX_QUESTION_CHARS = 1_000;

/** What each passage in a language that the embedder was measured in has of the question. */
const partQuestion = ({ judged, readable, isMeasured, ...asked }: Asked): Passage[] => {
  const { question, languages } = asked;
  if (question.length > MAX_QUESTION_CHARS) return [];
  const telling = findTelling(question, languages);
  return judged.flatMap((hit) => {
    const chunk = readable.get(hit.candidate.id);
    if (chunk === undefined || !isMeasured(chunk.language)) return [];
    const { terms, titleTerms } = hit.candidate;
    const gone = findHeld(telling, new Set([...terms, ...titleTerms]));
    const lacking = [...telling.keys()].filter((written) => !gone.has(written));
    const plain = lacking.filter((written) => !isName(written, question));
    const held = plain.length === 0 ? '' : withoutWords(question, new Set(plain));
    return [
      {
        ...{ hit, content: chunk.content },
        held: ANY_WORD.test(held) ? held : null,
        rest: lacking.length === 0 ? null : withoutWords(question, gone),
        isNamedOnly: gone.size === findHeld(telling, new Set(titleTerms)).size,
      },
    ];
  });
};

const CAPITAL = /^\p{Lu}/u;

/** Names mean nothing to an embedder: any text is nearer without one that it lacks. In German every noun counts as one. */
const isName = (written: string, question: string): boolean =>
  CAPITAL.test(written) && !question.startsWith(written);

/** So many passages are read of those that are nearest, and as many of those that words speak for: somebody waits for their vectors. */
const MAX_READ = 8;

const pickNearest = (passages: readonly Passage[]): Passage[] =>
  passages
    .filter(({ hit: { candidate } }) => candidate.denseScore !== null)
    .sort((left, right) => denseScoreOf(right) - denseScoreOf(left))
    .slice(0, MAX_READ);

const denseScoreOf = ({ hit: { candidate } }: Passage): number => candidate.denseScore ?? 0;

/** What words speak for though it lacks some of the question, the most relevant first. */
const pickSpokenFor = (
  passages: readonly Passage[],
  { canDoubt }: Pick<Asked, 'canDoubt'>,
): Passage[] =>
  passages
    .filter(({ hit, held }) => canDoubt && isEvidence(hit.relevance) && held !== null)
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
  /** Of these; of those that are nearest to what the passage has of the question, and to what it leaves of it; null where there is no such part. */
  cosine: number;
  ofHeld: number | null;
  ofRest: number | null;
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
    ofHeld: cosineTo(passage.held)?.cosine ?? null,
    ofRest: cosineTo(passage.rest)?.cosine ?? null,
  };
};

/** Of the three passages with the nearest lines, where these are near and no more than that: about so often each held the answer. */
const CLOSE = [0.35, 0.2, 0.2] as const;
/** The same where they are at least halfway between the two levels: enough to be shown. */
const NEARLY_CLOSE = [0.17, 0.15, 0.15] as const;

type Beside = {
  place: number;
  level: NearLevel;
  /** Not where the question names something that nothing found has, nor where what words speak for most is doubted. */
  canVouch: boolean;
};

const tellNear = (read: Read, { place, level, canVouch }: Beside) => {
  const isSure = place === 0 && canVouch && isVouched(read, level);
  const least = isSure ? VOUCHED : (closenessOf(read, level)[place] ?? 0);
  return { ...(least > 0 && { nearest: read.lines }), least };
};

const closenessOf = ({ cosine }: Read, { question, rest }: NearLevel): readonly number[] => {
  if (cosine >= question) return CLOSE;
  return cosine >= (question + rest) / 2 ? NEARLY_CLOSE : [];
};

/**
 * How near lines have to be to what their passage leaves of the question, as a share of how near they are to all of it. "May I bring my
 * dog to the office of" is what is asked of Pinemoor: of a passage that shares no more than its name it has to be near indeed.
 */
const NEAR_REST = { toVouch: 0.4, ofNamedOnly: 0.75, toTrust: 0.5 } as const;
/** Of what lies between the two levels: by so much nearer a question is only where what is left out of it is not said. */
const NEARER_WITHOUT = 0.3;

/**
 * Some embedders have any two texts at .7: how near lines are is counted from where those lie that have nothing to do with a question.
 * With the three that were measured (docs/relevance.md) that is this many times what lies between the two levels below the lower one.
 */
const UNRELATED_BELOW = 2.2;

const unrelatedFor = ({ question, rest }: NearLevel): number =>
  rest - UNRELATED_BELOW * (question - rest);

/** Asked of the nearest passage alone. */
const isVouched = (read: Read, level: NearLevel): boolean =>
  read.cosine >= level.question &&
  !isNearerWithout(read, level) &&
  isRestNear(read, level, read.passage.isNamedOnly ? NEAR_REST.ofNamedOnly : NEAR_REST.toVouch);

const isRestNear = ({ cosine, ofRest }: Read, level: NearLevel, share: number): boolean => {
  const unrelated = unrelatedFor(level);
  return ofRest !== null && ofRest - unrelated >= share * (cosine - unrelated);
};

/** The question would be clearly nearer without what the passage lacks of it. */
const isNearerWithout = ({ cosine, ofHeld }: Read, level: NearLevel): boolean =>
  ofHeld !== null && ofHeld - cosine >= NEARER_WITHOUT * (level.question - level.rest);

/** What words spoke for and lines do not: of 31 such answers ten were right. */
const DOUBTED = 0.35;

/**
 * Doubted is what is far from what it lacks and nearer to the question without that. Where that is the most relevant of all, so is all
 * else that words speak for and that is not near what it lacks, as far as it was read.
 */
const findDoubted = (
  spokenFor: readonly Passage[],
  { read, level, best }: { read: readonly Read[]; level: NearLevel; best: number },
): { doubted: ReadonlySet<JudgedHit>; isBest: boolean } => {
  const told = new Map(read.map((one) => [one.passage, one]));
  const untrusted = spokenFor.filter((passage) => {
    const one = told.get(passage);
    return one === undefined || !isRestNear(one, level, NEAR_REST.toTrust);
  });
  const far = untrusted.filter((passage) => {
    const one = told.get(passage);
    return one !== undefined && isNearerWithout(one, level);
  });
  const isBest = far.some(({ hit }) => hit.relevance >= best);
  return { doubted: new Set((isBest ? untrusted : far).map(({ hit }) => hit)), isBest };
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

const ANY_WORD = /[\p{L}\p{N}]/u;
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

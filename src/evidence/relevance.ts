import type { QueryWord } from '../language/index.js';
import type { DocumentId } from '../shared/ids.js';
import { LEVELS } from './levels.js';
import {
  fillCosines,
  findClearlyAhead,
  logOddsOf,
  raiseLogit,
  toProbability,
  type Curve,
} from './signals.js';
import { TUNING } from './tuning.js';
import {
  createWordMatcher,
  type AskedWord,
  type PassageMatch,
  type Place,
  type WordMatcher,
} from './word-matching.js';

/** Candidates must be sorted best-ranked first and include all fused candidates, because rarity is counted among those found by words. */
type RelevanceCandidate = {
  terms: readonly string[];
  /** The document of the passage; a passage without a document is judged alone. */
  documentId: DocumentId | null;
  /** Terms of the document's title, which says what all its passages are about. */
  titleTerms?: readonly string[];
  denseScore: number | null;
  /** Null if only the embedder found the candidate; such candidates are left out when the rarity of words is counted. */
  lexicalScore?: number | null;
};

export type RelevanceRule<Candidate = unknown> = {
  /** The distinct words of each query (the original, the rewritten one), in order. */
  questions: readonly (readonly QueryWord[])[];
  /** The share of a question made of random words that this index contains by chance, 0..1; see `baseline.ts`. */
  baseline: number;
  /** The embedder's signal; null if there is no embedder, or if it was not calibrated in the question's language. */
  passage: Curve | null;
  focus?: Focus;
  /** False for a candidate that will not be shown: it counts for rarity and for its document, and gets a relevance of 0. */
  isWanted?: (candidate: Candidate) => boolean;
};

/** The documents that a conversation is about: only there does a question such as "And the default?" have a meaning of its own. */
export type Focus = {
  documentIds: readonly DocumentId[];
  /** The index of the most complete question, the only one that counts in other documents. */
  fullest: number;
};

/** The probability that the candidate answers one of the questions, and the weighted share of its words in the candidate; both 0..1. */
export type Judged<Candidate> = { candidate: Candidate; relevance: number; coverage: number };

/** Judges how probably each candidate answers the best-fitting question; docs/relevance.md explains the rule and its quality. */
export const judgeRelevance = <Candidate extends RelevanceCandidate>(
  candidates: readonly Candidate[],
  { questions, baseline, passage, focus, isWanted = () => true }: RelevanceRule<Candidate>,
): Judged<Candidate>[] => {
  const wanted = candidates.map(isWanted);
  const judged = questions.map((words) => judgeWords(candidates, wanted, { words, baseline }));
  const found = candidates.map(({ denseScore }) => denseScore);
  const cosines = fillCosines(found);
  const ahead = passage === null ? findClearlyAhead(found) : [];
  return candidates.map((candidate, index) => {
    if (wanted[index] === false) return { candidate, relevance: 0, coverage: 0 };
    const isInFocus = focus?.documentIds.some((id) => id === candidate.documentId) === true;
    const asked =
      focus === undefined || isInFocus ? judged : judged.slice(focus.fullest).slice(0, 1);
    const { logit, coverage } = asked
      .flatMap((judgements) => judgements[index] ?? [])
      .reduce((left, right) => (right.logit > left.logit ? right : left), NOTHING);
    const cosine = cosines[index] ?? null;
    const known = passage && cosine !== null ? raiseLogit(logit, cosine, passage) : logit;
    const relevance = toProbability(isInFocus ? known + TUNING.inFocus : known);
    const least = ahead[index] === true ? LEVELS.clearlyClosest : 0;
    return { candidate, relevance: Math.max(relevance, least), coverage };
  });
};

type Judgement = { logit: number; coverage: number };

const NOTHING: Judgement = { logit: -10, coverage: 0 };

const judgeWords = (
  candidates: readonly RelevanceCandidate[],
  wanted: readonly boolean[],
  { words: question, baseline }: { words: readonly QueryWord[]; baseline: number },
): Judgement[] => {
  if (question.length === 0) return candidates.map(() => NOTHING);
  const matcher = createWordMatcher(question);
  const matches = candidates.map(({ terms }) => matcher.match(terms));
  const ofWords = matches.filter((_, index) => candidates[index]?.lexicalScore !== null);
  const asked = weigh(matcher, ofWords);
  const documents = gatherScores(candidates, matches, matcher);
  const names = findNames(matcher, documents);
  const hasSubstance = question.some(({ isFunctionWord }) => !isFunctionWord);
  const most = hasSubstance ? Infinity : logOddsOf(LEVELS.clearlyClosest);
  return matches.map((match, index) => {
    if (wanted[index] === false) return NOTHING;
    const { documentId = null } = candidates[index] ?? {};
    const { title = [], all = [] } = documents.get(documentId) ?? {};
    const ofDocument = { title, all: raise(match.matchScores.slice(), all) };
    const features = toFeatures({ ...asked, names }, match, ofDocument);
    const logit = Math.min(most, toLogit(features, { rank: index + 1, baseline }));
    return { logit, coverage: features.coverage };
  });
};

/** For each word of the question, how well the title of a document matches, and how well its title or some found passage does. */
type DocumentScores = { title: ArrayLike<number>; all: ArrayLike<number> };

type Documents = ReadonlyMap<DocumentId | null, DocumentScores>;

const gatherScores = (
  candidates: readonly RelevanceCandidate[],
  matches: readonly PassageMatch[],
  matcher: WordMatcher,
): Documents => {
  const gathered = new Map<DocumentId | null, { title: Float64Array; all: Float64Array }>();
  for (const [index, { documentId, titleTerms = [], lexicalScore }] of candidates.entries()) {
    if (documentId === null) continue;
    let scores = gathered.get(documentId);
    if (scores === undefined) {
      const title = matcher.match(titleTerms).matchScores;
      scores = { title, all: title.slice() };
      gathered.set(documentId, scores);
    }
    if (lexicalScore !== null) raise(scores.all, matches[index]?.matchScores ?? []);
  }
  return gathered;
};

/** A loop is used because `map` of a typed array costs ten times as much, and this runs for each candidate. */
const raise = (matchScores: Float64Array, others: ArrayLike<number>): Float64Array => {
  for (let word = 0; word < matchScores.length; word += 1) {
    matchScores[word] = Math.max(matchScores[word] ?? 0, others[word] ?? 0);
  }
  return matchScores;
};

/** Finds words of the question that name some document: a question about chrony is not answered by a text about fetchmail. */
const findNames = ({ words }: Pick<WordMatcher, 'words'>, documents: Documents): number[] =>
  [...words.keys()].filter(
    (word) =>
      words[word]?.isFunctionWord === false &&
      [...documents.values()].some(({ title }) => title[word] === 1),
  );

/** For each word of a question, its share of the total weight (by rarity in some passages), and how well one passage matches it. */
export const weighWords = (
  question: readonly QueryWord[],
  { passages, of }: { passages: readonly (readonly string[])[]; of: number },
): { forms: string[]; share: number; found: number }[] => {
  const matcher = createWordMatcher(question);
  const matches = passages.map((terms) => matcher.match(terms));
  const { weights } = weigh(matcher, matches);
  const total = sumOf(weights, () => 1);
  return question.map(({ forms }, word) => ({
    forms: [...forms],
    share: shareOf(weights[word] ?? 0, total),
    found: matches[of]?.matchScores[word] ?? 0,
  }));
};

/** The question's words and n-grams with their weights, which grow with rarity among the candidates. */
type Asked = {
  words: readonly AskedWord[];
  weights: readonly number[];
  ngramWeights: readonly number[];
};

const weigh = (
  { words, ngramCount }: { words: readonly AskedWord[]; ngramCount: number },
  matches: readonly PassageMatch[],
): Asked => {
  const population = Math.max(TUNING.fullPopulation, matches.length);
  const sum = (valueOf: (match: PassageMatch) => number | undefined): number =>
    matches.reduce((total, match) => total + (valueOf(match) ?? 0), 0);
  const rarity = (containing: number): number => rarityOf(containing, population);
  return {
    words,
    weights: words.map(({ isFunctionWord, isSymbol }, word) => {
      const containing = sum(({ matchScores }) => matchScores[word]);
      // The parts of a symbol are also searched, so it does not matter if no text contains the symbol itself.
      if (isSymbol && containing === 0) return 0;
      const weight = rarity(containing);
      return isFunctionWord ? Math.min(weight, TUNING.mostOfFunctionWord) : weight;
    }),
    ngramWeights: Array.from({ length: ngramCount }, (_, ngram) =>
      rarity(sum(({ hasNgram }) => hasNgram[ngram])),
    ),
  };
};

/** The weight of a word that is in `containing` of `population` texts, which grows with rarity (BM25's inverse document frequency). */
export const rarityOf = (containing: number, population: number): number =>
  Math.log(1 + (population - containing + 0.5) / (containing + 0.5));

type Features = {
  /** The weighted share of the question's words that are together in the passage's best window. */
  window: number;
  /** The weighted share of adjacent word pairs of the question that are also adjacent in the passage. */
  pairs: number;
  /** The weighted share of the n-grams of the question's words. */
  ngrams: number;
  /** The total weight of the question's words in the passage: four rare words count more than one. */
  hits: number;
  /** The weighted share of words that are missing from the passage but present in another passage of its document. */
  elsewhere: number;
  /** The number of the question's numbers that are missing from the document: a lease names "Flat 7" only once, in a heading. */
  missingNumbers: number;
  /** The number of words that name some document and are missing from the passage's own document. */
  missingNames: number;
  /** The share of the content words that neither the passage nor its title contains, each counting equally. */
  missing: number;
  /** The weighted share of the question's words in the passage. */
  coverage: number;
};

const toFeatures = (
  asked: Asked & { names: readonly number[] },
  match: PassageMatch,
  { title, all: ofDocument }: DocumentScores,
): Features => {
  const { words, weights, ngramWeights, names } = asked;
  const { matchScores, hasNgram } = match;
  const total = sumOf(weights, () => 1);
  const hits = sumOf(weights, (word) => matchScores[word]);
  const ngramTotal = sumOf(ngramWeights, () => 1);
  const window = shareOf(weighBestWindow(asked, match), total);
  return {
    window,
    pairs: hasNeighbours(words)
      ? sharePairs(asked, match.places)
      : TUNING.withoutNeighbours * window,
    ngrams: shareOf(
      sumOf(ngramWeights, (ngram) => hasNgram[ngram]),
      ngramTotal,
    ),
    hits,
    elsewhere: shareOf(
      sumOf(weights, (word) => (ofDocument[word] ?? 0) - (matchScores[word] ?? 0)),
      total,
    ),
    missingNumbers: words.filter(
      ({ hasDigit, isSymbol }, word) => hasDigit && !isSymbol && (ofDocument[word] ?? 0) < 1,
    ).length,
    missingNames: countMissing(names, { title, ofDocument }),
    missing: shareMissing(words, matchScores, title),
    coverage: shareOf(hits, total),
  };
};

/** Counts the names that a document lacks; 0 if its title has one, because a question with two names may be about either document. */
const countMissing = (
  names: readonly number[],
  { title, ofDocument }: { title: ArrayLike<number>; ofDocument: ArrayLike<number> },
): number =>
  names.some((word) => title[word] === 1)
    ? 0
    : names.filter((word) => (ofDocument[word] ?? 0) < TUNING.minSimilarity).length;

/** The share of words missing from a passage, among the words missing from its title: every passage is about what its title says. */
const shareMissing = (
  words: readonly AskedWord[],
  matchScores: ArrayLike<number>,
  title: ArrayLike<number>,
): number => {
  const asked = [...words.keys()].filter(
    (word) => words[word]?.isFunctionWord === false && !words[word].isSymbol && title[word] !== 1,
  );
  return shareOf(
    asked.reduce((sum, word) => sum + 1 - (matchScores[word] ?? 0), 0),
    asked.length,
  );
};

const sumOf = (
  weights: readonly number[],
  factorOf: (index: number) => number | undefined,
): number => weights.reduce((sum, weight, index) => sum + weight * (factorOf(index) ?? 0), 0);

const shareOf = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole);

/**
 * Logistic regression on 2,380 questions in English and Vietnamese, half of them without an answer, and on 315 questions about forty
 * documents in eleven languages, which count four times. Measured by `npm run eval` and `npm run eval:answers`. The baseline makes the
 * result comparable between languages whose words are more or less similar to each other.
 */
const WEIGHTS = {
  intercept: -1.346,
  window: 4.35,
  pairs: 1.472,
  ngrams: 1.302,
  hits: 0.134,
  elsewhere: 3.142,
  missingNumbers: -0.817,
  missingNames: -1.195,
  missing: -1.622,
  baseline: -6.146,
  /** The weight of the logarithm of the rank: the best-ranked passage needs fewer other signs than the rest. */
  rank: -0.268,
} as const;

const toLogit = (
  features: Features,
  { rank, baseline }: { rank: number; baseline: number },
): number =>
  WEIGHTS.intercept +
  WEIGHTS.window * features.window +
  WEIGHTS.pairs * features.pairs +
  WEIGHTS.ngrams * features.ngrams +
  WEIGHTS.hits * features.hits +
  WEIGHTS.elsewhere * features.elsewhere +
  WEIGHTS.missingNumbers * features.missingNumbers +
  WEIGHTS.missingNames * features.missingNames +
  WEIGHTS.missing * features.missing +
  WEIGHTS.baseline * baseline +
  WEIGHTS.rank * Math.log(rank);

/** Sums the weights of the words in the passage's best window or in its opening, each counted once. */
const weighBestWindow = (
  { words, weights }: Asked,
  { matchScores, places }: PassageMatch,
): number => {
  const opening = new Float64Array(weights.length);
  for (const { position, word, matchScore } of places) {
    if (position >= TUNING.windowTerms) break;
    opening[word] = Math.max(opening[word] ?? 0, TUNING.shareOfOpening * matchScore);
  }
  const ofOpening = sumOf(weights, (word) => opening[word]);
  // No window can contain more than the whole passage.
  const most = sumOf(weights, (word) => matchScores[word]);
  let best = 0;
  const inside = new Float64Array(weights.length);
  for (const [first, { position: start }] of places.entries()) {
    if (best >= most) break;
    inside.set(opening);
    let sum = ofOpening;
    for (let next = first; next < places.length; next += 1) {
      const place = places[next];
      if (place === undefined || place.position - start >= TUNING.windowTerms) break;
      const { word, matchScore } = place;
      const before = inside[word] ?? 0;
      if (matchScore <= before) continue;
      sum += (weights[word] ?? 0) * (matchScore - before);
      inside[word] = matchScore;
    }
    best = Math.max(best, sum);
  }
  const placed = new Set(places.map(({ word }) => word));
  const unplaced = sumOf(weights, (word) =>
    words[word]?.isUnspaced === true && !placed.has(word) ? matchScores[word] : 0,
  );
  return best + unplaced;
};

/** A single content word has only function words as neighbours: "What does E42 mean?" */
const hasNeighbours = (words: readonly AskedWord[]): boolean =>
  words.filter(({ isFunctionWord, isSymbol }) => !isFunctionWord && !isSymbol).length !== 1;

const sharePairs = ({ words, weights }: Asked, places: readonly Place[]): number => {
  const positions = weights.map((): number[] => []);
  for (const { word, position, matchScore } of places) {
    if (matchScore === 1) positions[word]?.push(position);
  }
  let [found, total] = [0, 0];
  // Symbols are left out: each stands between its own parts and the next word, and would separate neighbours.
  const inOrder = [...words.keys()].filter((word) => words[word]?.isSymbol === false);
  for (const [at, word] of inOrder.entries()) {
    const next = inOrder[at + 1];
    if (next === undefined) break;
    const weight = Math.min(weights[word] ?? 0, weights[next] ?? 0);
    total += weight;
    if (areNear(positions[word] ?? [], positions[next] ?? [])) found += weight;
  }
  return shareOf(found, total);
};

/** Both lists are sorted in ascending order, so one pass over them is enough. */
const areNear = (left: readonly number[], right: readonly number[]): boolean => {
  let [at, beside] = [0, 0];
  while (at < left.length && beside < right.length) {
    const distance = (left[at] ?? 0) - (right[beside] ?? 0);
    if (Math.abs(distance) <= TUNING.pairDistance) return true;
    if (distance < 0) at += 1;
    else beside += 1;
  }
  return false;
};

import { MESSAGE_LANGUAGES } from '../shared/i18n/index.js';
import { SCRIPTS, type Script } from './locale.js';
import { LANGUAGES, type Language } from './supported-languages.js';
import { TUNING } from './tuning.js';
import { byLanguage, wordSetsOf } from './word-lists.js';
import { francAll } from 'franc';
import type { eld as Eld } from 'eld/small';

type DetectionOptions = { candidates?: readonly string[]; fallback: string };

/** The writing system of most letters in a sample of the text; undefined without letters. */
export const detectScript = (text: string): Script | undefined =>
  mainScript(measureScripts(takeSample(text)));

const SAMPLE_PARTS = 9;
const SAMPLE_PART_LENGTH = 240;

/** Samples from all over a text, because its beginning is often a title page, a licence or a table of contents. */
const takeSample = (text: string): string => {
  if (text.length <= SAMPLE_PARTS * SAMPLE_PART_LENGTH) return text;
  const step = (text.length - SAMPLE_PART_LENGTH) / (SAMPLE_PARTS - 1);
  return Array.from({ length: SAMPLE_PARTS }, (_, part) => {
    const start = Math.floor(part * step);
    // Partial words at either end would count as words.
    return text.slice(start, start + SAMPLE_PART_LENGTH).replace(/^\S{1,30}\s|\s\S{1,30}$/g, '');
  }).join(' ');
};

/** The amount of text in each script, counted in letters of an alphabet. */
type ScriptShares = ReadonlyMap<Script, number>;

const COMBINED_SCRIPTS: Readonly<Partial<Record<Script, string>>> = {
  Kana: String.raw`\p{sc=Hiragana}\p{sc=Katakana}`,
};

const LETTERS: readonly (readonly [script: Script, letters: RegExp])[] = SCRIPTS.map((script) => [
  script,
  new RegExp(`[${COMBINED_SCRIPTS[script] ?? `\\p{sc=${script}}`}]`, 'gu'),
]);

const BEYOND_ASCII = /[^\x20-\x7e\s]/;

const measureScripts = (text: string): ScriptShares => {
  if (!BEYOND_ASCII.test(text)) return new Map([['Latin', text.match(/[a-z]/gi)?.length ?? 0]]);
  const counts = new Map(
    LETTERS.map(([script, letter]) => [script, text.match(letter)?.length ?? 0]),
  );
  const kana = counts.get('Kana') ?? 0;
  const han = counts.get('Han') ?? 0;
  const isJapanese = kana > 0 && kana >= TUNING.shareOfKana * (kana + han);
  counts.set('Han', isJapanese ? 0 : han * TUNING.lettersOfHan);
  counts.set('Kana', isJapanese ? (kana + han) * TUNING.lettersOfHan : 0);
  return counts;
};

/** The script of most of the text; undefined without letters. */
const mainScript = (shares: ScriptShares): Script | undefined => {
  const [best] = [...shares].sort(([, left], [, right]) => right - left);
  return best && best[1] > 0 ? best[0] : undefined;
};

/**
 * A text's language (ISO 639-1): by its script if that decides, else by function words, letters and statistics among the candidates;
 * `fallback` if none of them leads clearly or the text is too short.
 */
export const detectLanguage = (text: string, options: DetectionOptions): string =>
  detect(text, options, { mayLackWords: false });

/**
 * `mayLackWords`: the text may consist of names and codes only. A language without function words or distinctive letters in the text then
 * needs a clear lead.
 */
const detect = (
  text: string,
  { candidates, fallback }: DetectionOptions,
  { mayLackWords }: { mayLackWords: boolean },
): string => {
  const { sample, written } = readSample(text);
  if (written.length <= 1) return written[0]?.code ?? fallback;
  const wanted = written.filter(({ code }) => candidates?.includes(code) ?? true);
  const ranked = rankLanguages(sample, wanted.length > 0 ? wanted : written);
  // In a single line, related languages are always close together.
  const letters = sample.match(/[\p{L}\p{M}]/gu)?.length ?? 0;
  const isUnsure =
    letters < TUNING.lettersOfLine || (mayLackWords && !ranked.some(({ fit }) => fit > 0));
  return findLeading(ranked, () => (isUnsure ? TUNING.leadOfExpected : 0)) ?? fallback;
};

/**
 * True for a text whose words say so little about its language that the statistics of `loadShortTexts` are needed, however often it repeats
 * them.
 */
export const needsShortTexts = (parts: readonly string[]): boolean => {
  const all = parts.map((part) => part.slice(0, MAX_PART_SAMPLE)).join(' ');
  return lettersOf(toWords(takeSample(all).toLowerCase())) < TUNING.lettersOfStatistics;
};

/** The languages that a text may be in according to its script. */
const readSample = (text: string): { sample: string; written: readonly Language[] } => {
  const sample = takeSample(text).normalize('NFC').toLowerCase();
  return { sample, written: writtenIn(mainScript(measureScripts(sample))) };
};

const writtenIn = (script: Script | undefined): readonly Language[] =>
  LANGUAGES.filter((language) => language.script === script);

type Scored = { code: string; score: number };

/** The best, if its lead over all others is as large as such a language needs. */
const findLeading = (
  scored: readonly Scored[],
  leastLead: (code: string) => number,
): string | undefined => {
  const [best, second] = scored.toSorted((left, right) => right.score - left.score);
  if (best === undefined || best.score <= 0) return undefined;
  const lead = best.score - (second?.score ?? 0);
  return lead >= leastLead(best.code) ? best.code : undefined;
};

/** The languages of a text in parts: that of most of it, and that of each part. */
export type PartLanguages = { main: string; parts: string[] };

/**
 * A part has the main language unless its script, or clearly its words, show another: code, numbers and names have no language of their
 * own, and every question is analysed in each additional language.
 */
export const detectPartLanguages = (
  parts: readonly string[],
  { fallback }: { fallback: string },
): PartLanguages => {
  const samples = parts.map((part) => part.slice(0, MAX_PART_SAMPLE));
  const shares = samples.map(measureScripts);
  const total = new Map<Script, number>();
  for (const share of shares) {
    for (const [script, letters] of share) total.set(script, (total.get(script) ?? 0) + letters);
  }
  const script = leadingScript(total);
  const inScript = samples.filter((_, at) => leadingScript(shares[at] ?? total) === script);
  const guess = detect(inScript.join(' '), { fallback }, { mayLackWords: true });
  const own = samples.map((sample) => findOwnLanguage(sample, guess));
  const main = findMostFrequent(samples, own) ?? guess;
  return { main, parts: own.map((language) => language ?? main) };
};

/** A script other than Latin if a good share of a text uses it, because names, commands and links are in Latin letters everywhere. */
const leadingScript = (shares: ReadonlyMap<Script, number>): Script | undefined => {
  const others = new Map([...shares].filter(([script]) => script !== 'Latin'));
  return scriptBetween(shares, mainScript(others));
};

/** The rest of a chunk reveals no more about its language. */
const MAX_PART_SAMPLE = 3_000;

/** The language that a part is clearly in, whether or not it is the expected one; undefined if unclear. */
const findOwnLanguage = (sample: string, expected: string): string | undefined => {
  const lower = sample.normalize('NFC').toLowerCase();
  const script = scriptBetween(measureScripts(lower), scriptOf(expected));
  const written = writtenIn(script);
  if (written.length <= 1) return written[0]?.code;
  // Single letters are usually units and columns, not words.
  const words = toWords(lower).filter(({ length }) => length > 1);
  const ranked = rankLanguages(words.join(' '), written);
  const [best] = ranked;
  if (best === undefined || !isProse(words, best.code)) return undefined;
  const rival = ranked.find(({ code }) => code === expected);
  const isClear = rival === undefined || best.score - rival.score >= TUNING.leadOfUnexpected;
  return best.code === expected || isClear ? best.code : undefined;
};

const scriptOf = (language: string): Script | undefined =>
  LANGUAGES.find(({ code }) => code === language)?.script;

/** The script of a text: the expected one if a good share of the text uses it; undefined if there are hardly any letters. */
const scriptBetween = (
  shares: ReadonlyMap<Script, number>,
  expected: Script | undefined,
): Script | undefined => {
  const letters = [...shares.values()].reduce((sum, count) => sum + count, 0);
  if (letters < TUNING.lettersOfLine) return undefined;
  const share = expected === undefined ? 0 : (shares.get(expected) ?? 0) / letters;
  return share >= TUNING.shareOfExpectedScript ? expected : mainScript(shares);
};

const isProse = (words: readonly string[], language: string): boolean => {
  const distinct = [...new Set(words)].filter((word) => countCommonWords([word], language) > 0);
  const share = countCommonWords(words, language) / words.length;
  return share >= TUNING.shareOfCommonWords && distinct.length >= TUNING.fewestWords;
};

/** The language of most letters, counting only parts with a clear language. */
const findMostFrequent = (
  samples: readonly string[],
  languages: readonly (string | undefined)[],
): string | undefined => {
  const letters = new Map<string, number>();
  for (const [at, language] of languages.entries()) {
    if (language === undefined) continue;
    letters.set(language, (letters.get(language) ?? 0) + weigh(samples[at] ?? ''));
  }
  return [...letters].sort(([, left], [, right]) => right - left)[0]?.[0];
};

const weigh = (text: string): number =>
  [...measureScripts(text).values()].reduce((sum, count) => sum + count, 0);

/**
 * The language in which a question is answered: one suggested by the index and the user, or another that we have sentences in if its words
 * are far ahead; `fallback`, a language that the user is known to speak, if nothing is clear.
 */
export const detectQuestionLanguage = (
  text: string,
  { candidates, fallback }: Required<DetectionOptions>,
): string => {
  const { sample, written } = readSample(text);
  const isExpected = (code: string): boolean => code === fallback || candidates.includes(code);
  if (!written.some(({ code }) => isExpected(code))) return detectLanguage(text, { fallback });
  const words = toWords(sample).length;
  const trust = words < TUNING.fewestWords ? 0 : Math.min(1, words / TUNING.enoughWords);
  const scored = rankLanguages(sample, written).map(({ code, fit, score }) => {
    if (!isExpected(code)) return { code, score: score - fit * (1 - trust) };
    return { code, score: score + (code === fallback ? TUNING.ofSpoken : TUNING.ofIndexed) };
  });
  const best = findLeading(scored, (code) =>
    isExpected(code) ? TUNING.leadOfExpected : TUNING.leadOfUnexpected,
  );
  if (best === undefined) return fallback;
  return isExpected(best) || MESSAGE_LANGUAGES.includes(best) ? best : fallback;
};

const COMMON_WORDS = wordSetsOf(({ commonWords }) => commonWords);
const OWN_LETTERS = byLanguage(({ letters }) => letters);

/** A language with our code and franc's. */
type Candidate = { code: string; iso3: string };

/** `fit` counts its own words and letters, `score` also the letter statistics. */
type Ranked = { code: string; fit: number; score: number };

/**
 * Ranks the languages of one script by how well a lower-case text fits them, best first: by common words, by letters that only one of them
 * has or lacks, and by two letter statistics. franc's takes short Russian texts for Bulgarian but is good at long ones; eld's is good at
 * short ones.
 */
const rankLanguages = (text: string, candidates: readonly Candidate[]): Ranked[] => {
  const words = toWords(text);
  const trust = Math.min(1, lettersOf(words) / TUNING.lettersOfStatistics);
  const long = francOf(trust < 1 ? words.join(' ') : text, candidates);
  const short = trust < 1 ? eldOf(words.join(' '), candidates) : null;
  const ranked = candidates.map(({ code }) => {
    const commonShare = countCommonWords(words, code) / Math.max(1, words.length);
    const marks = countMarks(words, code) / Math.max(1, words.length);
    const fit = commonShare + marks;
    const ofLong = long.get(code) ?? 0;
    const ofShort = short === null ? ofLong : (short.get(code) ?? 0);
    const statistics = ofLong * trust + ofShort * (1 - trust);
    return { code, fit, score: fit + statistics };
  });
  return ranked.sort((left, right) => right.score - left.score);
};

const francOf = (text: string, candidates: readonly Candidate[]): ReadonlyMap<string, number> => {
  const found = new Map(francAll(text, { only: candidates.map(({ iso3 }) => iso3) }));
  return new Map(candidates.map(({ code, iso3 }) => [code, found.get(iso3) ?? 0]));
};

const eldOf = (
  text: string,
  candidates: readonly Candidate[],
): ReadonlyMap<string, number> | null => {
  const named = candidates.map(({ code }): [string, string] => [code, ELD_CODES.get(code) ?? code]);
  const found = scoreShortText(
    text,
    named.map(([, known]) => known),
  );
  return found && new Map(named.map(([code, known]) => [code, found[known] ?? 0]));
};

const ELD_CODES = byLanguage(({ eldCode }) => eldCode);

/** The words of a text that indicate its language, without letters of codes or of sizes with units. */
const toWords = (text: string): readonly string[] =>
  (HAS_NUMBER.test(text) ? text.replace(CODE, ' ') : text).match(/[\p{L}\p{M}]+/gu) ?? [];

const HAS_NUMBER = /\p{N}/u;
/** Only tried at the beginning of a run of letters, which may be long. */
const CODE = /(?<![\p{L}\p{M}_./-])[\p{L}\p{M}_./-]*\p{N}[\p{L}\p{M}\p{N}_./-]*/gu;

/** Table rows repeat their words, so each word's letters count once. */
const lettersOf = (words: readonly string[]): number =>
  [...new Set(words)].filter(({ length }) => length > 1).join('').length;

/** Counts the function words of a language among these lower-case words. */
const countCommonWords = (words: readonly string[], language: string): number => {
  const known = COMMON_WORDS.get(language);
  return words.filter((word) => known?.has(word) === true).length;
};

/** The number of words with a letter unique to the language, minus those with a letter that it lacks. */
const countMarks = (words: readonly string[], language: string): number => {
  const { has, lacks } = OWN_LETTERS.get(language) ?? {};
  const counting = (pattern: RegExp | undefined): number =>
    pattern === undefined ? 0 : words.filter((word) => pattern.test(word)).length;
  return counting(has) * TUNING.ofOwnLetter - counting(lacks);
};

type Statistics = typeof Eld;

let statistics: Statistics | null = null;
let known: ReadonlySet<string> = new Set();

/**
 * Loads the letter statistics for short texts, which takes a quarter of a second and 150 MB. Processes that only see long texts skip this;
 * franc is then also used for short texts.
 */
export const loadShortTexts = async (): Promise<void> => {
  if (statistics !== null) return;
  const { eld } = await import('eld/small');
  known = new Set(Object.values(eld.info().Languages));
  statistics = eld;
};

/**
 * Scores by the statistics' language names; empty if they do not know one of the candidates, because the others would win by being known.
 * Null before they are loaded.
 */
const scoreShortText = (
  text: string,
  names: readonly string[],
): Readonly<Record<string, number>> | null => {
  if (statistics === null) return null;
  return names.every((name) => known.has(name)) ? statistics.detect(text).getScores() : {};
};

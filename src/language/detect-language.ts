import { MESSAGE_LANGUAGES } from '../shared/i18n/index.js';
import { SCRIPTS, type Script } from './locale.js';
import { byLanguage, wordSetsOf } from './word-lists.js';
import { francAll } from 'franc';
import { scoreShortText } from './short-texts.js';

type Language = Candidate & { script: Script };

const NAMED = byLanguage(({ script, iso3 }) =>
  script === undefined || iso3 === undefined ? undefined : { script, iso3 },
);

/** The languages that are detected, by script. */
const LANGUAGES: readonly Language[] = SCRIPTS.flatMap((script) =>
  [...NAMED].flatMap(([code, named]) => (named.script === script ? [{ code, ...named }] : [])),
);

export const SUPPORTED_LANGUAGES: readonly string[] = LANGUAGES.map(({ code }) => code);

const MIN_LETTERS = 6;

type DetectionOptions = { candidates?: readonly string[]; fallback: string };

/** The writing system most letters of a text's sample belong to; undefined without letters. */
export const detectScript = (text: string): Script | undefined =>
  mainScript(measureScripts(takeSample(text)));

const SAMPLE_PARTS = 9;
const SAMPLE_PART_LENGTH = 240;

/** Places all over a text: what stands at its beginning is often a title page, a licence or a table of contents. */
const takeSample = (text: string): string => {
  if (text.length <= SAMPLE_PARTS * SAMPLE_PART_LENGTH) return text;
  const step = (text.length - SAMPLE_PART_LENGTH) / (SAMPLE_PARTS - 1);
  return Array.from({ length: SAMPLE_PARTS }, (_, part) => {
    const start = Math.floor(part * step);
    // Halves of words at either end would count as words.
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

/** A Japanese text is often mostly Han; a tenth of kana is enough to tell it from Chinese. */
const MIN_KANA_SHARE = 0.1;
/** One Han character carries about as much as two letters of an alphabet. */
const LETTERS_PER_HAN = 2;

const measureScripts = (text: string): ScriptShares => {
  if (!BEYOND_ASCII.test(text)) return new Map([['Latin', text.match(/[a-z]/gi)?.length ?? 0]]);
  const counts = new Map(
    LETTERS.map(([script, letter]) => [script, text.match(letter)?.length ?? 0]),
  );
  const kana = counts.get('Kana') ?? 0;
  const han = counts.get('Han') ?? 0;
  const isJapanese = kana > 0 && kana >= MIN_KANA_SHARE * (kana + han);
  counts.set('Han', isJapanese ? 0 : han * LETTERS_PER_HAN);
  counts.set('Kana', isJapanese ? (kana + han) * LETTERS_PER_HAN : 0);
  return counts;
};

/** The one that most of the text is written in; undefined without letters. */
const mainScript = (shares: ScriptShares): Script | undefined => {
  const [best] = [...shares].sort(([, left], [, right]) => right - left);
  return best && best[1] > 0 ? best[0] : undefined;
};

/**
 * A text's language (ISO 639-1): by its script where that decides, else by small words, letters and statistics among the candidates;
 * `fallback` where none of them is ahead of the others, or the text is too short.
 */
export const detectLanguage = (
  text: string,
  { candidates, fallback }: DetectionOptions,
): string => {
  const { sample, written } = readSample(text);
  if (written.length <= 1) return written[0]?.code ?? fallback;
  const wanted = written.filter(({ code }) => candidates?.includes(code) ?? true);
  const ranked = rankLanguages(sample, wanted.length > 0 ? wanted : written).map(
    ({ code, score }) => ({ code, score: score + (code === fallback ? BONUS.fallback : 0) }),
  );
  // In a line related languages are never far apart.
  const leastLead = countLetters(sample) < LETTERS_OF_LINE ? MIN_LEAD.expected : 0;
  return findLeading(ranked, () => leastLead) ?? fallback;
};

/** The languages that a text may be in by its script; none where it has too few letters to tell them apart. */
const readSample = (text: string): { sample: string; written: readonly Language[] } => {
  const sample = takeSample(text).normalize('NFC').toLowerCase();
  const script = mainScript(measureScripts(sample));
  const written = LANGUAGES.filter((language) => language.script === script);
  const isEnough = written.length === 1 || countLetters(sample) >= MIN_LETTERS;
  return { sample, written: isEnough ? written : [] };
};

const countLetters = (text: string): number => text.match(/[\p{L}\p{M}]/gu)?.length ?? 0;

type Scored = { code: string; score: number };

/** The best, where it is ahead of all others by what such a language needs. */
const findLeading = (
  scored: readonly Scored[],
  leastLead: (code: string) => number,
): string | undefined => {
  const [best, second] = scored.toSorted((left, right) => right.score - left.score);
  if (best === undefined || best.score <= 0) return undefined;
  const lead = best.score - (second?.score ?? 0);
  return lead >= leastLead(best.code) ? best.code : undefined;
};

/**
 * Set by 153 short questions in 16 languages under seven settings of index and user (`test/language/short-questions.test.ts`): the
 * statistics of a few letters are a tenth apart between two languages as often as not.
 */
const BONUS = { fallback: 0.1, candidate: 0.05 } as const;
const MIN_LEAD = { expected: 0.06, unexpected: 0.2 } as const;
const LETTERS_OF_LINE = 20;

/** The languages of a text in parts: that of most of it, and each part's own. */
export type PartLanguages = { main: string; parts: string[] };

/**
 * A part has the main language unless its script, or beyond doubt its words, say otherwise: code, numbers and names
 * are in no language of their own, and each further language is one more that every question is analysed in.
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
  const guess = detectLanguage(inScript.join(' '), { fallback });
  const own = samples.map((sample) => findOwnLanguage(sample, guess));
  const main = findMostFrequent(samples, own) ?? guess;
  return { main, parts: own.map((language) => language ?? main) };
};

/** Any script but Latin where a good share of a text is in it, for names, commands and links are in Latin letters everywhere. */
const leadingScript = (shares: ReadonlyMap<Script, number>): Script | undefined => {
  const others = new Map([...shares].filter(([script]) => script !== 'Latin'));
  return scriptBetween(shares, mainScript(others));
};

/** No chunk says more about its language in what follows. */
const MAX_PART_SAMPLE = 3_000;

/** Fewer letters are a name or a term. */
const MIN_OWN_LETTERS = 20;
/** Commands and names in Latin letters may well outnumber the words of the language that explains them. */
const EXPECTED_SCRIPT_SHARE = 0.25;
/** The smallest share of small words of a language among a part's words: with fewer the part is not prose. */
const MIN_COMMON_SHARE = 0.15;
const MIN_DISTINCT_COMMON = 4;
const MIN_OWN_WORDS = 12;
/** The smallest lead in score by which another language has to fit better than the one expected. */
const MIN_MARGIN = 0.12;

/** The language that a part is in beyond doubt, whether or not it is the one expected; undefined where it does not tell. */
const findOwnLanguage = (sample: string, expected: string): string | undefined => {
  const lower = sample.normalize('NFC').toLowerCase();
  const script = scriptBetween(measureScripts(lower), scriptOf(expected));
  const written = LANGUAGES.filter((language) => language.script === script);
  if (written.length <= 1) return written[0]?.code;
  // Single letters are units and columns more often than words.
  const words = toWords(lower).filter(({ length }) => length > 1);
  if (words.length < MIN_OWN_WORDS) return undefined;
  const ranked = rankLanguages(words.join(' '), written);
  const [best] = ranked;
  if (best === undefined || !isProse(words, best.code)) return undefined;
  const rival = ranked.find(({ code }) => code === expected);
  const isClear = rival === undefined || best.score - rival.score >= MIN_MARGIN;
  return best.code === expected || isClear ? best.code : undefined;
};

const scriptOf = (language: string): Script | undefined =>
  LANGUAGES.find(({ code }) => code === language)?.script;

/** The script of a text: the one expected where a good share of it is in that; undefined where hardly anything is written. */
const scriptBetween = (
  shares: ReadonlyMap<Script, number>,
  expected: Script | undefined,
): Script | undefined => {
  const letters = [...shares.values()].reduce((sum, count) => sum + count, 0);
  if (letters < MIN_OWN_LETTERS) return undefined;
  const share = expected === undefined ? 0 : (shares.get(expected) ?? 0) / letters;
  return share >= EXPECTED_SCRIPT_SHARE ? expected : mainScript(shares);
};

const isProse = (words: readonly string[], language: string): boolean => {
  const distinct = [...new Set(words)].filter((word) => countCommonWords([word], language) > 0);
  const share = countCommonWords(words, language) / words.length;
  return share >= MIN_COMMON_SHARE && distinct.length >= MIN_DISTINCT_COMMON;
};

/** The language that most letters of the parts are in, of those which tell theirs. */
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
 * The language a question is answered in: of those which the index and whoever asks lead to expect, or of the others that we have
 * sentences in where its words are far ahead; `fallback`, what whoever asks is known to speak, where nothing is clear.
 */
export const detectQuestionLanguage = (
  text: string,
  { candidates, fallback }: Required<DetectionOptions>,
): string => {
  const { sample, written } = readSample(text);
  const isExpected = (code: string): boolean => code === fallback || candidates.includes(code);
  if (!written.some(({ code }) => isExpected(code))) return detectLanguage(text, { fallback });
  const words = toWords(sample).length;
  const trust = words < MIN_WORDS ? 0 : Math.min(1, words / ENOUGH_WORDS);
  const scored = rankLanguages(sample, written).map(({ code, fit, score }) => {
    if (!isExpected(code)) return { code, score: score - fit * (1 - trust) };
    return { code, score: score + (code === fallback ? BONUS.fallback : BONUS.candidate) };
  });
  const best = findLeading(scored, (code) =>
    isExpected(code) ? MIN_LEAD.expected : MIN_LEAD.unexpected,
  );
  if (best === undefined) return fallback;
  return isExpected(best) || MESSAGE_LANGUAGES.includes(best) ? best : fallback;
};

/** Small words of a language that nothing leads to expect are an accident in fewer words, such as a name's "de la", and a proof in so many. */
const MIN_WORDS = 4;
const ENOUGH_WORDS = 6;

const COMMON_WORDS = wordSetsOf(({ commonWords }) => commonWords);
const OWN_LETTERS = byLanguage(({ letters }) => letters);

/** A language as we and as franc name it. */
type Candidate = { code: string; iso3: string };

/** `fit` is what its own words and letters say, `score` with what the statistics of letters add. */
type Ranked = { code: string; fit: number; score: number };

/**
 * Ranks the languages of one script by how well a lower-case text fits them, best first: by its common words, by letters that only one of
 * them has or lacks, and by two statistics of letters: franc's takes short Russian texts for Bulgarian and knows long ones, eld's knows
 * short ones.
 */
const rankLanguages = (text: string, candidates: readonly Candidate[]): Ranked[] => {
  const words = toWords(text);
  const distinct = [...new Set(words)].filter(({ length }) => length > 1);
  const isRepetitive =
    words.length >= MIN_REPETITIVE_WORDS && distinct.length < words.length * MAX_DISTINCT_SHARE;
  const telling = isRepetitive ? distinct.join(' ') : text;
  const long = francOf(telling, candidates);
  // The rows of a table repeat their words: a word says its letters once.
  const letters = distinct.join('').length;
  const trust = Math.min(1, letters / ENOUGH_LETTERS);
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
  const found = new Map(
    francAll(text, { only: candidates.map(({ iso3 }) => iso3), minLength: MIN_FRANC_LETTERS }),
  );
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

const MIN_FRANC_LETTERS = 10;
/** The rows of a table repeat few words, whose letters are no statistics of a language. */
const MAX_DISTINCT_SHARE = 0.3;
const MIN_REPETITIVE_WORDS = 30;
/** From so many letters on franc is as good as it gets. */
const ENOUGH_LETTERS = 300;
/** The "s" of a genitive is not a word: in some languages one such letter is. */
const toWords = (text: string): readonly string[] =>
  text.replace(/['’]s(?!\p{L})/gu, '').match(/[\p{L}\p{M}]+/gu) ?? [];

/** Counts the small words of a language among these lower-case words. */
const countCommonWords = (words: readonly string[], language: string): number => {
  const known = COMMON_WORDS.get(language);
  return words.filter((word) => known?.has(word) === true).length;
};

/** Words with a letter of the language's own, less three times those with a letter that it does not have. */
const countMarks = (words: readonly string[], language: string): number => {
  const { has, lacks } = OWN_LETTERS.get(language) ?? {};
  const counting = (pattern: RegExp | undefined): number =>
    pattern === undefined ? 0 : words.filter((word) => pattern.test(word)).length;
  return counting(has) * 0.5 - counting(lacks) * 3;
};

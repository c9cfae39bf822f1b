import { MESSAGE_LANGUAGES } from '../shared/i18n/index.js';
import { countCommonWords, rankLanguages, toWords, type Candidate } from './language-signals.js';
import { SCRIPTS, type Script } from './locale.js';
import { byLanguage } from './word-lists.js';

type Language = Candidate & { script: Script };

const NAMED = byLanguage(({ script, iso3 }) =>
  script === undefined || iso3 === undefined ? undefined : { script, iso3 },
);

/** The languages that are detected, by script. */
const LANGUAGES: readonly Language[] = SCRIPTS.flatMap((script) =>
  [...NAMED].flatMap(([code, named]) => (named.script === script ? [{ code, ...named }] : [])),
);

export const SUPPORTED_LANGUAGES: readonly string[] = LANGUAGES.map(({ code }) => code);

const MIN_LETTERS = 10;

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

/** A text's language (ISO 639-1): by its script where that decides, else by small words, letters and statistics among the candidates; `fallback` where the text is too short to tell. */
export const detectLanguage = (
  text: string,
  { candidates, fallback }: DetectionOptions,
): string => {
  const sample = takeSample(text).normalize('NFC').toLowerCase();
  const script = mainScript(measureScripts(sample));
  const written = LANGUAGES.filter((language) => language.script === script);
  if (written.length <= 1) return written[0]?.code ?? fallback;
  if ((sample.match(/\p{L}/gu)?.length ?? 0) < MIN_LETTERS) return fallback;
  const wanted = written.filter(({ code }) => candidates?.includes(code) ?? true);
  const ranked = rankLanguages(sample, wanted.length > 0 ? wanted : written);
  const [best] = ranked;
  if (best === undefined || best.score <= 0) return fallback;
  const isPossible = fallback !== 'en' || !BEYOND_ENGLISH.test(sample);
  const expected = ranked.find(({ code }) => isPossible && code === fallback);
  const isClear =
    best.score >= OF_WORDS || best.score >= (expected?.score ?? -Infinity) + OF_LETTERS;
  return isClear ? best.code : fallback;
};

/** A fit that only words or letters of the language's own reach. */
const OF_WORDS = 0.1;
/** The statistics of a few letters alone have to speak for another language than the one expected by this much: "reset password" is no French. */
const OF_LETTERS = 0.03;

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
 * The language a question is answered in: one of the candidates, unless letters and small words rule all of them out in favour of
 * another language we have sentences in.
 */
export const detectQuestionLanguage = (text: string, options: Required<DetectionOptions>): string =>
  findForeign(text, options.candidates) ?? detectLanguage(text, options);

/** Letters that no other language of the same script has. */
const PROOFS = byLanguage(({ letters }) => (letters?.isProof ? letters.has : undefined));
/** Not in an English word, but for a loan or a name. */
const BEYOND_ENGLISH = /[\u00c0-\u024f\u1ea0-\u1ef9¿¡]/u;
/** The share of small words of a language among a question's words: with more they are not an accident such as a name's "de la". */
const MIN_SHARE = 1 / 2;
/** A letter that English does not have is evidence, too, though no proof: "El Niño damage". */
const MIN_SHARE_WITH_LETTER = 1 / 3;
const MIN_LEAD = 2;
/** Fewer words without such a letter prove nothing: "no con job". */
const MIN_WORDS = 4;

/** One of our own languages that a question is in beyond doubt though nothing leads to expect it; undefined is the rule. */
const findForeign = (text: string, candidates: readonly string[]): string | undefined => {
  if (detectScript(text) !== 'Latin') return undefined;
  const lower = text.normalize('NFC').toLowerCase();
  const foreign = MESSAGE_LANGUAGES.filter((code) => !candidates.includes(code));
  const proven = foreign.find((code) => PROOFS.get(code)?.test(lower));
  if (proven !== undefined) return proven;
  const words = toWords(lower);
  const expected = Math.max(0, ...candidates.map((code) => countCommonWords(words, code)));
  const [best, second] = foreign
    .map((code) => ({ code, count: countCommonWords(words, code) }))
    .sort((left, right) => right.count - left.count);
  if (best === undefined || best.count - expected < MIN_LEAD) return undefined;
  const hasLetter = BEYOND_ENGLISH.test(lower);
  if (!hasLetter && words.length < MIN_WORDS) return undefined;
  const share = hasLetter ? MIN_SHARE_WITH_LETTER : MIN_SHARE;
  const isAmbiguous = second?.count === best.count;
  return best.count / words.length > share && !isAmbiguous ? best.code : undefined;
};

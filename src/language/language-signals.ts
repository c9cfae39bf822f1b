import { francAll } from 'franc';
import { COMMON_WORDS, toWordSets } from './word-lists.js';

/** A language as we and as franc name it. */
export type Candidate = { code: string; iso3: string };

/**
 * How well a lower-case text fits each of the languages of one script, best first: by its common words, by letters that only one of
 * them has or lacks, and, the longer it is the more, by franc's statistics of letters, which on short text take Russian for Bulgarian.
 */
export const rankLanguages = (
  text: string,
  candidates: readonly Candidate[],
): { code: string; score: number }[] => {
  const words = toWords(text);
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const distinct = [...new Set(words)].filter(({ length }) => length > 1);
  const isRepetitive =
    words.length >= MIN_REPETITIVE_WORDS && distinct.length < words.length * MAX_DISTINCT_SHARE;
  const statistics = new Map(
    francAll(isRepetitive ? distinct.join(' ') : text, {
      only: candidates.map(({ iso3 }) => iso3),
      minLength: MIN_LETTERS,
    }),
  );
  const trust = Math.min(1, letters / ENOUGH_LETTERS);
  const ranked = candidates.map(({ code, iso3 }) => {
    const commonShare = countCommonWords(words, code) / Math.max(1, words.length);
    const marks = countMarks(words, code) / Math.max(1, words.length);
    const score = commonShare + marks + (statistics.get(iso3) ?? 0) * trust * STATISTICS_WEIGHT;
    return { code, score };
  });
  return ranked.sort((left, right) => right.score - left.score);
};

const MIN_LETTERS = 10;
/** The rows of a table repeat few words, whose letters are no statistics of a language. */
const MAX_DISTINCT_SHARE = 0.3;
const MIN_REPETITIVE_WORDS = 30;
/** From so many letters on franc is as good as it gets. */
const ENOUGH_LETTERS = 300;
/** Between two related languages franc's figures are a few hundredths apart, of others some tenths. */
const STATISTICS_WEIGHT = 1;

/** The "s" of a genitive is no word: in some languages one such letter is. */
export const toWords = (text: string): readonly string[] =>
  text.replace(/['’]s(?!\p{L})/gu, '').match(/[\p{L}\p{M}]+/gu) ?? [];

/** How many of these lower-case words are small words of a language. */
export const countCommonWords = (words: readonly string[], language: string): number => {
  const known = COMMON_WORDS.get(language);
  const further = FURTHER_WORDS.get(language);
  return words.filter((word) => known?.has(word) === true || further?.has(word) === true).length;
};

/** Small words by which a language is told from its nearest relatives. */
const FURTHER_WORDS = toWordSets({
  ru: 'они мы вы его её ещё этот эта это эти который которая которое которые быть были был была есть также чтобы можно должен должны необходимо более потом после',
  uk: 'вони ми ви його її цей ця ці який яке був була були бути є також щоб можна повинен повинні необхідно більше після цього та під час між',
  bg: 'те ние вие него нея този тази това тези който която което които беше бяха бъде бъдат също може трябва повече след ще през между съм си сме сте',
  sr: 'они ми ви њега њу овај ова ово ови који која које био била било биће такође може треба мора више после овог није нису јесте током између',
  da: 'af efter hvis også eller denne dette disse blive bliver blev skal kunne mellem uden ud op ved hos noget nogle sig være været hvordan',
  no: 'av etter hvis også eller denne dette disse bli blir ble skal kunne mellom uten ut opp ved hos noe noen seg være vært hvordan',
  sv: 'efter om också eller denna detta dessa bli blir blev ska kunna mellan utan ut upp vid hos något några sig vara varit hur man',
  es: 'más pero como también puede ser este esta entre sobre cuando muy sin hasta desde donde porque si ya o usted debe está están ha han',
  pt: 'mais mas como também pode ser este esta entre sobre muito sem até desde porque já ou você deve está estão há foram pelo pela seu sua à às ser são',
  it: 'più ma come anche può essere questo questa tra fra sul sulla molto senza fino da dove perché se già o deve sono ha hanno della delle degli nel alla',
  id: 'akan atau telah dapat bisa sudah belum juga lebih dalam sebagai tersebut harus setiap oleh karena jika maka seperti tahun anda',
  ar: 'في من على إلى عن أن هذا هذه التي الذي ما هو هي كان كانت مع أو لا كل بعد قبل بين كم متى أين كيف هل يجب يمكن',
  fa: 'در از به را که این آن است با برای تا یا بر هم نیز شد شود می کرد کند چه چند کجا چگونه آیا باید هر بود خود',
  ur: 'میں کے کی کا ہے ہیں اور سے کو نے پر یہ وہ اس جو کہ تھا تھی تھے ہو بھی لیے کیا کب کہاں کیسے نہیں ایک',
  hi: 'है हैं का के की को में से और पर यह वह इस जो कि था थी थे हो भी लिए क्या कब कहाँ कैसे नहीं एक ने या तो कर',
  ne: 'छ छन् को का की लाई मा ले र हो यो त्यो यस जुन कि थियो पनि लागि के कहिले कहाँ कसरी छैन एक बाट वा तर गर्न भएको गर्ने',
});

/** Letters of a language that its relatives lack, and those that it lacks itself though they have them. */
type Marks = { has?: RegExp; lacks?: RegExp };

const MARKS: Readonly<Record<string, Marks>> = {
  ru: {
    has: /[ыэё]|(?:[оеё]го|[оеё]му|ть|ться)$/u,
    lacks: /[іїєґјљњћђџѝ]|(?<=[бвгджзклмнпрстфхцчшщ])ъ(?=[бвгджзклмнпрстфхцчшщ])|ъ$/u,
  },
  uk: { has: /[іїєґ]/u, lacks: /[ыэёъјљњћђџ]/u },
  bg: {
    has: /(?<=[бвгджзклмнпрстфхцчшщ])ъ(?=[бвгджзклмнпрстфхцчшщ])|^ъ|(?:ят|ите|ята)$/u,
    lacks: /[ыэёіїєґјљњћђџ]|(?:ться|[оеё]го)$/u,
  },
  sr: { has: /[јљњћђџ]/u, lacks: /[йщъыьэюяёіїєґ]/u },
  fa: { has: /[پچژگ]/u, lacks: /[ٹڈڑںےہھ]|[ةى]$/u },
  ur: { has: /[ٹڈڑںےہھ]/u, lacks: /[ةكي]/u },
  ar: { has: /[ةى]$|^(?:وال|ال)/u, lacks: /[پچژگٹڈڑںےہھکی]/u },
  hu: { has: /[őű]/u },
  de: { has: /ß/u },
  pl: { has: /[ąęłśźżćń]/u },
  cs: { has: /[řěů]/u },
  tr: { has: /[ığş]/u },
  ro: { has: /[șțţ]|ă/u },
  vi: { has: /[ơưđạ-ỹ]/u },
  es: { has: /ñ|ción$|^ll|dad$/u, lacks: /[ãõçâêôà]/u },
  pt: { has: /[ãõ]/u, lacks: /ñ|ción$/u },
  da: { has: /[æø]/u, lacks: /[äö]|gj|skj|øy/u },
  no: { has: /[æø]|gj|skj|øy/u, lacks: /[äö]|øj/u },
  sv: { has: /[äö]/u, lacks: /[æø]/u },
  fi: { has: /ää|yö|äy|öy/u, lacks: /[åæø]/u },
};

/** Words with a letter of the language's own, less three times those with a letter that it does not have. */
const countMarks = (words: readonly string[], language: string): number => {
  const { has, lacks } = MARKS[language] ?? {};
  const counting = (pattern: RegExp | undefined): number =>
    pattern === undefined ? 0 : words.filter((word) => pattern.test(word)).length;
  return counting(has) * 0.5 - counting(lacks) * 3;
};

/** The particles that are written to the end of a noun, longest first. */
const PARTICLES =
  '으로부터 에서부터 이라는 에서는 에게서 으로는 으로서 으로써 이라고 에서 에게 으로 까지 부터 처럼 보다 이나 이며 에는 에도 과의 와의 라는 라고 은 는 이 가 을 를 에 의 도 만 과 와 로'.split(
    ' ',
  );
const HANGUL = /^\p{sc=Hangul}{3,}$/u;

/** Of a Korean word what is left without its particle, where that are two syllables at least; Snowball has no Korean. */
export const stemKorean = (word: string): string => {
  if (!HANGUL.test(word)) return word;
  const particle = PARTICLES.find((end) => word.endsWith(end) && word.length - end.length >= 2);
  return particle === undefined ? word : word.slice(0, -particle.length);
};

const LETTERS = /^\p{L}[\p{L}\p{M}]*$/u;
/** Longer beginnings part the forms of a word, shorter ones join different words (measured on 800 Polish questions). */
const POLISH_LETTERS = 6;

/** A Polish word's beginning; Snowball has no Polish. */
export const stemPolish = (word: string): string =>
  LETTERS.test(word) ? word.slice(0, POLISH_LETTERS) : word;

const ARABIC = /^\p{sc=Arabic}+$/u;
/** The article and the prepositions that are written to it, longest first. */
const ARABIC_ARTICLES = 'وبال وكال ولل وال بال كال فال ال لل'.split(' ');
const ARABIC_AND = 'و';
const ARABIC_ENDINGS = 'ها ان ات ون ين يه ه ي'.split(' ');

/**
 * An Arabic word without article and endings, two letters at least: "light10" of Larkey, Ballesteros and Connell (2002). Snowball
 * leaves the article of "باللغة" and takes the first letter of "بورصة" for a preposition.
 */
export const stemArabic = (word: string): string => {
  const folded = foldArabic(word);
  if (!ARABIC.test(folded)) return folded;
  const bare = withoutArticle(folded);
  const hasAnd = bare === folded && folded.startsWith(ARABIC_AND) && folded.length > 3;
  return ARABIC_ENDINGS.reduce(
    (left, end) =>
      left.endsWith(end) && left.length - end.length >= 2 ? left.slice(0, -end.length) : left,
    hasAnd ? withoutArticle(folded.slice(1)) : bare,
  );
};

/** An Arabic word without its vowel signs, with one letter for those that are written for one another, and with everybody's digits. */
export const foldArabic = (word: string): string =>
  word
    .normalize('NFD')
    .replace(ARABIC_SIGNS, '')
    .normalize('NFC')
    .replaceAll('\u0671', '\u0627')
    .replaceAll('\u0649', '\u064a')
    .replaceAll('\u0629', '\u0647')
    .replace(ARABIC_DIGITS, (digit) => String(digit.charCodeAt(0) - ARABIC_ZERO));

/** The stroke that stretches a word, vowel signs, and what stands above or below an alef. */
const ARABIC_SIGNS = /[\u064b-\u065f\u0670\u0640]/g;
const ARABIC_DIGITS = /[\u0660-\u0669]/g;
const ARABIC_ZERO = 0x660;

const withoutArticle = (word: string): string => {
  const article = ARABIC_ARTICLES.find(
    (begin) => word.startsWith(begin) && word.length - begin.length >= 2,
  );
  return article === undefined ? word : word.slice(article.length);
};

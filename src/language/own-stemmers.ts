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

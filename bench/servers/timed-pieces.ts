import { setTimeout as delay } from 'node:timers/promises';

const PIECES = 40;
const GAP_MS = 5;

/** A model's answer, sentence by sentence; each says when it was made, in milliseconds since the epoch. */
export async function* timedPieces(): AsyncGenerator<string> {
  for (let piece = 0; piece < PIECES; piece += 1) {
    await delay(GAP_MS);
    const madeAt = performance.timeOrigin + performance.now();
    yield `Made at ${madeAt.toFixed(3)} ms.\n`;
  }
}

/** The times in a text made of such pieces. */
export const readTimes = (text: string): number[] =>
  [...text.matchAll(/Made at (\d+\.\d+) ms/g)].map(([, time]) => Number(time));

/** Thirty tokens a second, a word each. */
const WORD_GAP_MS = 1000 / 30;

/** An answer that begins with an introduction without a source; the sentence behind the first cited one says when that was written. */
export async function* introducedPieces(cited: string): AsyncGenerator<string> {
  const say = async function* (text: string): AsyncGenerator<string> {
    for (const word of text.split(/(?<= )/)) {
      await delay(WORD_GAP_MS);
      yield word;
    }
  };
  yield* say('Thank you for your question. I have looked it up in the documents for you. ');
  yield* say(cited);
  const writtenAt = performance.timeOrigin + performance.now();
  yield '. ';
  yield* say(`Made at ${writtenAt.toFixed(3)} ms. Ask your team lead before you do so. `);
}

import { setTimeout as delay } from 'node:timers/promises';

const PIECES = 40;
const GAP_MS = 5;

/** A model's answer, sentence by sentence; each says when it was made, in milliseconds since the epoch. */
export async function* timedPieces(citation = ''): AsyncGenerator<string> {
  for (let piece = 0; piece < PIECES; piece += 1) {
    await delay(GAP_MS);
    const madeAt = performance.timeOrigin + performance.now();
    yield `Made at ${madeAt.toFixed(3)} ms${citation}.\n`;
  }
}

/** The times in a text made of such pieces. */
export const readTimes = (text: string): number[] =>
  [...text.matchAll(/Made at (\d+\.\d+) ms/g)].map(([, time]) => Number(time));

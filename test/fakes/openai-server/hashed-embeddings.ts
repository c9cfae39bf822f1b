import { createHash } from 'node:crypto';

const toVector = (text: string, dimensions: number): number[] => {
  const vector = new Array<number>(dimensions).fill(0);
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? ['(empty)'];
  for (const word of words) {
    // Five letters stand in for a stem, so that inflected forms come close.
    const hash = createHash('sha256').update(word.slice(0, 5)).digest();
    const slot = hash.readUInt32BE(0) % dimensions;
    vector[slot] = (vector[slot] ?? 0) + (hash.readUInt8(4) % 2 === 0 ? 1 : -1);
  }
  const length = Math.hypot(...vector);
  return length === 0
    ? vector.map((_, index) => (index === 0 ? 1 : 0))
    : vector.map((value) => value / length);
};

/** Unit vectors of hashed words: the same text always the same vector, shared words a higher cosine. */
export const hashedEmbeddings = (texts: readonly string[], dimensions: number): number[][] =>
  texts.map((text) => toVector(text, dimensions));

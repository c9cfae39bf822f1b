import type { BlockPlace, PlacedBlock } from './parsed-document.js';

/** Finds the blocks that a passage has characters of; passages must be asked for in order. */
export const createBlockFinder = (blocks: readonly PlacedBlock[]) => {
  let first = 0;
  return ({ charStart, charEnd }: { charStart: number; charEnd: number }): BlockPlace[] => {
    while ((blocks[first]?.charEnd ?? Number.POSITIVE_INFINITY) <= charStart) first += 1;
    const found: BlockPlace[] = [];
    for (let at = first; at < blocks.length; at += 1) {
      const block = blocks[at];
      if (!block || block.charStart >= charEnd) break;
      found.push(toPlace(block));
    }
    return found;
  };
};

const toPlace = (block: PlacedBlock): BlockPlace => {
  const { kind, level, opens, ocr, confidence, charStart, charEnd } = block;
  return {
    kind,
    ...(level !== undefined && { level }),
    ...(opens !== undefined && { opens }),
    ocr,
    confidence,
    charStart,
    charEnd,
  };
};

import type { Block } from './parsed-document.js';

/**
 * Keeps the lines as they are, in blocks. A blank line ends a block if the next line is not indented, so each block's indentation is
 * counted from the same margin.
 */
export const toCodeBlocks = (text: string): Block[] => {
  const blocks: Block[] = [];
  let lines: string[] = [];
  const endBlock = (): void => {
    if (lines.length > 0) blocks.push({ text: lines.join('\n'), kind: 'code' });
    lines = [];
  };
  let isBlankAbove = false;
  for (const line of text.split('\n')) {
    const isBlank = line.trim() === '';
    if (isBlankAbove && /^\S/u.test(line)) endBlock();
    if (!isBlank) lines.push(line.trimEnd());
    isBlankAbove = isBlank;
  }
  endBlock();
  return blocks;
};

export type Span = { start: number; end: number };

export type TextBlock = {
  kind: 'heading' | 'paragraph' | 'list' | 'table' | 'code';
  level?: number | undefined;
  opens?: 'sheet' | 'slide' | undefined;
  /** Read in a picture. */
  ocr?: true | undefined;
  charStart: number;
  charEnd: number;
};

/** The part of a passage that its text is put together from; `blocks` is null where they are not known. */
export type Passage = {
  content: string;
  charStart: number;
  charEnd: number;
  blocks: readonly TextBlock[] | null;
};

/** A piece of a document's text with the place where it begins, and what it is made of. */
export type Stretch = { text: string; start: number; blocks: TextBlock[] };

/** Passages of a document as one text: what two share stands once, and so does the header that parts of a table repeat. */
export const join = (chunks: readonly Passage[]): Stretch => {
  const start = chunks[0]?.charStart ?? 0;
  const blocks = blocksOf(chunks);
  const text = chunks.reduce((soFar, { content, charStart, charEnd }) => {
    const own = content.slice(Math.max(0, content.length - (charEnd - charStart)));
    const gap = charStart - start - soFar.length;
    if (gap < 0) return soFar + own.slice(-gap);
    return soFar + between(charStart, { gap, blocks }) + own;
  }, '');
  return { text, start, blocks };
};

/** Each block once; a passage whose blocks are not known is a paragraph. */
const blocksOf = (chunks: readonly Passage[]): TextBlock[] => {
  const blocks = new Map<number, TextBlock>();
  for (const { blocks: own, charStart, charEnd } of chunks) {
    for (const block of own ?? [{ kind: 'paragraph' as const, charStart, charEnd }])
      if (!blocks.has(block.charStart)) blocks.set(block.charStart, block);
  }
  return [...blocks.values()];
};

/** What lies between two passages and in neither: sentences are parted by a space, the cells of a row by a bar, all else by lines. */
const between = (
  place: number,
  { gap, blocks }: { gap: number; blocks: readonly TextBlock[] },
): string => {
  const around = blocks.findLast(
    ({ charStart, charEnd }) => charStart < place - gap && charEnd > place,
  );
  if (around?.kind === 'paragraph') return ' '.repeat(gap);
  return around?.kind === 'table' && gap === BAR.length ? BAR : '\n'.repeat(gap);
};

const BAR = ' | ';

/** A sheet, a slide or what stands before the first of them. */
export type Part = { opens: 'sheet' | 'slide' | null; name: string; blocks: TextBlock[] };

/** The sheets and slides of a text; a text that has none is one part. */
export const partsOf = (stretch: Stretch): Part[] => {
  const parts: Part[] = [];
  for (const block of stretch.blocks) {
    const { opens } = block;
    if (opens !== undefined) parts.push({ opens, name: textOf(stretch, block), blocks: [] });
    else if (parts.length === 0) parts.push({ opens: null, name: '', blocks: [] });
    parts.at(-1)?.blocks.push(block);
  }
  return parts;
};

/** The place of a block as far as it is loaded, behind what was shown before it. */
export const loadedOf = ({ text, start }: Stretch, { charStart, charEnd }: TextBlock): Span => ({
  start: Math.max(start, charStart),
  end: Math.min(start + text.length, charEnd),
});

const textOf = (stretch: Stretch, block: TextBlock): string => {
  const { start, end } = loadedOf(stretch, block);
  return stretch.text.slice(start - stretch.start, end - stretch.start);
};

/** The lines of a block: its items or rows, each with its place in the text of the document. */
export const linesOf = (stretch: Stretch, block: TextBlock): Span[] => {
  let start = loadedOf(stretch, block).start;
  return textOf(stretch, block)
    .split('\n')
    .map((line) => {
      const span = { start, end: start + line.length };
      start = span.end + 1;
      return span;
    })
    .filter((span) => span.end > span.start);
};

/** A bar between two cells, or one at an end of the row beside an empty cell; a bar of a cell's own has a backslash in front. */
const BETWEEN_CELLS = /(?:^|\s)\|(?=\s|$)/gu;

/** The cells of a row by their places. */
export const cellsOf = ({ text, start }: Stretch, row: Span): Span[] => {
  const line = text.slice(row.start - start, row.end - start);
  const cells: Span[] = [];
  let from = 0;
  for (const { 0: bar, index } of line.matchAll(BETWEEN_CELLS)) {
    cells.push({ start: from, end: index });
    from = index + bar.length;
  }
  return [...cells, { start: from, end: line.length }].map((cell) =>
    trimmed(line, cell, row.start),
  );
};

const trimmed = (line: string, { start, end }: Span, offset: number): Span => {
  const text = line.slice(start, end);
  const from = start + text.length - text.trimStart().length;
  return { start: offset + from, end: offset + Math.max(from, start + text.trimEnd().length) };
};

/** How deep an item of a list is indented. */
export const depthOf = ({ text, start }: Stretch, item: Span): number => {
  const line = text.slice(item.start - start, item.end - start);
  return Math.floor((line.length - line.trimStart().length) / 2);
};

export const touches = (span: Span | null, { start, end }: Span): boolean =>
  span !== null && span.start < end && span.end > start;

import { laidOutTable } from './laid-out-table.js';
import { oneLine } from './parser.js';
import type { Block } from './parsed-document.js';
import { keepTabs } from './tabbed-paragraphs.js';

export type SlideText = {
  text: string;
  isItem: boolean;
  depth: number;
  /** In place of a bullet. */
  label?: string;
};

/** The content of a shape on a slide; a table replaces the texts, and a chart or a diagram follows them. */
export type Shape = {
  isTitle: boolean;
  texts: SlideText[];
  table?: { rows: string[][]; headerRows?: number };
  drawn?: Block[];
};

type Slide = {
  page: number;
  shapes: readonly Shape[];
  notes: readonly SlideText[];
};

/** A slide is a page and a chapter: its title (or its number if it has none), then its shapes and the speaker's notes. */
export const slideBlocks = ({ page, shapes, notes }: Slide): Block[] => {
  const titles = shapes.filter(({ isTitle }) => isTitle);
  const title = oneLine(titles.flatMap(({ texts }) => texts.map(({ text }) => text)).join(' '));
  const content = shapes
    .filter(({ isTitle }) => !isTitle)
    .flatMap(({ texts, table, drawn = [] }) => [
      ...(table ? laidOutTable({ ...table, pages: page }) : textBlocks(texts, page)),
      ...drawn.map((block) => ({ ...block, page })),
    ]);
  const spoken = textBlocks(notes, page);
  if (title === '' && content.length + spoken.length === 0) return [];
  // Without a heading of its own the slide would belong to the chapter of the one before.
  const text = title || `Slide ${page}`;
  const heading: Block = { text, kind: 'heading', level: 1, opens: 'slide', page };
  return [heading, ...content, ...spoken];
};

/** Consecutive paragraphs that are list items make one list. */
const textBlocks = (texts: readonly SlideText[], page: number): Block[] => {
  const blocks: Block[] = [];
  let isList = false;
  for (const { text, isItem, depth, label = '-' } of texts) {
    const shown = isItem ? oneLine(text) : keepTabs(text);
    if (shown.trim() === '') continue;
    const line = isItem ? `${'  '.repeat(depth)}${label} ${shown}` : shown;
    const last = blocks.at(-1);
    if (last && isItem && isList) last.text += `\n${line}`;
    else blocks.push({ text: line, kind: isItem ? 'list' : 'paragraph', page });
    isList = isItem;
  }
  return blocks;
};

import type { PlacedBlock } from './parsed-document.js';

/** The blocks under one heading, the heading's own block (and bare parent headings) first. */
export type Section = { headingPath: string[]; blocks: PlacedBlock[] };

/** Parts a document at its headings. A heading with no text of its own before a deeper one opens that one's section. */
export const toSections = (blocks: readonly PlacedBlock[]): Section[] => {
  const sections: Section[] = [];
  const path: { title: string; level: number }[] = [];
  let current: Section | undefined;
  let isBare = false;
  for (const block of blocks) {
    if (block.kind !== 'heading') {
      if (!current) sections.push((current = { headingPath: [], blocks: [] }));
      current.blocks.push(block);
      isBare = false;
      continue;
    }
    const level = block.level ?? 1;
    const isDeeper = level > (path.at(-1)?.level ?? 0);
    while (path.length > 0 && (path.at(-1)?.level ?? 0) >= level) path.pop();
    path.push({ title: shorten(block.text), level });
    const headingPath = path.map(({ title }) => title);
    if (current && isBare && isDeeper) current = Object.assign(current, { headingPath });
    else sections.push((current = { headingPath, blocks: [] }));
    current.blocks.push(block);
    isBare = true;
  }
  return sections;
};

const MAX_HEADING_LENGTH = 200;

const shorten = (title: string): string => {
  const line = title.replace(/\n/gu, ' ');
  return line.length <= MAX_HEADING_LENGTH ? line : `${line.slice(0, MAX_HEADING_LENGTH - 1)}…`;
};

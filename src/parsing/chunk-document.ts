import { createHash } from 'node:crypto';
import type { DocumentChunk, PlacedBlock } from './parsed-document.js';
import { toUnits, type Unit } from './chunk-units.js';
import { countTokens } from '../language/index.js';
import { toSections, type Section } from './document-sections.js';

/** A blank line between two units is one token at most in front of the next. */
const SEPARATOR_TOKENS = 1;

type ChunkOptions = { maxTokens: number; language: string };
type Document = { text: string; blocks: readonly PlacedBlock[] };

/**
 * Chunks by structure first, then by sentences: never across chapters, at most `maxTokens` each, overlapping by whole sentences.
 * A table that is split repeats its header row, which then stands before the chunk's own span of the text.
 */
export const chunkDocument = (
  { text, blocks }: Document,
  options: ChunkOptions,
): DocumentChunk[] => {
  const { maxTokens, language } = options;
  return toSections(blocks)
    .flatMap((section) =>
      packUnits(
        section.blocks.flatMap((block) =>
          toUnits(block, { maxTokens: maxTokens - SEPARATOR_TOKENS }),
        ),
        maxTokens,
      ).map((units) => toChunk(units, section, { text, language })),
    )
    .map((chunk, index) => ({ index, ...chunk }));
};

/** Fills chunks with units up to the limit. */
const packUnits = (units: readonly Unit[], maxTokens: number): Unit[][] => {
  const packs: Unit[][] = [];
  let pack: Unit[] = [];
  let tokens = 0;
  for (const unit of units) {
    if (pack.length > 0 && tokens + unit.tokens + SEPARATOR_TOKENS > maxTokens) {
      packs.push(pack);
      pack = overlapOf(pack, unit, maxTokens);
      tokens = pack.length > 0 ? sumTokens(pack) : headerTokens(unit);
    }
    pack.push(unit);
    tokens += unit.tokens + SEPARATOR_TOKENS;
  }
  return pack.length > 0 ? [...packs, pack] : packs;
};

const MAX_OVERLAP_SHARE = 0.15;

/** The last whole sentences of a chunk, up to 15 % of the limit, to repeat in the next; never all of it. */
const overlapOf = (units: readonly Unit[], next: Unit, maxTokens: number): Unit[] => {
  const overlap: Unit[] = [];
  if (!next.isSentence) return overlap;
  let tokens = 0;
  for (const unit of units.slice(1).reverse()) {
    tokens += unit.tokens + SEPARATOR_TOKENS;
    const isTooMuch =
      tokens > maxTokens * MAX_OVERLAP_SHARE || tokens + next.tokens + SEPARATOR_TOKENS > maxTokens;
    if (!unit.isSentence || isTooMuch) break;
    overlap.unshift(unit);
  }
  return overlap;
};

const sumTokens = (units: readonly Unit[]): number =>
  units.reduce((sum, unit) => sum + unit.tokens + SEPARATOR_TOKENS, headerTokens(units[0]));

/** What repeating the table's header in front of this unit costs; none at the table's own first row. */
const headerTokens = (unit: Unit | undefined): number =>
  unit?.header ? unit.header.tokens + SEPARATOR_TOKENS : 0;

type Draft = Omit<DocumentChunk, 'index'>;

const toChunk = (
  units: readonly Unit[],
  section: Section,
  { text, language }: { text: string; language: string },
): Draft => {
  const content = contentOf(text, units);
  const pages = units
    .flatMap(({ page, lastPage }) => [page, lastPage])
    .filter((page) => page !== undefined);
  return {
    content,
    chapter: section.headingPath.at(-1) ?? null,
    headingPath: section.headingPath,
    pageStart: pages.length > 0 ? Math.min(...pages) : null,
    pageEnd: pages.length > 0 ? Math.max(...pages) : null,
    charStart: units[0]?.start ?? 0,
    charEnd: units.at(-1)?.end ?? 0,
    tokenCount: countTokens(content),
    language,
    contentHash: hash(content),
  };
};

const contentOf = (text: string, units: readonly Unit[]): string => {
  const [first] = units;
  const own = text.slice(first?.start, units.at(-1)?.end);
  return first?.header ? `${first.header.text}\n${own}` : own;
};

const hash = (content: string): string => createHash('sha256').update(content).digest('hex');

import { toSegments, type Segment } from '../../language/index.js';
import type { CitableSource } from '../citation.js';
import { CURRENCIES, type Figure } from './figures.js';
import type { Clause, Reader, SentenceReading } from './read-text.js';

/** A sentence of a source together with the headings it belongs to. */
export type SourceSentence = SentenceReading & {
  block: number;
  isRow: boolean;
  /** Words of the document's title, the headings, and the line above a list. */
  context: ReadonlySet<string>;
};

export type SourceReading = {
  sentences: readonly SourceSentence[];
  terms: ReadonlySet<string>;
  /** The figures of the sentence and of the title. */
  figures: readonly Figure[];
  titleFigures: readonly Figure[];
};

/** Reads a source once: its sentences, the cells of its table rows, and the headings above them. */
export const readSource = (
  { content, basis, name }: CitableSource,
  reader: Reader,
): SourceReading => {
  const text = basis?.content ?? content;
  const title = reader.readClause((name?.title ?? '').replace(/[-_.]/g, ' '));
  const segments = toSegments(text, []);
  const headings = new Set(segments.filter((segment, at) => isHeading(segment, segments[at + 1])));
  const above = new Set(title.terms);
  for (const heading of headings)
    for (const term of reader.readClause(heading.text).terms) above.add(term);
  const sentences: SourceSentence[] = [];
  let header: readonly Clause[] | null = null;
  let headerBlock = -1;
  let lead: ReadonlySet<string> = new Set();
  const currency = findCurrency(segments.map(({ text: line }) => reader.readClause(line)));
  for (const segment of segments) {
    const { block } = segment;
    if (segment.kind === 'row') {
      if (block !== headerBlock) [header, headerBlock] = [null, block];
      const row = readRow(segment.text, { reader, header, currency });
      header ??= row.clauses;
      sentences.push({ ...row, block, isRow: true, context: union(above, lead) });
      continue;
    }
    const read = reader.readSentence(segment.text);
    const isItem = segment.kind === 'item';
    sentences.push({ ...read, block, isRow: false, context: isItem ? union(above, lead) : above });
    if (LEADS.test(segment.text)) lead = read.terms;
    else if (!isItem) lead = new Set();
  }
  return {
    sentences,
    terms: new Set([...above, ...sentences.flatMap(({ terms }) => [...terms])]),
    figures: [...sentences.flatMap(({ figures }) => figures), ...title.figures],
    titleFigures: title.figures,
  };
};

const LEADS = /[:：]\s*$/u;
const ENDS = /[.!?。！？;；:：,，]["”»)]*$/u;
const LONGEST_HEADING = 100;

/** True for a short line on its own without an end mark. */
const isHeading = ({ kind, text, block }: Segment, next: Segment | undefined): boolean =>
  kind !== 'row' &&
  kind !== 'item' &&
  text.length <= LONGEST_HEADING &&
  !ENDS.test(text) &&
  next?.block !== block;

const union = (left: ReadonlySet<string>, right: ReadonlySet<string>): ReadonlySet<string> =>
  right.size === 0 ? left : new Set([...left, ...right]);

const CELL = / \| |\t+/;

/** Each cell is read as a clause that also contains the words of its column and the name of its row. */
const readRow = (
  text: string,
  {
    reader,
    header,
    currency,
  }: { reader: Reader; header: readonly Clause[] | null; currency: string | null },
): SentenceReading => {
  const cells = text
    .replace(/^\s*\|\s?|\s?\|\s*$/g, '')
    .split(CELL)
    .map((cell) => reader.readClause(cell));
  const whole = reader.readSentence(text);
  const name = cells[0]?.terms ?? [];
  const clauses = cells.map((cell, at) => ({
    ...cell,
    figures: withUnit(cell.figures, header?.[at]?.units[0] ?? currency),
    terms: [...cell.terms, ...(at === 0 ? [] : name), ...toColumn(header?.[at])],
  }));
  return {
    ...whole,
    clauses,
    terms: new Set(clauses.flatMap(({ terms }) => terms)),
    figures: clauses.flatMap(({ figures }) => figures),
  };
};

/** The only currency that a source names without an amount, as in "All amounts are in euros." */
const findCurrency = (clauses: readonly Clause[]): string | null => {
  const named = new Set(
    clauses.flatMap(({ units }) => units).filter((unit) => CURRENCIES.has(unit)),
  );
  return named.size === 1 ? ([...named][0] ?? null) : null;
};

/** The numbers of a cell, both as they are and with the unit of their column. */
const withUnit = (figures: readonly Figure[], unit: string | null): readonly Figure[] =>
  unit === null
    ? figures
    : figures.flatMap((figure) =>
        figure.kind === 'number' && figure.unit === undefined
          ? [figure, { ...figure, unit, isVague: false }]
          : [figure],
      );

/** Figures in a column header ("Q3 2025") also distinguish the column. */
const toColumn = (header: Clause | undefined): readonly string[] =>
  header === undefined ? [] : [...header.terms, ...header.figures.map(({ written }) => written)];

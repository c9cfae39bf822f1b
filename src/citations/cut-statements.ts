import { alternativesOf, contentTerms, wordSetsOf } from '../language/index.js';
import { isSmallTalk } from '../questions/index.js';
import { clean, type CitedMarker } from './cited-sentences.js';
import { blankMarkers } from './markers.js';
import type { StatementText } from './statement.js';

/** A statement with its position, including markers, in the sentence from which it was cut. */
export type CutStatement = StatementText & { start: number; end: number };

type Options = { question: string; language: string };

/** Text above a list or a table that is needed to understand its entries. */
type Lead = { text: string; cited: readonly number[]; indent: number };

type Unit = { text: string; markers: readonly CitedMarker[] };

/** A unit with its markers replaced by blanks. */
type Blanked = Unit & { plain: string };

/** The column names; null until the first row of a table is known. */
type Table = readonly string[] | null;

const OF_PARAGRAPH = -1;
const MAX_LEAD_CHARS = 300;

/**
 * Divides an answer into statements while it is being written, sentence by sentence: a list item with its lead-in, a table cell with its
 * row and column, the clauses of a sentence separated by markers or semicolons. Leaves out text that states nothing: headings, lead-ins,
 * greetings, questions to the user, and remarks about the answer itself.
 */
export const createStatementCutter = ({ question, language }: Options) => {
  let leads: readonly Lead[] = [];
  let table: Table = null;

  const leadOf = (): string => joinLeads(leads);
  const citedAbove = (): readonly number[] => leads.at(-1)?.cited ?? [];

  const cutRow = (unit: Unit): CutStatement[] => {
    if (table !== null) {
      const above = { above: leadOf(), citedAbove: citedAbove() };
      return cutCells(unit, { ...above, columns: table, language });
    }
    table = toCells(unit).map(({ text }) => text);
    return [];
  };

  const cutSentence = (unit: Unit, isItem: boolean): CutStatement[] => {
    const parts = toParts(unit, language).filter(({ text }) => WORD.test(text));
    const citedFrom = citedAtOrBehind(parts);
    let before = '';
    return parts.flatMap((part, index) => {
      const bare = isBare(part.text, language) ? question : '';
      const lead = [isItem ? leadOf() : '', before || bare].filter(Boolean).join(' ');
      before = `${before} ${part.text}`.trimStart();
      const cited = citedFrom[index] ?? (isItem ? citedAbove() : []);
      const statement = { ...part, lead: lead.slice(-MAX_LEAD_CHARS), cited };
      return isStatement(statement, language) ? [statement] : [];
    });
  };

  const readLead = ({ text, markers }: Unit, indent: number): void => {
    const cited = markers.flatMap(({ sourceIndexes }) => sourceIndexes);
    const above = indent === OF_PARAGRAPH ? [] : leads.filter((lead) => lead.indent < indent);
    leads = [...above, { text: clean(blankMarkers(text, markers)), cited, indent }];
    table = null;
  };

  return {
    cut: (text: string, markers: readonly CitedMarker[]): CutStatement[] => {
      const unit = { text, markers };
      const line = blankMarkers(text, markers)
        .replace(/^\s*\n/u, '')
        .trimEnd();
      if (FENCE.test(line) || RULE.test(line) || line.trim() === '') return [];
      if (ROW.test(line)) return cutRow(unit);
      const item = ITEM.exec(line);
      const indent = item?.groups?.['indent']?.length ?? OF_PARAGRAPH;
      if (isHeading(line, unit) || OPENS.test(clean(line))) {
        readLead(unit, indent);
        return [];
      }
      if (item !== null) {
        leads = leads.filter((lead) => lead.indent < indent);
        return cutSentence(unit, true);
      }
      if (!/^[ \t]/u.test(line) || text.startsWith('\n\n')) [leads, table] = [[], null];
      return cutSentence(unit, false);
    },
  };
};

const joinLeads = (leads: readonly Lead[]): string =>
  leads
    .map(({ text }) => text)
    .join(' ')
    .slice(-MAX_LEAD_CHARS);

/** The sources that each part cites or, if it cites none, those of the next part that does. */
const citedAtOrBehind = (parts: readonly CutStatement[]): (readonly number[] | undefined)[] => {
  let next: readonly number[] | undefined;
  return parts
    .toReversed()
    .map(({ cited }) => (next = cited.length > 0 ? cited : next))
    .reverse();
};

type Above = {
  columns: readonly string[];
  /** The text above the table, and the sources that this text cites. */
  above: string;
  citedAbove: readonly number[];
  language: string;
};

/** The cells of a row that state something, each with the names of its row and column. */
const cutCells = (unit: Unit, { columns, above, citedAbove, language }: Above): CutStatement[] => {
  const cells = toCells(unit);
  const [row] = cells;
  const ofRow = [...new Set(unit.markers.flatMap(({ sourceIndexes }) => sourceIndexes))];
  return cells.slice(1).flatMap((cell, index) => {
    if (!states(cell.text, language) && cell.cited.length === 0) return [];
    if (!WORD.test(cell.text)) return [];
    const lead = [above, row?.text, columns[index + 1]].filter(Boolean).join(' – ');
    const cited = [cell.cited, ofRow, citedAbove].find((list) => list.length > 0) ?? [];
    return [{ ...cell, lead, cited }];
  });
};

const WORD = /[\p{L}\p{N}]/u;
/** The opening or closing line of a code block. */
const FENCE = /^\s*(?:`{3,}|~{3,})[a-z+#-]{0,20}$/iu;
/** A horizontal rule, or the line between a table's header and its rows. */
const RULE = /^(?:\s*[-*_]{3,}|(?=[\s:|-]*--)[\s:|-]*)$/u;
const ROW = /^\s*\|.*\|\s*$/u;
const ITEM = /^(?<indent>[ \t]*)(?:[-*+•]|\d{1,3}[.)])[ \t]/u;
const OPENS = /[:：]$/u;

const isHeading = (line: string, { markers }: Unit): boolean =>
  /^\s*#{1,6}\s/u.test(line) ||
  (markers.length === 0 && /^\s*(?:\*\*|__)[^*_]{1,200}(?:\*\*|__)[:：]?$/u.test(line));

/** True for a sentence that states something. A sentence with a marker always does, unless it is a question. */
const isStatement = ({ text, cited }: CutStatement, language: string): boolean =>
  !ASKS.test(text) && (cited.length > 0 || (!IS_YES_OR_NO.test(text) && states(text, language)));

/** The content of a bare yes or no is in the sentence after it. */
const IS_YES_OR_NO = /^\p{L}{1,5}[.,!。！]?$/u;

const ASKS = /[?？؟]["'”’»)]*$/u;

/** False for a greeting, a remark about the answer itself, and words without a meaning of their own. */
const states = (text: string, language: string): boolean =>
  WORD.test(text.replace(GAP, '')) &&
  (/\p{N}/u.test(text) || contentTerms(text, language).size > 0) &&
  !REMARK.test(text) &&
  !isPlainNotFound(text) &&
  !isSmallTalk(text);

/** A placeholder in a letter, to be filled in by its sender: "[Your name]". */
const GAP = /\[[^\]\n]{1,80}\]/gu;

const NOT_IN_DOCUMENTS = new RegExp(
  alternativesOf(({ notInDocuments }) => notInDocuments),
  'iu',
);

/** If an answer says that it found nothing, but only after this many characters, it has stated something before. */
const MAX_NOT_FOUND_CHARS = 8_000;

/** True for a text that says that the documents do not contain the answer. */
export const saysNotFound = (answer: string): boolean =>
  NOT_IN_DOCUMENTS.test(answer.slice(0, MAX_NOT_FOUND_CHARS));

/** A longer sentence may also state something; so may a sentence with a figure. */
const MAX_REMARK_CHARS = 160;

const isPlainNotFound = (text: string): boolean =>
  text.length <= MAX_REMARK_CHARS && !/\p{N}/u.test(text) && saysNotFound(text);

const REMARK = new RegExp(
  `^(?:[^\\p{L}\\p{N}]*)(?:${alternativesOf(({ answerRemarks }) => answerRemarks)})`,
  'iu',
);

/** "No" can only be understood together with the question. */
const isBare = (text: string, language: string): boolean =>
  !/\p{N}/u.test(text) && contentTerms(text, language).size < 2;

/** The cells of a row, each with its own markers. */
const toCells = ({ text, markers }: Unit): CutStatement[] => {
  const plain = blankMarkers(text, markers);
  const bars = [...plain.matchAll(/(?<!\\)\|/gu)].map(({ index }) => index);
  return bars
    .slice(0, -1)
    .map((bar, index) => toPart({ text, markers, plain }, bar + 1, bars[index + 1] ?? text.length));
};

/** The clauses of a sentence, separated by semicolons or markers. */
const toParts = (unit: Unit, language: string): CutStatement[] => {
  const ends = [...findSemicolons(unit), ...findMarkerEnds(unit, language)].sort(
    (one, other) => one - other,
  );
  const blanked = { ...unit, plain: blankMarkers(unit.text, unit.markers) };
  const last = blanked.plain.trimEnd().length;
  const parts: CutStatement[] = [];
  let start = 0;
  for (const end of ends) {
    if (!hasWords(blanked, end, last)) break;
    if (end <= start || !hasWords(blanked, start, end)) continue;
    parts.push(toPart(blanked, start, end));
    start = end;
  }
  return [...parts, toPart(blanked, start, unit.text.length)];
};

const QUOTATION = /[“„«‟「『"][^“”„«»「」『』"]{1,2000}[”“»」』"]/gu;

const findSemicolons = ({ text, markers }: Unit): number[] => {
  const plain = blankMarkers(text, markers).replace(QUOTATION, (whole) =>
    whole.replace(/[;；]/gu, ','),
  );
  return [...plain.matchAll(/[;；]/gu)].map(({ index }) => index + 1);
};

const CONJUNCTIONS = wordSetsOf(({ conjunctions }) => conjunctions);

/** Positions after adjacent markers at which the next clause begins. */
const findMarkerEnds = ({ text, markers }: Unit, language: string): number[] =>
  markers.flatMap(({ end }) => {
    const rest = text.slice(end);
    if (/^\s*[,，、–—]/u.test(rest)) return [end];
    const word = /^\s+(?<word>\p{L}+)\s/u.exec(rest)?.groups?.['word']?.toLowerCase() ?? '';
    return CONJUNCTIONS.get(language)?.has(word) === true ? [end] : [];
  });

/** True if the text has two words, or two characters in scripts without blanks. */
const hasWords = ({ plain }: Blanked, start: number, end: number): boolean => {
  const words = plain.slice(start, end);
  return /[\p{L}\p{N}][^\p{L}\p{N}]+[\p{L}\p{N}]|[\p{Lo}]{4}/u.test(words);
};

const toPart = ({ text, markers, plain }: Blanked, from: number, to: number): CutStatement => {
  const whole = text.slice(from, to);
  const opening = /^(?:[\s,，、;；–—]|[-*+•>]\s|\d{1,3}[.)]\s)*/u.exec(whole)?.[0].length ?? 0;
  const start = from + opening;
  const end = from + whole.trimEnd().length;
  const own = markers.filter((marker) => marker.start >= from && marker.end <= to);
  return {
    text: clean(plain.slice(start, Math.max(start, end))),
    lead: '',
    cited: [...new Set(own.flatMap(({ sourceIndexes }) => sourceIndexes))],
    start,
    end: Math.max(start, end),
  };
};

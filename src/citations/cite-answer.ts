import { messagesFor } from '../shared/i18n/index.js';
import { asksForInvention, isAboutAssistant } from '../questions/index.js';
import type { CitableSource } from './citation.js';
import { createSentenceSplitter, findCitedMarkers, type CitedMarker } from './cited-sentences.js';
import { createStatementCutter } from './cut-statements.js';
import { blankOut, changeAround } from './kept-code.js';
import { collectUrls, neutralizeLinks } from './links.js';
import { writeMarkers } from './markers.js';
import { createCodeReader, type Stretch } from './read-code.js';
import { createStatementRules } from './rules/statement-rules.js';
import {
  keyOf,
  settleAnswer,
  type CitedAnswer,
  type CitedText,
  type FoundStatement,
  type UsedSource,
} from './settle-answer.js';
import { createSourceListFilter, toInline } from './source-list.js';
import type { RuleFinding, StatementText } from './statement.js';

export type CitationOptions = {
  /** The language of the answer and of the notice about a removed link. */
  language: string;
  style?: 'numbered' | 'inline';
  question?: string;
  /** Results of tools and earlier messages of the user, whose figures also count as known. */
  otherTexts?: readonly string[];
};

type CitationStream = {
  /** Takes the next piece of a model's text and returns the part of the answer that has become final, at most a sentence behind. */
  push: (piece: string) => string;
  /** Returns the whole answer: all parts returned so far, and the rest. */
  end: () => CitedText;
  /** The statements found so far. */
  statements: () => readonly FoundStatement[];
};

/**
 * Cleans and checks a model's answer while it is being written: removes the model's own list of sources, disables links that are not in the
 * sources, resolves and renumbers citation markers, and checks every statement against the sources. The result does not depend on how the
 * text is divided into pieces.
 */
export const createCitationStream = (
  sources: readonly CitableSource[],
  options: CitationOptions,
): CitationStream => {
  const filter = createSourceListFilter();
  const splitter = createSentenceSplitter();
  const writer = createCitationWriter(sources, options);
  const trim = createTrimmer();
  const lineEnds = createLineEnds();
  let answer = '';

  const write = (units: readonly string[]): string => {
    const text = units.map((unit) => trim(writer.add(unit))).join('');
    answer += text;
    return text;
  };

  return {
    push: (piece) => write(splitter.push(filter.push(lineEnds.push(piece)))),
    end: () => {
      write(splitter.push(filter.push(lineEnds.end())));
      write(splitter.push(filter.end()));
      write(splitter.end());
      return { answer, ...writer.finish() };
    },
    statements: writer.statements,
  };
};

/** Processes a whole answer in one piece, without a judge. */
export const citeAnswer = (
  answer: string,
  sources: readonly CitableSource[],
  options: CitationOptions,
): CitedAnswer => {
  const stream = createCitationStream(sources, options);
  stream.push(answer);
  return settleAnswer(stream.end(), { sources });
};

/**
 * Writes an answer sentence by sentence: disables links that are not in the sources, removes markers that name no source, renumbers the
 * others, and checks the statements of each sentence. A sentence is final once written.
 */
const createCitationWriter = (sources: readonly CitableSource[], options: CitationOptions) => {
  const { language, question = '' } = options;
  const check = createChecker(sources, options);
  const numbering = createNumbering(sources, options);
  const code = createCodeReader();
  const cutter = createStatementCutter({ question, language });
  const isChecked = createSelection(sources, options);
  const statements: FoundStatement[] = [];
  let droppedMarkers = 0;
  let before = '';
  let lead = '';
  /** The length of everything written, without leading white space. */
  let length = 0;

  const leadingOf = (text: string): number => (length === 0 ? blanksBefore(text) : 0);
  const place = (start: number, text: string): number =>
    length + Math.max(0, start - leadingOf(text));

  /** Returns how a unit will be written, before its markers are numbered. */
  const preview = (safe: string): { text: string; toWritten: (offset: number) => number } => {
    const { markers } = findCitedMarkers(safe, { sourceCount: sources.length, before });
    const marked = markers.map((marker) => ({ ...marker, verification: 'exact' as const }));
    const marks = createNumbering(sources, options, numbering.used()).write(safe, marked);
    const { text, toWritten } = writeMarkers(safe, marks, { lead });
    const leading = leadingOf(text);
    return { text: text.slice(leading), toWritten: (offset) => toWritten(offset) - leading };
  };

  const toSafe = createGuard({ code, neutralize: createNeutralizer(sources, language), preview });
  const findStatements = (safe: string, markers: readonly CitedMarker[]) =>
    cutter
      .cut(...withoutBlocks(safe, markers, code.read(safe).blocks))
      .filter(isChecked)
      .map((said) => ({ ...said, finding: check(said) }));

  return {
    add: (unit: string): string => {
      // A backtick at the start would join the one before it.
      const safe = toSafe(lead === '`' && unit.startsWith('`') ? ` ${unit}` : unit);
      const { markers, last } = findCitedMarkers(safe, { sourceCount: sources.length, before });
      for (const { unknown } of markers) droppedMarkers += unknown;
      const found = findStatements(safe, markers);
      const marked = withVerification(markers, found);
      const { text, toWritten } = writeMarkers(safe, numbering.write(safe, marked), { lead });
      for (const { start, end, ...said } of found) {
        statements.push({
          ...said,
          number: statements.length + 1,
          start: place(toWritten(start), text),
          end: place(toWritten(end), text),
        });
      }
      code.add(text.slice(leadingOf(text)));
      length = place(text.length, text);
      if (last !== '') before = last;
      lead = text.slice(-1) || lead;
      return text;
    },
    statements: (): readonly FoundStatement[] => statements,
    finish: (): Omit<CitedText, 'answer'> => ({
      statements,
      used: numbering.used(),
      droppedMarkers,
    }),
  };
};

/** White space at the start of the answer is not written. */
const blanksBefore = (text: string): number => text.length - text.trimStart().length;

/** Code blocks contain no statements and cite no sources. */
const withoutBlocks = (
  text: string,
  markers: readonly CitedMarker[],
  blocks: readonly Stretch[],
): [text: string, markers: CitedMarker[]] => [
  blankOut(text, blocks),
  markers.filter(
    (marker) => !blocks.some(({ start, end }) => start <= marker.start && marker.end <= end),
  ),
];

type Guard = {
  code: ReturnType<typeof createCodeReader>;
  neutralize: (unit: string, code: readonly Stretch[]) => string;
  preview: (safe: string) => { text: string; toWritten: (offset: number) => number };
};

/** Disables links. Links in code stay, unless removing something next to the code would turn it into text. */
const createGuard = ({ code, neutralize, preview }: Guard) => {
  const codeOf = (text: string): string =>
    JSON.stringify(code.read(text).spans.map(({ start, end }) => text.slice(start, end)));

  const staysCode = (unit: string, safe: string): boolean => {
    const { text, toWritten } = preview(safe);
    const written = code
      .read(safe)
      .spans.map(({ start, end }) => ({ start: toWritten(start), end: toWritten(end) }));
    return (
      codeOf(unit) === codeOf(safe) &&
      JSON.stringify(written) === JSON.stringify(code.read(text).spans)
    );
  };

  return (unit: string): string => {
    const { spans } = code.read(unit);
    const safe = neutralize(unit, spans);
    if (spans.length === 0 || staysCode(unit, safe)) return safe;
    code.giveUp();
    return neutralize(unit, []);
  };
};

const FIGURE = /\p{N}+/gu;

/** If nothing was looked up, or if an assistant describes itself or writes a poem, only figures that nobody mentioned can be made up. */
const createSelection = (
  sources: readonly CitableSource[],
  { question = '', otherTexts = [] }: CitationOptions,
) => {
  const isOwn = isAboutAssistant(question) || asksForInvention(question);
  const said = new Set([question, ...otherTexts].flatMap((text) => text.match(FIGURE) ?? []));
  return ({ text, cited }: StatementText): boolean => {
    const mayBeFree = sources.length === 0 || (isOwn && cited.length === 0);
    return !mayBeFree || (text.match(FIGURE) ?? []).some((figure) => !said.has(figure));
  };
};

type Marked = CitedMarker & { verification: 'exact' | 'unsupported' };

const withVerification = (
  markers: readonly CitedMarker[],
  found: Parameters<typeof verificationAt>[1],
) => markers.map((marker) => ({ ...marker, verification: verificationAt(marker, found) }));

/** A named citation in the text only says that its statement is unsupported, which no judge will change. */
const verificationAt = (
  { start, end }: CitedMarker,
  found: readonly { start: number; end: number; finding: RuleFinding }[],
): Marked['verification'] => {
  const around = found.find((one) => one.start <= start && end <= one.end);
  return around?.finding.verdict === 'unsupported' ? 'unsupported' : 'exact';
};

/** Caches checks, so that a model that repeats itself is checked once. */
const createChecker = (
  sources: readonly CitableSource[],
  { language, question = '', otherTexts = [] }: CitationOptions,
) => {
  const rules = createStatementRules(sources, { question, language, otherTexts });
  const known = new Map<string, RuleFinding>();
  return (statement: StatementText): RuleFinding => {
    if (sources.length === 0) {
      return { verdict: 'unsupported', reason: 'no_source', sourceIndexes: [] };
    }
    const key = JSON.stringify(statement);
    const found = known.get(key) ?? rules.check(statement);
    known.set(key, found);
    return found;
  };
};

/** Keeps links that an already cited source contains; a later citation cannot restore links in text that is already written. */
const createNeutralizer = (sources: readonly CitableSource[], language: string) => {
  const { linkRemoved } = messagesFor(language);
  const cited = new Set<number>();
  const allowedUrls = new Set<string>();
  return (unit: string, code: readonly Stretch[]): string => {
    const { markers } = findCitedMarkers(unit, { sourceCount: sources.length });
    for (const index of markers.flatMap(({ sourceIndexes }) => sourceIndexes)) {
      if (cited.has(index)) continue;
      cited.add(index);
      const { content = '', basis } = sources[index] ?? {};
      for (const url of collectUrls([basis?.links ?? content])) allowedUrls.add(url);
    }
    return changeAround(unit, code, (text) => neutralizeLinks(text, { allowedUrls, linkRemoved }));
  };
};

/** Numbers passages in order of appearance; sources with the same key share a number. */
const createNumbering = (
  sources: readonly CitableSource[],
  { style = 'numbered', language }: CitationOptions,
  earlier: readonly UsedSource[] = [],
) => {
  const used = new Map(
    earlier.map(({ key, number, sourceIndexes }) => [
      key,
      { number, sourceIndexes: [...sourceIndexes] },
    ]),
  );

  const numberOf = (sourceIndex: number): number => {
    const key = keyOf(sources, sourceIndex);
    const known = used.get(key) ?? { number: used.size + 1, sourceIndexes: [] };
    if (!known.sourceIndexes.includes(sourceIndex)) known.sourceIndexes.push(sourceIndex);
    used.set(key, known);
    return known.number;
  };

  const toMark = (number: number, { sourceIndexes, verification }: Marked): string => {
    if (style === 'numbered') return `[${number}]`;
    const named = sourceIndexes.find((index) => numberOf(index) === number) ?? -1;
    const name = sources[named]?.name ?? { type: 'document' };
    return toInline({ ...name, verification }, language);
  };

  return {
    used: (): UsedSource[] => [...used].map(([key, source]) => ({ key, ...source })),
    /** Writes the replacement of each marker: the numbers or names of its sources, each only once if several markers are adjacent. */
    write: (text: string, markers: readonly Marked[]) => {
      let neighbours = new Set<number>();
      let position = 0;
      return markers.map((marker) => {
        const { start, end, sourceIndexes } = marker;
        if (/\S|\n/.test(text.slice(position, start))) neighbours = new Set();
        position = end;
        const numbers = new Set(sourceIndexes.map(numberOf));
        const added = [...numbers].filter((number) => !neighbours.has(number));
        neighbours = new Set([...neighbours, ...added]);
        return {
          start,
          end,
          written: added.map((number) => toMark(number, marker)).join(''),
        };
      });
    },
  };
};

/** Trims a text that arrives in pieces: white space is written only when something follows it. */
const createTrimmer = (): ((text: string) => string) => {
  let waiting = '';
  let hasBegun = false;
  return (text) => {
    const whole = hasBegun ? waiting + text : (waiting + text).trimStart();
    const kept = whole.trimEnd();
    waiting = whole.slice(kept.length);
    hasBegun ||= kept !== '';
    return kept;
  };
};

/** Normalizes Markdown's three kinds of line ends. */
const createLineEnds = () => {
  let waiting = '';
  return {
    push: (piece: string): string => {
      const text = waiting + piece;
      waiting = text.endsWith('\r') ? '\r' : '';
      return text.slice(0, text.length - waiting.length).replace(/\r\n?/g, '\n');
    },
    end: (): string => (waiting === '' ? '' : '\n'),
  };
};

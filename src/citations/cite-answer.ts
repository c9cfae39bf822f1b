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
  /** The language of the answer; a removed link is mentioned in it. */
  language: string;
  style?: 'numbered' | 'inline';
  question?: string;
  /** Results of tools and earlier words of the person: their figures count. */
  otherTexts?: readonly string[];
};

type CitationStream = {
  /** Takes the next piece of a model's text and returns what of the answer is final by now, at most a sentence behind. */
  push: (piece: string) => string;
  /** The whole answer: all that was returned, and the rest. */
  end: () => CitedText;
  /** Statements so far. */
  statements: () => readonly FoundStatement[];
};

/**
 * A model's answer made honest by code while it is being written: its own list of sources left out, foreign links
 * neutralised, markers resolved and renumbered, every statement checked against the sources. What comes out does not depend on how
 * the text is cut into pieces.
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

/** A whole answer in one piece, of which no judge was asked. */
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
 * Writes an answer sentence by sentence: foreign links neutralised, markers that name no source removed, the others renumbered, and the
 * statements of each checked. Every sentence is final when it is written.
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
  /** Of all that was written, white space in front of the answer left out. */
  let length = 0;

  const leadingOf = (text: string): number => (length === 0 ? blanksBefore(text) : 0);
  const place = (start: number, text: string): number =>
    length + Math.max(0, start - leadingOf(text));

  /** How a unit will be written; its markers are not numbered yet. */
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
      // A backtick would go on with the one before it.
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

/** White space in front of the answer is not written. */
const blanksBefore = (text: string): number => text.length - text.trimStart().length;

/** Nothing is stated in a block of code, and no source is cited there. */
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

/** Neutralises links. Those in code stay, unless what is left out around it would make text of it. */
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

/**
 * Where nothing was looked up, and where an assistant speaks of itself or writes a poem without a source, only figures can be made up that
 * nobody has said.
 */
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

/** What a name in the text says of its statement: only that nothing says it, which no judge will change. */
const verificationAt = (
  { start, end }: CitedMarker,
  found: readonly { start: number; end: number; finding: RuleFinding }[],
): Marked['verification'] => {
  const around = found.find((one) => one.start <= start && end <= one.end);
  return around?.finding.verdict === 'unsupported' ? 'unsupported' : 'exact';
};

/** A model that repeats itself is checked once. */
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

/** Links are kept that a source contains which is cited by then; what is cited later cannot bring back what was written. */
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

/** Numbers passages in order of appearance; sources of one key share a number. */
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
    /** Writes the text in the place of each marker: its sources' numbers or names, each once where several markers stand side by side. */
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

/** Trims a text that arrives in pieces: white space is written when something follows it. */
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

/** Markdown knows three ends of a line; here all are one. */
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

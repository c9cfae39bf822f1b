import {
  analyze,
  analyzeQueryWords,
  toSegments,
  type QueryWord,
  type Segment,
} from '../language/index.js';
import {
  analyzeQuestion,
  hasAnswerType,
  type AnswerType,
  type QuestionPart,
} from '../questions/index.js';
import { splitChapter } from '../parsing/index.js';
import { createWordMatcher, rarityOf } from '../evidence/index.js';
import type { Span } from '../search/index.js';
import { TUNING } from './tuning.js';

/** A source that can be quoted. */
export type QuotableSource = {
  content: string;
  /** ISO 639-1 language code. */
  language: string;
  title?: string | undefined;
  /** The headings above the passage. */
  chapter?: string | null | undefined;
  /** The probability that the passage answers the question, 0..1. */
  relevance: number;
  /** The lines nearest to the question in meaning, as offsets in the content. */
  nearest?: Span | undefined;
};

export type Asked = {
  question: QuestionPart;
  sources: readonly QuotableSource[];
  /** The languages of the tenant's index: the question is analysed in all of them. */
  languages: readonly string[];
};

type Word = QueryWord & { weight: number };
/** The question as a list of words with which lines are compared. */
export type Wanted = {
  words: Word[];
  answerTypes: ReadonlySet<AnswerType>;
  /** For each word of what should be counted ("how many guests"), its forms; empty if the question asks for no number of things. */
  counted: readonly (readonly string[])[];
  /** The sum of all word weights. */
  total: number;
  /** How well a term of a source matches each word, 0..1. */
  creditsOf: (term: string) => readonly number[];
  /** The options, settings and functions that the question names. */
  identifiers: readonly Identifier[];
};

/** A name in the question. `credits` says how well the name matches each of the question's words. */
type Identifier = { introduces: (line: string) => boolean; credits: readonly number[] };

export type Line = Segment & {
  /** The match score for each of the question's words, 0..1. */
  credits: readonly number[];
  /** True if the line has no words beyond the question's. */
  isEcho: boolean;
};

export type Text = {
  sourceIndex: number;
  source: QuotableSource;
  lines: readonly Line[];
  /** For each word, the match scores of the text's headings and title. */
  named: readonly number[];
  /** The part of the heading scores that each line of the text gets. */
  heading: readonly number[];
};

/** A line of a text at which a passage may begin. */
export type Candidate = { text: Text; at: number; score: number };

/** Scores every line of the sources for the question, best first; lines without any of its words are left out. */
export const scoreLines = (
  asked: Asked,
): { wanted: Wanted; texts: readonly Text[]; candidates: readonly Candidate[] } => {
  const wanted = toWanted(asked);
  const texts = asked.sources.map((source, sourceIndex) => toText(source, sourceIndex, wanted));
  weigh(wanted, texts);
  const candidates = texts
    .flatMap((text) => text.lines.map((line, at) => scoreLine(text, at, { line, wanted })))
    .filter(({ score }) => score > 0)
    .sort((left, right) => right.score - left.score);
  return { wanted, texts, candidates };
};

const toWanted = ({ question, languages }: Asked): Wanted => {
  const words = tellingWords(question.text, languages).map((word) => ({ ...word, weight: 0 }));
  const creditsOf = createMatcher(words);
  const identifiers = findIdentifiers(question.text).map((name): Identifier => ({
    introduces: createIntroduction(name),
    credits: creditsOfTerms(analyze(name, { languages }), { words, creditsOf }),
  }));
  return {
    words,
    answerTypes: new Set(question.answerTypes),
    counted: toCounted(question, languages),
    total: 0,
    creditsOf,
    identifiers,
  };
};

const creditsOfTerms = (
  terms: readonly string[],
  { words, creditsOf }: Pick<Wanted, 'words' | 'creditsOf'>,
): number[] => {
  const credits = words.map(() => 0);
  for (const term of new Set(terms)) {
    creditsOf(term).forEach((credit, word) => {
      if (credit > (credits[word] ?? 0)) credits[word] = credit;
    });
  }
  return credits;
};

/** The counted words in "How many free samples do I get": up to the next function word. */
const toCounted = (
  { counted }: QuestionPart,
  languages: readonly string[],
): (readonly string[])[] => {
  const words = analyzeQueryWords(counted ?? '', { languages });
  const end = words.findIndex(({ isFunctionWord }) => isFunctionWord);
  return words.slice(0, end === -1 ? undefined : end).map(({ forms }) => forms);
};

const tellingWords = (text: string, languages: readonly string[]): readonly QueryWord[] => {
  const all = analyzeQuestion(text, { languages });
  const telling = all.filter(
    ({ isFunctionWord, isAsking }) => !isFunctionWord && isAsking !== true,
  );
  return telling.length > 0 ? telling : all;
};

const toText = (source: QuotableSource, sourceIndex: number, wanted: Wanted): Text => {
  const { content, chapter, title = '', language } = source;
  const headings = splitChapter(chapter ?? null);
  const creditsOf = (text: string): number[] =>
    creditsOfTerms(analyze(text, { languages: [language] }), wanted);
  const isEcho = (text: string): boolean =>
    analyze(text, { languages: [language] }).every((term) =>
      wanted.creditsOf(term).some((credit) => credit > 0),
    );
  const lines = toSegments(content, [...headings, title]).map((segment): Line => ({
    ...segment,
    credits: creditsOf(segment.text),
    isEcho: isEcho(segment.text),
  }));
  const ofTitle = creditsOf(title);
  const ofHeadings = creditsOf(headings.join(' '));
  const named = ofHeadings.map((credit, word) => Math.max(credit, ofTitle[word] ?? 0));
  const heading = ofHeadings.map((credit) => TUNING.beside * credit);
  return { sourceIndex, source, lines, named, heading };
};

/** Compares each term with the question only once for all lines. */
const createMatcher = (words: readonly Word[]): Wanted['creditsOf'] => {
  const { matchTerm } = createWordMatcher(words);
  const known = new Map<string, readonly number[]>();
  return (term) => {
    const remembered = known.get(term);
    if (remembered !== undefined) return remembered;
    const credits = words.map(() => 0);
    for (const { word, matchScore } of matchTerm(term)) credits[word] = matchScore;
    known.set(term, credits);
    return credits;
  };
};

/** Weighs the words once their rarity among all lines is known. A text's headings count for each of its lines. */
const weigh = (wanted: Wanted, texts: readonly Text[]): void => {
  const held = texts.flatMap(({ lines, named }) =>
    lines.map(({ credits }) => credits.map((credit, word) => Math.max(credit, named[word] ?? 0))),
  );
  for (const [at, word] of wanted.words.entries()) {
    const holding = held.reduce((sum, credits) => sum + (credits[at] ?? 0), 0);
    word.weight = holding === 0 ? 0 : rarityOf(holding, held.length);
  }
  wanted.total = wanted.words.reduce((sum, { weight }) => sum + weight, 0) || 1;
};

type Scoring = { line: Line; wanted: Wanted };

const scoreLine = (text: Text, at: number, { line, wanted }: Scoring): Candidate => {
  const isOfKind = [...wanted.answerTypes].some((kind) => hasAnswerType(line.text, kind) === true);
  const isTitle = line.kind === 'heading' && !(isOfKind && asksForDate(wanted));
  if (isTitle || namesColumns(text, at)) return { text, at, score: 0 };
  const own = shareOf(wanted, line.credits);
  const around = shareOf(wanted, creditsAround(text, at));
  const bonus = isOfKind ? TUNING.bonus : 0;
  const prior = TUNING.leastPrior + (1 - TUNING.leastPrior) * text.source.relevance;
  const base = (own + around) / 2;
  const defined = definitionShare(text, at, wanted);
  const lead = leadBonus(text, at, wanted);
  const listed = wantsList(wanted) && announces(text.lines, at) ? TUNING.bonus : 0;
  const ofWords = around === 0 ? 0 : base + (bonus + listed) * around + lead;
  const score = (ofWords + (isNearest(text.source, line) ? TUNING.mainBonus : 0)) * prior;
  // A definition may use other words, so low word relevance of the passage does not count against it.
  if (defined > 0) return { text, at, score: score + defined };
  return { text, at, score: onlyRepeats(text, at) ? 0 : score };
};

/** The share of the question that consists of a name which the line, or the heading directly above it, introduces. */
const definitionShare = (text: Text, at: number, wanted: Wanted): number =>
  Math.max(
    0,
    ...wanted.identifiers
      .filter((identifier) => isIntroduction(text, at, identifier))
      .map(({ credits }) => shareOf(wanted, credits)),
  );

const isIntroduction = ({ lines }: Text, at: number, { introduces }: Identifier): boolean =>
  introduces(lines[at]?.text ?? '') ||
  (lines[at - 1]?.kind === 'heading' && introduces(lines[at - 1]?.text ?? ''));

/**
 * True if a line defines an option, a setting or a function that the question names, either by itself or below a heading with that name.
 */
export const isDefinition = (text: Text, at: number, { identifiers }: Wanted): boolean =>
  identifiers.some((identifier) => isIntroduction(text, at, identifier));

/** True if a line begins with the name of an option, a setting or a function. */
export const introducesNames = ({ lines }: Text, at: number, { identifiers }: Wanted): boolean =>
  identifiers.some(({ introduces }) => introduces(lines[at]?.text ?? ''));

/** True if the question asks for a date, because a heading such as "Release 4.1, 2 May 2023" then is an answer. */
const asksForDate = ({ answerTypes }: Wanted): boolean =>
  answerTypes.has('date') || answerTypes.has('day');

/** True for the first of several rows, because column names alone answer nothing. */
const namesColumns = (text: Text, at: number): boolean =>
  headerOf(text, at) === text.lines[at] && text.lines[at + 1]?.kind === 'row';

/** True for a line that only repeats words of the question, such as a name or an address. */
const onlyRepeats = ({ lines }: Text, at: number): boolean => {
  const [before, line, next] = [lines[at - 1], lines[at], lines[at + 1]];
  const isAlone = before?.block !== line?.block && next?.block !== line?.block;
  return line?.isEcho === true && isAlone;
};

/** True for lines that are among the nearest to the question in meaning. */
export const isNearest = (
  { nearest }: Pick<QuotableSource, 'nearest'>,
  { start, end }: Span,
): boolean => nearest !== undefined && start < nearest.end && end > nearest.start;

const leadBonus = ({ lines }: Text, at: number, wanted: Wanted): number => {
  const before = lines[at - 1];
  if (before?.kind !== 'heading') return 0;
  const bonus = wanted.answerTypes.has('definition') ? TUNING.mainBonus : TUNING.bonus;
  return bonus * shareOf(wanted, before.credits);
};

/** True if the question asks for several things. */
export const wantsList = ({ answerTypes }: Wanted): boolean =>
  answerTypes.has('list') || answerTypes.has('steps');

/** True for a sentence directly above a list or a table, which it describes. */
const announces = (lines: readonly Line[], at: number): boolean => {
  const next = lines[at + 1]?.kind;
  return lines[at]?.kind === 'sentence' && (next === 'item' || next === 'row');
};

/** The share of the question's weight that the matched words cover, 0..1. */
const shareOf = ({ words, total }: Wanted, credits: readonly number[]): number =>
  words.reduce((sum, { weight }, at) => sum + weight * (credits[at] ?? 0), 0) / total;

const creditsAround = (text: Text, at: number): number[] => {
  const { lines, heading } = text;
  const credits = [...heading];
  if (lines[at]?.kind === 'row') return withRow(credits, text, at);
  for (const [place, line] of lines.entries()) {
    const factor = TUNING.beside ** Math.abs(place - at);
    line.credits.forEach((credit, word) => {
      credits[word] = Math.max(credits[word] ?? 0, factor * credit);
    });
  }
  return credits;
};

const withRow = (credits: readonly number[], text: Text, at: number): number[] => {
  const own = text.lines[at]?.credits ?? [];
  const columns = headerOf(text, at)?.credits ?? [];
  return credits.map((credit, word) =>
    Math.max(credit, own[word] ?? 0, TUNING.beside * (columns[word] ?? 0)),
  );
};

/** The header row of the table that a row belongs to; undefined for lines outside tables. */
export const headerOf = ({ lines }: Text, at: number): Line | undefined => {
  const row = lines[at];
  return row?.kind === 'row'
    ? lines.find(({ kind, block }) => kind === 'row' && block === row.block)
    : undefined;
};

/** How well a line matches each word of the question; a row counts together with its column names. */
export const creditsOfLine = (text: Text, at: number): readonly number[] => {
  const credits = text.lines[at]?.credits ?? [];
  const columns = headerOf(text, at)?.credits ?? [];
  return credits.map((credit, word) => Math.max(credit, columns[word] ?? 0));
};

/** The names of options, settings and functions in a question: `--no-preserve`, `MAX_UPLOAD_MB`, `parseDate()`, and text in backticks. */
export const findIdentifiers = (question: string): readonly string[] => [
  ...new Set(
    (question.match(IDENTIFIER) ?? []).map((found) =>
      found.replaceAll('`', '').replace(/\([^()]*\)$/, ''),
    ),
  ),
];

/** Matches text in backticks, a shell expansion, an option, a call, words joined by underscores, or a word with a capital inside. */
const IDENTIFIER = new RegExp(
  [
    '`[^`\\n]{1,60}`',
    String.raw`\$\{[^\s{}]{1,60}\}`,
    String.raw`(?<![\w./:-])--?[A-Za-z][\w-]*`,
    String.raw`(?<![\w.])[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*\(\)`,
    String.raw`(?<![\w./-])[A-Za-z]\w*_\w+`,
    String.raw`(?<![\w./-])[a-z]+(?:[A-Z][a-z0-9]+)+`,
  ].join('|'),
  'g',
);

/**
 * Creates a test for lines that introduce a name instead of merely mentioning it. Such a line begins with the name (after list marks and
 * aliases), followed only by arguments, or by a sign that separates a name from its meaning.
 */
export const createIntroduction = (name: string): ((line: string) => boolean) => {
  const written = name.toLowerCase();
  return (line) => {
    const said = line.toLowerCase();
    let at = said.indexOf(written);
    for (let tried = 0; at >= 0 && tried < MAX_NAMED; tried += 1) {
      if (IN_FRONT.test(said.slice(0, at)) && BEHIND.test(said.slice(at + written.length))) {
        return true;
      }
      at = said.indexOf(written, at + 1);
    }
    return false;
  };
};

/** A text introduces a name before it has mentioned it this often. */
const MAX_NAMED = 5;

/** Signs before items, comments and code, and keywords of programming languages that precede a defined name. */
const MARKS = String.raw`(?:[-*+•]\s+|[#;/]+\s*)?(?:(?:export|async|function|def|const|let|static|public|func|fn|class|type|interface)\s+)*["'*|[(]*`;
/** Each option can match in only one way: with two ways, every further option on the line would double the time. */
const OTHER_NAMES = String.raw`(?:--?\w[\w-]*(?:[ =][\w<>[\]]+)?[ ,/|]+)*`;
const END = String.raw`(?:\([^()]*\))?["'*\])]*(?:[ =][\w<>[\]-]+)?\s*(?:$|[:=|–—{\t,]|->|- )`;
const IN_FRONT = new RegExp(String.raw`^${MARKS}${OTHER_NAMES}(?:\w+[.:]+)?$`);
const BEHIND = new RegExp(String.raw`^(?![\w-])${END}`);

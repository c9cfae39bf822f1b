import {
  createCodeReader,
  neutralizeLinks,
  type CitedAnswer,
  type SettledStatement,
  type Stretch,
} from '../citations/index.js';

/** A stretch of the answer and the text that replaces it. */
type Edit = Stretch & { text: string };

/** Replaces statements, given by number, with what the sources say. */
export const correctStatements = (
  cited: CitedAnswer,
  corrections: ReadonlyMap<number, string>,
): CitedAnswer =>
  rewrite(
    cited,
    cited.statements.flatMap(({ number, charStart, charEnd }) => {
      const text = corrections.get(number);
      return text === undefined ? [] : [{ start: charStart, end: charEnd, text }];
    }),
  );

/** Removes statements, together with citations that only they use, and renumbers the remaining ones. */
export const leaveStatementsOut = (
  cited: CitedAnswer,
  isOut: (statement: SettledStatement) => boolean,
): CitedAnswer => {
  const out = cited.statements.filter(isOut);
  if (out.length === 0) return cited;
  const left = rewrite(
    { ...cited, statements: cited.statements.filter((statement) => !isOut(statement)) },
    out.map((statement) => toGap(cited.answer, statement)),
  );
  return {
    ...renumber(left, cited),
    droppedCitations: out.filter(({ cited: own }) => own.length > 0).length,
  };
};

const MARK = /\[(\d{1,4})\]/gu;

/** Renumbers the remaining statements consecutively, as if the removed ones had never existed. */
const renumber = (left: CitedAnswer, before: CitedAnswer): CitedAnswer => {
  const inText = [...left.answer.matchAll(MARK)].map(([, number]) => Number(number));
  const ofStatements = left.statements.flatMap(({ citations }) => citations);
  const known = new Set(before.citations.map(({ number }) => number));
  const kept = [...new Set([...inText, ...ofStatements])].filter((number) => known.has(number));
  const toNew = new Map(kept.map((number, index) => [number, index + 1]));
  const edits = [...left.answer.matchAll(MARK)].flatMap((match): Edit[] => {
    const number = toNew.get(Number(match[1]));
    const start = match.index;
    return number === undefined
      ? []
      : [{ start, end: start + match[0].length, text: `[${number}]` }];
  });
  const rename = (numbers: readonly number[]): number[] =>
    numbers.flatMap((number) => toNew.get(number) ?? []).sort((one, other) => one - other);
  const rewritten = applyEdits(left, edits);
  const citations = left.citations
    .flatMap((citation) => {
      const number = toNew.get(citation.number);
      return number === undefined ? [] : [{ ...citation, number }];
    })
    .sort((one, other) => one.number - other.number);
  return {
    ...rewritten,
    citations,
    statements: rewritten.statements.map((statement, index) => ({
      ...statement,
      number: index + 1,
      citations: rename(statement.citations),
    })),
  };
};

const BULLET = /^[ \t]*(?:[-*+•]|\d{1,3}[.)])[ \t]+(?:\*\*|__)?$/u;

/** Removes the whole line if it contains nothing but the statement; in a table cell, a dash replaces the statement. */
const toGap = (answer: string, { charStart, charEnd }: SettledStatement): Edit => {
  const lineStart = answer.lastIndexOf('\n', charStart - 1) + 1;
  const nextBreak = answer.indexOf('\n', charEnd);
  const lineEnd = nextBreak === -1 ? answer.length : nextBreak;
  const before = answer.slice(lineStart, charStart);
  const after = answer.slice(charEnd, lineEnd);
  if (before.includes('|') && after.includes('|')) {
    return { start: charStart, end: charEnd, text: '–' };
  }
  const isAlone = (before.trim() === '' || BULLET.test(before)) && after.trim() === '';
  if (isAlone) {
    return lineStart > 0
      ? { start: lineStart - 1, end: lineEnd, text: '' }
      : { start: 0, end: Math.min(answer.length, lineEnd + 1), text: '' };
  }
  const blanks = /^[ \t;,]*/u.exec(after)?.[0].length ?? 0;
  return { start: charStart, end: charEnd + blanks, text: '' };
};

/** Applies the edits. Links in code stay; but if an edit may have turned code into text, all links of the answer are removed. */
const rewrite = (cited: CitedAnswer, edits: readonly Edit[]): CitedAnswer => {
  const edited = applyEdits(cited, edits);
  return keepsCode(cited.answer, edited.answer, edits)
    ? edited
    : applyEdits(edited, removeLinks(edited));
};

const MAY_BE_CODE = /`|~~~/;

const keepsCode = (before: string, after: string, edits: readonly Edit[]): boolean => {
  if (!MAY_BE_CODE.test(before) && !MAY_BE_CODE.test(after)) return true;
  const [old, left] = [before, after].map((text) => createCodeReader().read(text));
  if (!old?.isSure || !left?.isSure) return false;
  const isEdited = ({ start, end }: Stretch) =>
    edits.some((edit) => start < edit.end && edit.start < end);
  const expected = old.spans
    .filter((span) => !isEdited(span))
    .map(({ start, end }) => ({ start: shift(edits, start), end: shift(edits, end) }));
  return JSON.stringify(expected) === JSON.stringify(left.spans);
};

const NOTHING: ReadonlySet<string> = new Set();

/** Makes one edit for each statement and for each gap between two of them, so that the offsets of statements stay correct. */
const removeLinks = ({ answer, statements }: CitedAnswer): Edit[] => {
  const ends = statements.flatMap(({ charStart, charEnd }) => [charStart, charEnd]);
  return [...ends, answer.length].map((end, index) => {
    const start = ends[index - 1] ?? 0;
    const text = answer.slice(start, end);
    return { start, end, text: neutralizeLinks(text, { allowedUrls: NOTHING, linkRemoved: '…' }) };
  });
};

/** Maps an offset to its position after the edits. The offset must not be inside an edit. */
const shift = (edits: readonly Edit[], offset: number): number =>
  edits
    .filter(({ end }) => end <= offset)
    .reduce((sum, { start, end, text }) => sum + text.length - (end - start), offset);

const applyEdits = (cited: CitedAnswer, edits: readonly Edit[]): CitedAnswer => {
  const ordered = [...edits].sort((one, other) => one.start - other.start);
  let answer = '';
  let position = 0;
  for (const { start, end, text } of ordered) {
    answer += cited.answer.slice(position, Math.max(position, start)) + text;
    position = Math.max(position, end);
  }
  answer += cited.answer.slice(position);
  return {
    ...cited,
    answer,
    statements: cited.statements.map((statement) => ({
      ...statement,
      charStart: shift(ordered, statement.charStart),
      charEnd: shift(ordered, statement.charEnd),
    })),
  };
};

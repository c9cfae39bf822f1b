import type { CitedAnswer, SettledStatement } from '../citations/index.js';

/** A stretch of the answer, and what stands in its place. */
type Edit = { start: number; end: number; text: string };

/** Puts what the sources say in the place of statements, by their numbers. */
export const correctStatements = (
  cited: CitedAnswer,
  corrections: ReadonlyMap<number, string>,
): CitedAnswer =>
  applyEdits(
    cited,
    cited.statements.flatMap(({ number, charStart, charEnd }) => {
      const text = corrections.get(number);
      return text === undefined ? [] : [{ start: charStart, end: charEnd, text }];
    }),
  );

/** Leaves statements out, with the citations of these alone; what is cited still is numbered again. */
export const leaveStatementsOut = (
  cited: CitedAnswer,
  isOut: (statement: SettledStatement) => boolean,
): CitedAnswer => {
  const out = cited.statements.filter(isOut);
  if (out.length === 0) return cited;
  const left = applyEdits(
    { ...cited, statements: cited.statements.filter((statement) => !isOut(statement)) },
    out.map((statement) => toGap(cited.answer, statement)),
  );
  return {
    ...renumber(left, cited),
    droppedCitations: out.filter(({ cited: own }) => own.length > 0).length,
  };
};

const MARK = /\[(\d{1,4})\]/gu;

/** Numbers follow one another in the order of the text, as if what is left out had never been there. */
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
  const rewrite = (numbers: readonly number[]): number[] =>
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
      citations: rewrite(statement.citations),
    })),
  };
};

const BULLET = /^[ \t]*(?:[-*+•]|\d{1,3}[.)])[ \t]+(?:\*\*|__)?$/u;

/** The whole line where nothing else stands in it; a dash in a cell of a table. */
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

const applyEdits = (cited: CitedAnswer, edits: readonly Edit[]): CitedAnswer => {
  const ordered = [...edits].sort((one, other) => one.start - other.start);
  let answer = '';
  let position = 0;
  for (const { start, end, text } of ordered) {
    answer += cited.answer.slice(position, Math.max(position, start)) + text;
    position = Math.max(position, end);
  }
  answer += cited.answer.slice(position);
  const shiftAt = (offset: number): number =>
    ordered
      .filter(({ end }) => end <= offset)
      .reduce((sum, { start, end, text }) => sum + text.length - (end - start), offset);
  return {
    ...cited,
    answer,
    statements: cited.statements.map((statement) => ({
      ...statement,
      charStart: shiftAt(statement.charStart),
      charEnd: shiftAt(statement.charEnd),
    })),
  };
};

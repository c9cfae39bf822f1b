type Span = { start: number; end: number };

/** A line that opens what is indented below it: a settings name, a function, a list. */
const OPENS = /[:{([]\s*(?:[#/].{0,80})?$/u;
const INSERT = /^\s*(?:INSERT|REPLACE)\s+(?:IGNORE\s+)?INTO\b/iu;
const ENDS = /;\s*(?:--.*)?$/u;
/** A longer line is not a name. */
const MAX_LINE = 400;
const MAX_DEPTH = 20;

/**
 * Follows the lines of a code block from top to bottom and finds the lines that enclose each one: those that opened the indentation it is
 * in, and the statement whose rows it belongs to, with its column names. Each result ends in a line break; it is empty if there is no such
 * line.
 */
export const createCodeLabels = (text: string) => {
  const opened: { depth: number; line: string }[] = [];
  let statement: string | undefined;
  return {
    labelsOf: (span: Span): string => {
      const line = text.slice(span.start, Math.min(span.end, span.start + MAX_LINE + 1));
      const depth = /^\s*/u.exec(line)?.[0].length ?? 0;
      while ((opened.at(-1)?.depth ?? -1) >= depth) opened.pop();
      const isRow = statement !== undefined && /^\s*\(/u.test(line);
      const labels = isRow && statement !== undefined ? [statement] : opened.map((one) => one.line);
      const isName = line.length <= MAX_LINE;
      if (isName && INSERT.test(line)) statement = ENDS.test(line) ? undefined : line;
      else if (statement !== undefined && !isRow && !isBetween(line)) statement = undefined;
      if (isName && OPENS.test(line) && opened.length < MAX_DEPTH) opened.push({ depth, line });
      // The statement ends after its last row.
      if (isRow && ENDS.test(text.slice(Math.max(span.start, span.end - MAX_LINE), span.end)))
        statement = undefined;
      return labels.map((label) => `${label}\n`).join('');
    },
  };
};

/** A comment, or a word of the statement between its names and its rows. */
const isBetween = (line: string): boolean => /^\s*(?:--|VALUES\b|AS\b)/iu.test(line);

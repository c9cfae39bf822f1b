/** Signs that lines of programs and shells start or end with, and that sentences do not. */
const CODE_LINE =
  /[{}]\s*$|\w\([^)]*\).*;\s*$|^\s*\$ \S|^\s*#!|^\s*(?:\/\/|\/\*|#include\b)|\s\\$|^\s*(?:[\w<>]{1,40}\s){0,3}[\w.$-]{1,40}\s?=\s?\S|^\s*(?:def|class|function|for|if|while|import|from|return|const|let|var)\b.*[:;({]\s*$/u;
const MIN_SHARE = 0.5;
const MAX_LINE = 400;

/** True if these lines of plain text are part of a program, a query, a settings file or a shell session. */
export const isCodeText = (lines: readonly string[]): boolean => {
  const isCode = (line: string): boolean => line.length <= MAX_LINE && CODE_LINE.test(line);
  if (lines.length < 2) return false;
  return (
    isShareOf(lines, isCode) || isQuery(lines) || isNestedSettings(lines) || lines.some(isPatch)
  );
};

const isShareOf = (lines: readonly string[], isCode: (line: string) => boolean): boolean =>
  lines.filter(isCode).length >= MIN_SHARE * lines.length;

/** The start of a change to a file, or to one place in it, as diff and Git write them. */
const PATCH = /^diff (?:--git|-\S{1,20}) \S|^@@ -\d{1,9}(?:,\d{1,9})? \+\d{1,9}(?:,\d{1,9})? @@/u;

const isPatch = (line: string): boolean => PATCH.test(line);

const SQL_BEGINS =
  /^\s*(?:(?:CREATE|ALTER|DROP) [\w ]{0,40}\S|SELECT |INSERT INTO |UPDATE \S+ SET|DELETE FROM |WITH \S+ AS\b|GRANT |REVOKE )/iu;
const SQL_ENDS = /;\s*(?:--.*)?$/u;

const isQuery = (lines: readonly string[]): boolean =>
  SQL_BEGINS.test(lines[0] ?? '') && SQL_ENDS.test((lines.at(-1) ?? '').slice(-MAX_LINE));

const YAML_NAME = /^( *)(?:- )?["']?[\w./-]{1,80}["']?:(?: |$)/u;
const YAML_LINE = /^ *(?:- |#)/u;

/** YAML: names with colons; below a name without a value of its own there are more names, indented deeper. */
const isNestedSettings = (lines: readonly string[]): boolean => {
  if (!lines.every((line) => YAML_NAME.test(line) || YAML_LINE.test(line))) return false;
  const depthOf = (line = ''): number => YAML_NAME.exec(line)?.[1]?.length ?? 0;
  return lines.some(
    (line, at) => /:\s*$/u.test(line.slice(-MAX_LINE)) && depthOf(lines[at + 1]) > depthOf(line),
  );
};

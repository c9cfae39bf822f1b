/** Signs that programs and shells end or begin lines with, and sentences do not. */
const CODE_LINE =
  /[{}]\s*$|\w\([^)]*\).*;\s*$|^\s*\$ \S|^\s*#!|^\s*(?:\/\/|\/\*|#include\b)|\s\\$|^\s*(?:[\w<>]{1,40}\s){0,3}[\w.$-]{1,40}\s?=\s?\S|^\s*(?:def|class|function|for|if|while|import|from|return|const|let|var)\b.*[:;({]\s*$/u;
const MIN_SHARE = 0.5;
const MAX_LINE = 400;

/** True if lines of a plain text are a piece of a program, a configuration or commands typed at a prompt. */
export const isCodeText = (lines: readonly string[]): boolean => {
  const isCode = (line: string): boolean => line.length <= MAX_LINE && CODE_LINE.test(line);
  return lines.length > 1 && lines.filter(isCode).length >= MIN_SHARE * lines.length;
};

const IN_WORD = /[\p{L}\p{N}]/u;
const GAPS: ReadonlySet<string> = new Set([' ', '_', '-']);

/** True if a text names a tool: its words in order, separated by a blank, a dash or nothing, and not as part of a longer word. */
export const isNamedIn = (text: string, name: string): boolean => {
  const said = text.toLowerCase();
  const parts = name.toLowerCase().split('_');
  const [first = ''] = parts;
  for (let at = said.indexOf(first); at >= 0; at = said.indexOf(first, at + 1)) {
    const end = endOf(said, at, parts);
    const isWhole = !IN_WORD.test(said.charAt(at - 1)) && !IN_WORD.test(said.charAt(end ?? at));
    if (end !== null && isWhole) return true;
  }
  return false;
};

/** The end of the parts that begin at this position; null if they do not occur there. */
const endOf = (said: string, at: number, parts: readonly string[]): number | null => {
  let end = at;
  for (const [position, part] of parts.entries()) {
    // An empty part means one more gap.
    if (position > 0 && GAPS.has(said.charAt(end))) end += 1;
    if (!said.startsWith(part, end)) return null;
    end += part.length;
  }
  return end;
};

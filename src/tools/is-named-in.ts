const IN_WORD = /[\p{L}\p{N}]/u;
const GAPS: ReadonlySet<string> = new Set([' ', '_', '-']);

/** True where a text names a tool: its words in order, apart by a blank, a dash or nothing, and not as a part of a longer word. */
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

/** Where the parts end that begin at a place; null where they do not stand there. */
const endOf = (said: string, at: number, parts: readonly string[]): number | null => {
  let end = at;
  for (const [position, part] of parts.entries()) {
    // An empty part stands for one more gap.
    if (position > 0 && GAPS.has(said.charAt(end))) end += 1;
    if (!said.startsWith(part, end)) return null;
    end += part.length;
  }
  return end;
};

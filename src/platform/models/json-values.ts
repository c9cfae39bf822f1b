/** Parses one JSON value, or several objects and lists in a row; throws SyntaxError for anything else. */
export const parseJsonValues = (text: string): unknown[] => {
  try {
    return [JSON.parse(text)];
  } catch (error) {
    const parts = splitValues(text);
    if (parts.length < 2) throw error;
    return parts.map((part): unknown => JSON.parse(part));
  }
};

const TOKEN = /"(?:[^"\\]|\\.)*"?|[{}[\]]/gs;

/** Splits a text after each top-level object or list. */
const splitValues = (text: string): string[] => {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    if (token === '{' || token === '[') depth += 1;
    if (token !== '}' && token !== ']') continue;
    depth -= 1;
    if (depth > 0) continue;
    parts.push(text.slice(from, index + 1));
    from = index + 1;
  }
  const rest = text.slice(from);
  return rest.trim() === '' ? parts : [...parts, rest];
};

export type Part = { text: string } | { name: string };

/** Splits a sentence at the names in braces that stand for something else. */
export const toParts = (sentence: string): Part[] =>
  sentence
    .split(/(\{\w+\})/u)
    .filter((part) => part !== '')
    .map((part) => (part.startsWith('{') ? { name: part.slice(1, -1) } : { text: part }));

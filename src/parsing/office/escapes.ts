const ESCAPE = /_x([0-9a-f]{4})_/giu;

/** Characters that XML does not take, as Office writes them: `_x000D_` ends a line, and `_x005F_` is the bar that begins such a sign. */
export const withoutEscapes = (text: string): string =>
  text.includes('_x')
    ? text.replace(ESCAPE, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text;

const ESCAPE = /_x([0-9a-f]{4})_/giu;

/**
 * Characters that XML does not allow, as Office writes them: `_x000D_` ends a line, and `_x005F_` is the underscore that begins such an
 * escape.
 */
export const withoutEscapes = (text: string): string =>
  text.includes('_x')
    ? text.replace(ESCAPE, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text;

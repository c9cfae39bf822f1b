/** Mark a piece of code that was taken out; a text that holds one of them itself is not read for code. */
const OPEN = '\uE000';
const CLOSE = '\uE001';
const HIDDEN = new RegExp(`${OPEN}(\\d{1,6})${CLOSE}`, 'g');
const LEFT_OVER = new RegExp(`[${OPEN}${CLOSE}]`, 'g');

const FENCE = /^(`{3,})[ \t]*[\w+#.-]{0,30}[ \t]*$/;
const FENCE_END = /^(`{3,})[ \t]*$/;
/** A fence that stands in a list, in a quotation or apart from the margin, or of the other kind: where it ends depends on what is around it. */
const UNCLEAR_FENCE = /^[ \t>*+\d.)-]*(?:`{3}|~{3})/;
/** A tag that the neutraliser lets through. Markdown does not read what is in HTML, so backticks make no code there. */
const TAG = /<[a-z/!?]/i;

/** One run of backticks to the next of the same length; in a table a `|` would end the cell, and so the code. */
const SPAN = /(?<![\\`])(`+)(?!`)([^\n]*?[^\n`])\1(?!`)/g;

type Hidden = { text: string; restore: (text: string) => string };

/**
 * Finds the code of a Markdown text that comes in units of a sentence, so that it can be left as it is. In doubt it is none: a renderer
 * that takes for text what was taken for code here would make its links and tags come alive.
 */
export const createKeptCode = () => {
  let fence: string | null = null;
  let isLost = false;
  /** A backtick of this paragraph has no partner yet, so nobody knows which ones belong together. */
  let isUncertain = false;
  let isAtLineStart = true;

  const readBorder = (line: string): 'fence' | 'text' => {
    if (fence !== null) {
      const [, closing] = FENCE_END.exec(line) ?? [];
      if (closing === undefined || closing.length < fence.length) return 'text';
      fence = null;
      return 'fence';
    }
    const [, opening] = FENCE.exec(line) ?? [];
    if (opening !== undefined) {
      [fence, isUncertain] = [opening, false];
      return 'fence';
    }
    isLost ||= UNCLEAR_FENCE.test(line);
    if (line.trim() === '') isUncertain = false;
    return 'text';
  };

  const readLine = (line: string, hide: (code: string) => string): string => {
    if (fence !== null) return hide(line);
    if (isLost || isUncertain) return line;
    const rest = line.replace(SPAN, (code, _ticks, inside: string) =>
      inside.includes('|') ? code : '',
    );
    isLost = TAG.test(rest);
    isUncertain = rest.includes('`');
    return isLost || isUncertain ? line : line.replace(SPAN, hide);
  };

  return {
    /** The unit without its code, and how to put the code back. */
    hide: (unit: string): Hidden => {
      const kept: string[] = [];
      if (unit.includes(OPEN) || unit.includes(CLOSE)) isLost = true;
      if (isLost) return { text: unit, restore: (text) => text };
      const hide = (code: string): string => `\`${OPEN}${kept.push(code) - 1}${CLOSE}\``;
      const text = unit
        .split('\n')
        .map((line, position) => {
          // What a unit begins with may be the rest of a line.
          const isWhole = position > 0 || isAtLineStart;
          return isWhole && readBorder(line) === 'fence' ? line : readLine(line, hide);
        })
        .join('\n');
      isAtLineStart = unit === '' ? isAtLineStart : unit.endsWith('\n');
      const restore = (changed: string): string =>
        changed
          .replace(new RegExp(`\`${HIDDEN.source}\``, 'g'), (_, at) => kept[Number(at)] ?? '')
          .replace(LEFT_OVER, '');
      return { text, restore };
    },
  };
};

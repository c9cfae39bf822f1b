import { isMarkerInside } from './parse-markers.js';

/** Markdown's links and images: `[text](target)`, `![alt](target)`, `[text][label]` and `[label]: target`. */

const MAX_TARGET_CHARS = 2_048;

/** Keeps the words and drops the targets that are not allowed; images keep their alternative text. One pass. */
export const neutralizeBrackets = (text: string, isAllowed: (url: string) => boolean): string => {
  const writer = createWriter(text, isAllowed);
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === '\\') at += 1;
    else if (character === '[') writer.open(at);
    else if (character === ']') at = writer.close(at) - 1;
  }
  return writer.finish();
};

type Open = { position: number; piece: number; isImage: boolean };

const createWriter = (text: string, isAllowed: (url: string) => boolean) => {
  const pieces: string[] = [];
  const opens: Open[] = [];
  let position = 0;

  const copyTo = (end: number): void => {
    if (end > position) pieces.push(text.slice(position, end));
    position = Math.max(position, end);
  };

  const open = (at: number): void => {
    const isImage = at > position && text.charAt(at - 1) === '!';
    copyTo(isImage ? at - 1 : at);
    // Without its exclamation mark it is a link at worst, never something that loads by itself.
    opens.push({ position: at, piece: pieces.push('[') - 1, isImage });
    position = at + 1;
  };

  const closeLink = (from: Open, at: number): boolean => {
    const target = text.charAt(at + 1) === '(' ? readTarget(text, at + 1) : undefined;
    if (target === undefined) return false;
    if (isAllowed(target.url) && !from.isImage) {
      pieces.push(text.slice(at, target.end));
    } else if (isMarkerInside(text.slice(from.position + 1, at))) {
      pieces.push(']');
    } else {
      pieces[from.piece] = '';
    }
    position = target.end;
    return true;
  };

  const close = (at: number): void => {
    copyTo(at);
    const from = opens.pop();
    if (from !== undefined && closeLink(from, at)) return;
    pieces.push(']');
    position = at + 1;
    // A target too long to be read is set apart from its words.
    if (text.charAt(at + 1) === '(') pieces.push(' ');
    if (from) pieces.push(defuseDefinition(text, { from: from.position, at }, isAllowed));
    // The label may have begun in a text in front of this one.
    else if (text.charAt(at + 1) === ':') pieces.push(' ');
  };

  return {
    open,
    /** Returns where to read on: behind the target of a link. */
    close: (at: number): number => {
      close(at);
      return position;
    },
    finish: (): string => {
      copyTo(text.length);
      return pieces.join('');
    },
  };
};

const ANGLE_TARGET = /^\s*<([^<>\n]*)>/;
const PLAIN_TARGET = /^\s*([^\s<>]+)/;

type Target = { url: string; end: number };

/** The target in parentheses that open at `open`; undefined when they never close, which no renderer takes for a link. */
const readTarget = (text: string, open: number): Target | undefined => {
  let depth = 0;
  const limit = Math.min(text.length, open + MAX_TARGET_CHARS);
  for (let at = open; at < limit; at += 1) {
    const character = text.charAt(at);
    if (character === '\\') at += 1;
    else if (character === '(') depth += 1;
    else if (character === ')') depth -= 1;
    if (depth === 0) {
      const inside = text.slice(open + 1, at);
      const url = (ANGLE_TARGET.exec(inside) ?? PLAIN_TARGET.exec(inside))?.[1] ?? '';
      return { url, end: at + 1 };
    }
  }
  return undefined;
};

/** A blank in front of the colon of `[label]: target`, which then defines nothing; only where the target is not allowed. */
const defuseDefinition = (
  text: string,
  { from, at }: { from: number; at: number },
  isAllowed: (url: string) => boolean,
): string => {
  if (text.charAt(at + 1) !== ':' || !opensLine(text, from)) return '';
  const rest = text.slice(at + 2, at + 2 + MAX_TARGET_CHARS);
  const [, url = ''] = /^\s{0,20}<?([^\s<>]+)/.exec(rest) ?? [];
  return isAllowed(url) ? '' : ' ';
};

/** What may precede a definition on its line: indentation, quotes, bullets. */
const MAX_PREFIX_CHARS = 200;
const LINE_PREFIX = /^[\s>*+\d.)-]*$/;

const opensLine = (text: string, position: number): boolean => {
  const before = text.slice(Math.max(0, position - MAX_PREFIX_CHARS), position);
  return LINE_PREFIX.test(before.slice(before.lastIndexOf('\n') + 1));
};

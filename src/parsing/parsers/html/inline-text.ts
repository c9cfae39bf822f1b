import { lowerText, raiseText } from '../../raised-text.js';

const SHIFT_STYLE = /vertical-align\s*:\s*(super|sub)\b/iu;

/** How an element's style moves it, up or down; undefined for all others. */
export const shiftOf = (style = ''): 'sup' | 'sub' | undefined => {
  const [, shift] = SHIFT_STYLE.exec(style) ?? [];
  if (shift === undefined) return undefined;
  return shift.toLowerCase() === 'super' ? 'sup' : 'sub';
};

/** Longer raised text is a remark in small letters. */
const MAX_RAISED_LENGTH = 30;

/**
 * The text of a block while its tags are being read. It is kept in pieces, because marks are inserted before text that was read earlier.
 */
export class InlineText {
  /** The length of all pieces, which is also a place in the text. */
  length = 0;
  private pieces: string[] = [];
  /** The open raised and lowered parts, each with its first piece. */
  private raised: { name: string; at: number }[] = [];

  add(text: string): void {
    this.pieces.push(text);
    this.length += text.length;
  }

  /** True if a following letter or digit would become one word with it. */
  endsInWord(): boolean {
    return /[\p{L}\p{N}]$/u.test((this.pieces.at(-1) ?? '').slice(-2));
  }

  /** The place of the next piece, for `insert`. */
  mark(): number {
    return this.pieces.length;
  }

  /** Inserts text before the piece at a mark that was made since the last `take`. */
  insert(at: number, text: string): void {
    this.pieces.splice(at, 0, text);
    this.length += text.length;
  }

  /** Begins a raised (`sup`) or lowered (`sub`) part. */
  open(name: string): void {
    this.raised.push({ name, at: this.pieces.length });
  }

  close(name: string): void {
    const last = this.raised.at(-1);
    if (last?.name !== name) return;
    this.raised.pop();
    const inner = this.pieces.splice(last.at).join('');
    this.length -= inner.length;
    this.add(shift(name, inner, this.pieces.at(-1) ?? ''));
  }

  /** Returns all of the text; what follows belongs to another block. */
  take(): string {
    const text = this.pieces.join('');
    this.pieces = [];
    this.raised = [];
    this.length = 0;
    return text;
  }
}

const shift = (name: string, inner: string, before: string): string => {
  const text = inner.trim();
  if (text === '') return inner;
  // "[1]" is already separated by its brackets.
  if (/^\[.*\]$/u.test(text)) return inner;
  if (text.length > MAX_RAISED_LENGTH) return ` ${text} `;
  return name === 'sup' ? raiseText(text, before) : lowerText(text);
};

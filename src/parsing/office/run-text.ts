import { lowerText, raiseText } from '../raised-text.js';

/** The position of a run of letters: raised, lowered, or a formula of its own. */
export type Position = 'raised' | 'lowered' | 'formula';

/** Collects the runs of a paragraph; raised or lowered text is written only once it is complete, however many runs it came in. */
export class RunText {
  private written = '';
  private held = '';
  private position: Position | undefined;

  add(text: string, position?: Position): void {
    if (text === '') return;
    // A space has no height.
    const own = text.trim() === '' ? undefined : position;
    if (own !== this.position || own === 'formula') this.flush();
    const isBesideFormula = own === 'formula' || this.position === 'formula';
    this.position = own;
    if (own === 'raised' || own === 'lowered') this.held += text;
    // A formula is separated from the letters and digits around it.
    else if (isBesideFormula && isGlued(this.written, text)) this.written += ` ${text}`;
    else this.written += text;
  }

  get value(): string {
    this.flush();
    return this.written;
  }

  private flush(): void {
    const { held, position, written } = this;
    if (held === '') return;
    this.held = '';
    this.written += position === 'raised' ? raiseText(held, written) : lowerText(held);
  }
}

const isGlued = (before: string, after: string): boolean =>
  /[\p{L}\p{N})]$/u.test(before.slice(-2)) && /^[\p{L}\p{N}]/u.test(after);

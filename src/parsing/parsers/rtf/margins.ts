import type { Block } from '../../parsed-document.js';

/** The words that begin a header or footer: for all pages, for the left and right ones, for the first one. */
export const MARGINS = ['header', 'footer'].flatMap((name) =>
  ['', 'l', 'r', 'f'].map((pages) => `${name}${pages}`),
);

/** Headers and footers; a file may contain more of them than it shows. */
export class RtfMargins {
  /** Those that are on at least one page, in order. */
  readonly shown: Block[] = [];
  /** The section has a first page of its own. */
  hasFirstPage = false;
  /** Left pages have headers of their own. */
  hasFacingPages = false;
  /** The newest of each kind, which sections without their own take over. */
  private readonly known = new Map<string, Block>();
  private name = '';
  private text = '';

  begin(name: string): void {
    this.name = name;
  }

  add(text: string): void {
    this.text += text;
  }

  close(): void {
    this.known.set(this.name, { text: this.text, kind: 'paragraph' });
    this.text = '';
  }

  endSection(): void {
    for (const [name, block] of this.known) {
      const isShown =
        (!name.endsWith('f') || this.hasFirstPage) && (!name.endsWith('l') || this.hasFacingPages);
      if (isShown && !this.shown.includes(block)) this.shown.push(block);
    }
  }
}

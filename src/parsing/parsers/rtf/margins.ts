import type { Block } from '../../parsed-document.js';

/** The words that begin a header or footer: of all pages, of the left and right ones, of the first one. */
export const MARGINS = ['header', 'footer'].flatMap((name) =>
  ['', 'l', 'r', 'f'].map((pages) => `${name}${pages}`),
);

/** Headers and footers, of which a file may hold more than it shows. */
export class RtfMargins {
  /** Those that stand on some page, in their order. */
  readonly shown: Block[] = [];
  /** The section has a first page of its own. */
  hasFirstPage = false;
  /** Left pages have headers of their own. */
  hasFacingPages = false;
  /** The newest of each, which sections without one of their own take over. */
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

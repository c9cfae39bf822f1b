import { cleanPageStarts } from '../../normalise-document.js';
import { readXml, type XmlAttributes } from '../../office-xml.js';
import { RunText, type Position } from '../../office/run-text.js';
import type { PageStart } from '../../parsed-document.js';
import { oneLine, wordSet } from '../../parser.js';
import { styleChain, type OdfFile } from './package.js';

export type OdfParagraph = {
  text: string;
  /** The page on which its first letter stands. */
  page: number;
  /** Where in it further pages begin. */
  pageStarts: PageStart[];
  level: number | undefined;
  isNote: boolean;
};

/** Of what belongs to the document's own words; `page` is the one on which the element begins. */
export type OdfHandlers = {
  open(name: string, attributes: XmlAttributes, page: number): void;
  close(name: string): void;
  paragraph(paragraph: OdfParagraph): void;
};

/**
 * Reads the paragraphs of an OpenDocument text and the pages they stand on: where the program noted the end of its own pages, and where
 * a style starts a new one. Returns the number of pages.
 */
export const readParagraphs = ({ content, styles }: OdfFile, handlers: OdfHandlers): number => {
  const reader = new ParagraphReader(styles, handlers);
  readXml(content, reader);
  return reader.page;
};

/** `hasText`, because looking at the growing text for every piece would take a time that grows with its square. */
type Draft = { read: OdfParagraph; runs: RunText; hasText: boolean; look: Look };

/** How text looks by its own style; what is undefined it takes from around it. */
type Look = { isHidden: boolean; isStruck?: boolean; position?: Position | 'level' };

const lookOf = (chain: ReturnType<typeof styleChain>): Look => {
  const isStruck = chain.find((style) => style.isStruck !== undefined)?.isStruck;
  const position = chain.find((style) => style.position !== undefined)?.position;
  return {
    isHidden: chain.some(({ isHidden }) => isHidden),
    ...(isStruck !== undefined && { isStruck }),
    ...(position !== undefined && { position }),
  };
};

class ParagraphReader {
  page = 1;
  private readonly styles: OdfFile['styles'];
  private readonly handlers: OdfHandlers;
  /** Paragraphs that are open, because frames and notes hold paragraphs inside one. */
  private readonly drafts: Draft[] = [];
  private readonly spans: Look[] = [];
  private skipping = 0;
  private noteDepth = 0;
  private tableDepth = 0;
  private isStarted = false;
  private isBreakDue = false;

  constructor(styles: OdfFile['styles'], handlers: OdfHandlers) {
    this.styles = styles;
    this.handlers = handlers;
  }

  open(name: string, attributes: XmlAttributes): void {
    if (name === 'text:soft-page-break') this.endPage();
    if (this.skipping > 0 || SKIPPED.has(name)) {
      this.skipping += 1;
      return;
    }
    if (PARAGRAPHS.has(name)) this.startParagraph(name, attributes);
    if (name === 'text:note') this.noteDepth += 1;
    if (name === 'text:span') {
      this.spans.push(lookOf(styleChain(this.styles, 'text', attributes['text:style-name'])));
    }
    if (SPACES.has(name)) this.drafts.at(-1)?.runs.add(' ');
    if (name === 'table:table') {
      if (this.tableDepth === 0) this.turnPage('table', attributes['table:style-name']);
      this.tableDepth += 1;
    }
    this.handlers.open(name, attributes, this.page);
  }

  text(text: string): void {
    const paragraph = this.drafts.at(-1);
    if (!paragraph || this.skipping > 0) return;
    const looks = [paragraph.look, ...this.spans];
    const isStruck = looks.findLast((look) => look.isStruck !== undefined)?.isStruck;
    if (isStruck === true || looks.some(({ isHidden }) => isHidden)) return;
    if (!paragraph.hasText && text.trim() !== '') {
      paragraph.read.page = this.page;
      paragraph.hasText = true;
    }
    const position = looks.findLast((look) => look.position !== undefined)?.position;
    paragraph.runs.add(text, position === 'level' ? undefined : position);
  }

  close(name: string): void {
    if (this.skipping > 0) {
      this.skipping -= 1;
      return;
    }
    if (name === 'text:note') this.noteDepth -= 1;
    if (name === 'text:span') this.spans.pop();
    if (name === 'table:table') this.tableDepth -= 1;
    const draft = PARAGRAPHS.has(name) ? this.drafts.pop() : undefined;
    if (draft) {
      const read = { ...draft.read, text: draft.runs.value };
      const pageStarts = cleanPageStarts(read, oneLine);
      this.handlers.paragraph({ ...read, text: oneLine(read.text), pageStarts });
    }
    this.handlers.close(name);
  }

  private endPage(): void {
    this.page += 1;
    const paragraph = this.drafts.at(-1);
    if (!paragraph?.hasText) return;
    const { pageStarts } = paragraph.read;
    pageStarts.push({ at: paragraph.runs.value.length, page: this.page });
  }

  private startParagraph(name: string, attributes: XmlAttributes): void {
    const style = attributes['text:style-name'];
    if (this.drafts.length === 0) this.turnPage('paragraph', style);
    const chain = styleChain(this.styles, 'paragraph', style);
    const isTitle = chain.some(({ key }) => key === 'paragraph/Title');
    const outline = Math.min(MAX_LEVEL, Number(attributes['text:outline-level'] ?? 1) || 1);
    const level = name === 'text:h' ? outline : isTitle ? 1 : undefined;
    this.drafts.push({
      read: { text: '', page: this.page, pageStarts: [], level, isNote: this.noteDepth > 0 },
      runs: new RunText(),
      hasText: false,
      look: lookOf(chain),
    });
  }

  private turnPage(family: string, style: string | undefined): void {
    const chain = styleChain(this.styles, family, style);
    const breaks = this.isBreakDue || chain.some(({ breaksBefore }) => breaksBefore);
    if (breaks && this.isStarted) this.page += 1;
    this.isStarted = true;
    this.isBreakDue = chain.some(({ breaksAfter }) => breaksAfter);
  }
}

const MAX_LEVEL = 6;

/** Not the document's own words: remarks, deleted text, lists of its headings, reading aids, hidden text. */
const SKIPPED = wordSet(
  'text:tracked-changes office:annotation text:table-of-content text:illustration-index text:table-index text:object-index text:user-index text:alphabetical-index text:note-citation text:ruby-text text:hidden-text text:hidden-paragraph svg:title svg:desc office:forms',
);
const PARAGRAPHS = wordSet('text:p text:h');
const SPACES = wordSet('text:s text:tab text:line-break');

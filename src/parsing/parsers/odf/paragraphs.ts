import { oneLine } from '../../parser.js';
import type { PageStart } from '../../parsed-document.js';
import { cleanPageStarts } from '../../normalise-document.js';
import { hasStyle, styleChain, type OdfFile } from './package.js';
import type { XmlAttributes } from '../../office-xml.js';

export type OdfParagraph = {
  text: string;
  /** The page on which its first letter stands. */
  page: number;
  /** Where in it further pages begin. */
  pageStarts: PageStart[];
  level: number | undefined;
  isNote: boolean;
};

/** `hasText`, because looking at the growing text for every piece would take a time that grows with its square. */
type Draft = { read: OdfParagraph; hasText: boolean; isHidden: boolean };
type Deps = { file: OdfFile; onParagraph: (paragraph: OdfParagraph) => void };

type State = {
  readonly styles: OdfFile['styles'];
  /** Paragraphs that are open, because frames and notes hold paragraphs inside one. */
  readonly open: Draft[];
  /** For every open span whether it is hidden. */
  readonly spans: boolean[];
  skipping: number;
  noteDepth: number;
  page: number;
  isStarted: boolean;
  isBreakDue: boolean;
};

export type ParagraphReader = ReturnType<typeof createParagraphReader>;

/**
 * Reads the paragraphs of an OpenDocument text and the pages they stand on: where the program noted the end of its own pages, and where
 * a style starts a new one.
 */
export const createParagraphReader = ({ file: { styles }, onParagraph }: Deps) => {
  const state: State = {
    styles,
    open: [],
    spans: [],
    skipping: 0,
    noteDepth: 0,
    page: 1,
    isStarted: false,
    isBreakDue: false,
  };
  return {
    open: (name: string, attributes: XmlAttributes): void => openElement(state, name, attributes),
    text: (text: string): void => addText(state, text),
    close: (name: string): void => {
      const read = closeElement(state, name);
      if (read) onParagraph(cleanParagraph(read));
    },
    /** Says that a table begins, whose style may start a page. */
    startTable: (attributes: XmlAttributes): void =>
      turnPage(state, styleChain(styles, 'table', attributes['table:style-name'])),
    page: (): number => state.page,
    isSkipping: (): boolean => state.skipping > 0,
  };
};

const openElement = (state: State, name: string, attributes: XmlAttributes): void => {
  if (name === 'text:soft-page-break') endPage(state);
  if (state.skipping > 0 || SKIPPED.has(name)) {
    state.skipping += 1;
    return;
  }
  if (PARAGRAPHS.has(name)) startParagraph(state, name, attributes);
  if (name === 'text:note') state.noteDepth += 1;
  if (name === 'text:span') {
    const chain = styleChain(state.styles, 'text', attributes['text:style-name']);
    state.spans.push(hasStyle(state.styles, chain, 'isHidden'));
  }
  const paragraph = state.open.at(-1)?.read;
  if (paragraph && SPACES.has(name)) paragraph.text += ' ';
};

const endPage = (state: State): void => {
  state.page += 1;
  const paragraph = state.open.at(-1);
  if (!paragraph?.hasText) return;
  const { text, pageStarts } = paragraph.read;
  pageStarts.push({ at: text.length, page: state.page });
};

const startParagraph = (state: State, name: string, attributes: XmlAttributes): void => {
  const chain = styleChain(state.styles, 'paragraph', attributes['text:style-name']);
  if (state.open.length === 0) turnPage(state, chain);
  const level = levelOf(name, chain, Number(attributes['text:outline-level'] ?? 1));
  state.open.push({
    read: { text: '', page: state.page, pageStarts: [], level, isNote: state.noteDepth > 0 },
    hasText: false,
    isHidden: hasStyle(state.styles, chain, 'isHidden'),
  });
};

const turnPage = (state: State, chain: readonly string[]): void => {
  const breaks = state.isBreakDue || hasStyle(state.styles, chain, 'breaksBefore');
  if (breaks && state.isStarted) state.page += 1;
  state.isStarted = true;
  state.isBreakDue = hasStyle(state.styles, chain, 'breaksAfter');
};

const TITLE_STYLE = 'paragraph/Title';
const MAX_LEVEL = 6;

const levelOf = (name: string, chain: readonly string[], outline: number): number | undefined => {
  if (name === 'text:h') return Math.min(MAX_LEVEL, outline || 1);
  return chain.includes(TITLE_STYLE) ? 1 : undefined;
};

const addText = ({ open, spans, skipping, page }: State, text: string): void => {
  const paragraph = open.at(-1);
  if (!paragraph || paragraph.isHidden || skipping > 0 || spans.includes(true)) return;
  if (!paragraph.hasText && text.trim() !== '') {
    paragraph.read.page = page;
    paragraph.hasText = true;
  }
  paragraph.read.text += text;
};

/** The paragraph that ends here. */
const closeElement = (state: State, name: string): OdfParagraph | undefined => {
  if (state.skipping > 0) {
    state.skipping -= 1;
    return undefined;
  }
  if (name === 'text:note') state.noteDepth -= 1;
  if (name === 'text:span') state.spans.pop();
  return PARAGRAPHS.has(name) ? state.open.pop()?.read : undefined;
};

const cleanParagraph = (read: OdfParagraph): OdfParagraph => ({
  ...read,
  text: oneLine(read.text),
  pageStarts: cleanPageStarts(read, oneLine),
});

const names = (list: string): ReadonlySet<string> => new Set(list.split(' '));

/** Not the document's own words: remarks, deleted text, lists of its headings, reading aids, hidden text. */
const SKIPPED = names(
  'text:tracked-changes office:annotation text:table-of-content text:illustration-index text:table-index text:object-index text:user-index text:alphabetical-index text:note-citation text:ruby-text text:hidden-text text:hidden-paragraph svg:title svg:desc office:forms',
);
const PARAGRAPHS = names('text:p text:h');
const SPACES = names('text:s text:tab text:line-break');

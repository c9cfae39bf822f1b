import { isAlternativeText } from '../../office/alternative-text.js';
import { mathmlFormula } from '../../office/formulas.js';
import type { LeftOut } from '../../office/left-out.js';
import { PAGE_NUMBER } from '../../office/margins.js';
import { RunText } from '../../office/run-text.js';
import { createTreeBuilder } from '../../office/xml-tree.js';
import { LinkText } from '../../link-target.js';
import { cleanPageStarts } from '../../normalise-document.js';
import { readXml, type XmlAttributes } from '../../office-xml.js';
import type { Block, PageStart } from '../../parsed-document.js';
import { oneLine, wordSet } from '../../parser.js';
import { keepTabs } from '../../tabbed-paragraphs.js';
import { createListNumbering } from './numbering.js';
import { readObject } from './objects.js';
import type { OdfFile } from './package.js';
import { headingLevel, lookOf, shownLook, styleChain, type Look } from './styles.js';

export type OdfParagraph = {
  text: string;
  /** The page of its first letter. */
  page: number;
  /** The places in its text at which further pages begin. */
  pageStarts: PageStart[];
  level: number | undefined;
  isNote: boolean;
  /** Its number in a list or among the headings; empty if it has none, or a bullet. */
  label: string;
};

/** Handlers for the parts that belong to the document's own words; `page` is the page on which the element begins. */
export type OdfHandlers = {
  open(name: string, attributes: XmlAttributes, page: number): void;
  close(name: string): void;
  paragraph(paragraph: OdfParagraph): void;
  /** Charts, texts of pictures, and formulas and controls outside of paragraphs. */
  drawn(blocks: readonly Block[]): void;
};

type Source = Pick<OdfFile, 'content' | 'styles' | 'objects' | 'leftOut'>;

/**
 * Reads the paragraphs of an OpenDocument text and their pages. A page ends where the program noted it, and where a style starts a new one.
 * In a margin the page numbers are marked. Returns the number of pages.
 */
export const readParagraphs = (
  source: Source,
  handlers: OdfHandlers,
  { isMargin } = { isMargin: false },
): number => {
  const reader = new ParagraphReader(source, handlers, isMargin);
  readXml(source.content, reader);
  return reader.page;
};

/** `hasText`, because checking the growing text for every piece would take quadratic time. */
type Draft = { read: OdfParagraph; runs: RunText; hasText: boolean; look: Look; isHidden: boolean };

/** A frame with its author's words for it; `isRead` if it contains an object that was read. */
type Frame = { title: string; description: string; isRead: boolean };

class ParagraphReader {
  page = 1;
  private readonly source: Source;
  private readonly handlers: OdfHandlers;
  private readonly isMargin: boolean;
  private readonly numbering: ReturnType<typeof createListNumbering>;
  private readonly controls = createFormControls();
  /** Open paragraphs; there can be several, because frames and notes contain paragraphs inside one. */
  private readonly drafts: Draft[] = [];
  private readonly spans: Look[] = [];
  private readonly frames: Frame[] = [];
  private readonly formula = createTreeBuilder();
  private formulaDepth = 0;
  /** The destination of text that is not part of the paragraph itself. */
  private aside: 'title' | 'description' | 'number' | undefined;
  private skipping = 0;
  /** The warning to give if the skipped element contains text. */
  private skipped: LeftOut | undefined;
  private link: LinkText | undefined;
  private noteDepth = 0;
  private tableDepth = 0;
  private isStarted = false;
  private isBreakDue = false;

  constructor(source: Source, handlers: OdfHandlers, isMargin: boolean) {
    this.source = source;
    this.handlers = handlers;
    this.isMargin = isMargin;
    this.numbering = createListNumbering(source.styles.lists);
  }

  open(name: string, attributes: XmlAttributes): void {
    if (name === 'text:soft-page-break') this.endPage();
    if (name.startsWith('form:')) this.controls.open(name, attributes);
    if (this.skipping > 0 || this.isSkipped(name, attributes)) {
      this.skipping += 1;
    } else if (this.formulaDepth > 0 || FORMULAS.has(name)) {
      this.formulaDepth += 1;
      this.formula.open(name.slice(name.indexOf(':') + 1), attributes);
    } else {
      this.openElement(name, attributes);
      this.handlers.open(name, attributes, this.page);
    }
  }

  text(text: string): void {
    if (this.skipping > 0) {
      const { skipped } = this;
      if (skipped !== undefined && text.trim() !== '') this.source.leftOut.add(skipped);
    } else if (this.formulaDepth > 0) this.formula.text(text);
    else if (this.aside === undefined) this.addText(text);
    else this.addAside(this.aside, text);
  }

  close(name: string): void {
    if (this.skipping > 0) {
      this.skipping -= 1;
      return;
    }
    if (this.formulaDepth > 0) {
      this.formulaDepth -= 1;
      const formula = this.formula.close();
      if (formula) this.addFormula(mathmlFormula(formula));
      return;
    }
    if (ASIDES.has(name)) this.aside = undefined;
    if (name === 'text:note') this.noteDepth -= 1;
    if (name === 'text:span') this.spans.pop();
    if (name === 'text:a') this.closeLink();
    if (name === 'table:table') this.tableDepth -= 1;
    if (name === 'text:list') this.numbering.closeList();
    if (ITEMS.has(name)) this.numbering.closeItem();
    if (name === 'draw:frame') this.closeFrame();
    if (name === 'field:fieldmark') this.addControl(this.controls.takeBox());
    if (PARAGRAPHS.has(name)) this.closeParagraph();
    this.handlers.close(name);
  }

  private isSkipped(name: string, attributes: XmlAttributes): boolean {
    const isHidden =
      (name === 'text:hidden-text' && attributes['text:is-hidden'] === 'true') ||
      (name === 'text:section' && attributes['text:display'] === 'none');
    if (isHidden && attributes['text:string-value']) this.source.leftOut.add('hiddenText');
    this.skipped = isHidden ? 'hiddenText' : undefined;
    const isPageNumber = this.isMargin && PAGE_NUMBERS.has(name);
    if (isPageNumber) this.drafts.at(-1)?.runs.add(PAGE_NUMBER);
    return isHidden || isPageNumber || SKIPPED.has(name) || (this.isMargin && FIELDS.has(name));
  }

  private openElement(name: string, attributes: XmlAttributes): void {
    if (PARAGRAPHS.has(name)) this.startParagraph(name, attributes);
    if (name === 'text:note') this.noteDepth += 1;
    if (name === 'text:span') {
      const chain = styleChain(this.source.styles, 'text', attributes['text:style-name']);
      this.spans.push(lookOf(chain));
    }
    const draft = this.drafts.at(-1);
    if (name === 'text:tab') draft?.runs.add(this.isMargin ? ' | ' : '\t');
    if (name === 'text:s' || name === 'text:line-break') draft?.runs.add(' ');
    if (name === 'table:table') {
      if (this.tableDepth === 0) this.turnPage('table', attributes['table:style-name']);
      this.tableDepth += 1;
    }
    if (name === 'text:list') this.numbering.openList(attributes);
    if (ITEMS.has(name)) this.numbering.openItem(name, attributes);
    this.aside = ASIDES.get(name) ?? this.aside;
    // As the program wrote it, so nothing has to be counted.
    if (name === 'text:number' && draft) draft.read.label = '';
    if (name === 'text:hidden-paragraph' && attributes['text:is-hidden'] === 'true' && draft) {
      draft.isHidden = true;
    }
    if (name === 'text:a') this.link = new LinkText(attributes['xlink:href'] ?? '');
    if (name.startsWith('draw:')) this.openDrawing(name, attributes);
    if (name.startsWith('field:')) this.controls.openField(name, attributes);
  }

  private openDrawing(name: string, attributes: XmlAttributes): void {
    if (name === 'draw:frame') this.frames.push({ title: '', description: '', isRead: false });
    if (name === 'draw:control') {
      this.addControl(this.controls.shownFor(attributes['draw:control']));
    }
    if (name === 'draw:object-ole') this.source.leftOut.add('embeddedObject');
    const link = attributes['xlink:href'];
    if (name === 'draw:object' && link !== undefined) this.readObject(link.replace(/^\.\//u, ''));
  }

  private readObject(name: string): void {
    const { objects, leftOut } = this.source;
    const xml = objects.get(name);
    objects.delete(name);
    const object = xml === undefined ? undefined : readObject(xml, this.page);
    const frame = this.frames.at(-1);
    if (frame) frame.isRead = object !== undefined;
    if (object === undefined) {
      leftOut.add(xml === undefined ? 'embeddedObject' : 'embeddedDocument');
    } else if ('formula' in object) this.addFormula(object.formula);
    else {
      if (object.isEmpty) leftOut.add('emptyChart');
      this.handlers.drawn(object.blocks);
    }
  }

  private addFormula(formula: string): void {
    const draft = this.drafts.at(-1);
    const frame = this.frames.at(-1);
    if (frame) frame.isRead = true;
    if (draft) {
      this.noteText(draft);
      draft.runs.add(formula, 'formula');
    } else this.addDrawn(formula);
  }

  private addControl(shown: string): void {
    const draft = this.drafts.at(-1);
    if (shown === '') return;
    if (draft) {
      this.noteText(draft);
      draft.runs.add(` ${shown} `);
    } else this.addDrawn(shown);
  }

  private addDrawn(text: string): void {
    if (text.trim() === '') return;
    this.handlers.drawn([{ text: oneLine(text), kind: 'paragraph', page: this.page }]);
  }

  private closeFrame(): void {
    const { title = '', description = '', isRead = true } = this.frames.pop() ?? {};
    const own = description.trim() === '' ? title : description;
    if (!isRead && isAlternativeText(own)) this.addDrawn(own);
  }

  private addAside(aside: 'title' | 'description' | 'number', text: string): void {
    const frame = this.frames.at(-1);
    const draft = this.drafts.at(-1);
    if (aside === 'number' && draft) draft.read.label += text;
    if (aside !== 'number' && frame) frame[aside] += text;
  }

  private addText(text: string): void {
    const draft = this.drafts.at(-1);
    if (!draft) return;
    const { isHidden, isStruck, position } = shownLook([draft.look, ...this.spans]);
    if (text.trim() !== '') {
      if (isHidden || draft.isHidden) this.source.leftOut.add('hiddenText');
      else if (isStruck) this.source.leftOut.add('struckText');
      else this.noteText(draft);
    }
    if (isHidden || isStruck || draft.isHidden) return;
    draft.runs.add(text, position);
    this.link?.add(text);
  }

  private closeLink(): void {
    const { suffix = '' } = this.link ?? {};
    this.link = undefined;
    this.drafts.at(-1)?.runs.add(suffix);
  }

  private noteText(draft: Draft): void {
    if (!draft.hasText) draft.read.page = this.page;
    draft.hasText = true;
  }

  private closeParagraph(): void {
    const draft = this.drafts.pop();
    if (!draft) return;
    // The field that hides a paragraph may come after some of its words.
    if (draft.isHidden && draft.hasText) this.source.leftOut.add('hiddenText');
    const read = { ...draft.read, text: draft.isHidden ? '' : draft.runs.value };
    const pageStarts = cleanPageStarts(read, keepTabs);
    this.handlers.paragraph({ ...read, text: keepTabs(read.text), pageStarts });
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
    const chain = styleChain(this.source.styles, 'paragraph', style);
    const outline = Math.min(MAX_LEVEL, Number(attributes['text:outline-level'] ?? 1) || 1);
    const level = name === 'text:h' ? outline : headingLevel(chain);
    const list = chain.find((own) => own.list !== undefined)?.list;
    const isHeading = name === 'text:h';
    const label = isHeading
      ? this.numbering.headingLabel(attributes, list)
      : this.numbering.itemLabel(list);
    this.drafts.push({
      read: { text: '', page: this.page, pageStarts: [], level, isNote: this.noteDepth > 0, label },
      runs: new RunText(),
      hasText: false,
      look: lookOf(chain),
      isHidden: false,
    });
  }

  private turnPage(family: string, style: string | undefined): void {
    const chain = styleChain(this.source.styles, family, style);
    const breaks = this.isBreakDue || chain.some(({ breaksBefore }) => breaksBefore);
    if (breaks && this.isStarted) this.page += 1;
    this.isStarted = true;
    this.isBreakDue = chain.some(({ breaksAfter }) => breaksAfter);
  }
}

const MAX_LEVEL = 6;

/** Not the document's own words: comments, deleted text, generated lists of headings, reading aids. */
const SKIPPED = wordSet(
  'text:tracked-changes office:annotation text:table-of-content text:illustration-index text:table-index text:object-index text:user-index text:alphabetical-index text:note-citation text:ruby-text office:forms',
);
const PARAGRAPHS = wordSet('text:p text:h presentation:header-decl presentation:footer-decl');
const ITEMS = wordSet('text:list-item text:list-header');
const FORMULAS = wordSet('math math:math');
const ASIDES: ReadonlyMap<string, 'title' | 'description' | 'number'> = new Map([
  ['svg:title', 'title'],
  ['svg:desc', 'description'],
  ['text:number', 'number'],
]);
const PAGE_NUMBERS = wordSet('text:page-number text:page-count');
/** Fields that programs put into margins by themselves. */
const FIELDS = wordSet('text:sheet-name text:file-name text:date text:time');

/** Collects the controls of a file's forms; they are stored apart from the places where they are drawn. */
const createFormControls = () => {
  const shown = new Map<string, string>();
  let list: string | undefined;
  let box: string | undefined;
  return {
    /** An element of a form. */
    open: (name: string, attributes: XmlAttributes): void => {
      const id = attributes['form:id'] ?? attributes['xml:id'];
      const text = shownBy(name, attributes);
      if (id !== undefined && text !== '') shown.set(id, text);
      if (name === 'form:listbox') list = id;
      const isChosen = name === 'form:option' && attributes['form:current-selected'] === 'true';
      if (!isChosen || list === undefined) return;
      const label = attributes['form:label'] ?? attributes['form:value'] ?? '';
      shown.set(list, [shown.get(list) ?? [], label].flat().join(', '));
    },
    /** The state or the value of a control, with its label. */
    shownFor: (id: string | undefined): string => shown.get(id ?? '') ?? '',
    /** An element of a field that Word calls a legacy one. */
    openField: (name: string, attributes: XmlAttributes): void => {
      if (name === 'field:fieldmark') {
        box = /CHECKBOX$/iu.test(attributes['field:type'] ?? '') ? '☐' : undefined;
      }
      const isState = name === 'field:param' && attributes['field:name'] === 'Checkbox_Checked';
      if (isState && box !== undefined) box = attributes['field:value'] === 'true' ? '☑' : '☐';
    },
    /** The box that was read last; it is returned only once. */
    takeBox: (): string => {
      const taken = box ?? '';
      box = undefined;
      return taken;
    },
  };
};

const shownBy = (name: string, attributes: XmlAttributes): string => {
  const label = attributes['form:label'] ?? '';
  if (name === 'form:checkbox') {
    const state = attributes['form:current-state'] ?? attributes['form:state'];
    return `${state === 'checked' ? '☑' : '☐'} ${label}`.trim();
  }
  if (name === 'form:radio') {
    const state = attributes['form:current-selected'] ?? attributes['form:selected'];
    return `${state === 'true' ? '☑' : '☐'} ${label}`.trim();
  }
  if (name === 'form:fixed-text') return label;
  if (!CONTROLS.has(name)) return '';
  return attributes['form:current-value'] ?? attributes['form:value'] ?? '';
};

/** Controls that people fill in; passwords are not text. */
const CONTROLS: ReadonlySet<string> = new Set([
  'form:text',
  'form:textarea',
  'form:formatted-text',
  'form:number',
  'form:date',
  'form:time',
  'form:combobox',
]);

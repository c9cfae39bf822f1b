import { attribute, readLocalXml, type XmlAttributes } from '../../office-xml.js';
import { isAlternativeText } from '../../office/alternative-text.js';
import { officeFormula } from '../../office/formulas.js';
import type { LeftOut } from '../../office/left-out.js';
import { PAGE_NUMBER } from '../../office/margins.js';
import type { Position } from '../../office/run-text.js';
import { symbolFontOf, symbolText } from '../../office/symbol-fonts.js';
import { createTreeBuilder } from '../../office/xml-tree.js';
import { LinkText } from '../../link-target.js';
import type { Block } from '../../parsed-document.js';
import { wordSet } from '../../parser.js';
import { Controls } from './fields.js';
import { Fields } from './fields.js';
import type { Numbering } from './numbering.js';
import type { Pages } from './pages.js';
import { newParagraph, type Paragraph } from './paragraph.js';
import { Story } from './story.js';
import {
  isOn,
  readParagraphProperty,
  readRunProperty,
  type RunProperties,
  type Styles,
} from './styles.js';

/** The context that the parts of one document share. */
export type StoryContext = {
  styles: Styles;
  numbering: Numbering;
  pages: Pages;
  /** The blocks of a footnote or endnote, by its kind and number. */
  noteOf: (kind: string, id: string) => readonly Block[];
  /** The blocks of a chart or a diagram, by the id of its relationship. */
  drawingOf: (id: string) => readonly Block[];
  /** The address of a link, by the id of its relationship; empty if it has none. */
  linkOf: (id: string) => string;
  leftOut: Set<LeftOut>;
  /** Marks page numbers, in headers and footers. */
  marksPageNumbers?: boolean;
};

type Run = { style?: string; properties: RunProperties; resolved?: RunProperties };
/** A flow of text, and its open paragraph. */
type Flow = { story: Story; paragraph: Paragraph | undefined };

/** Reads a part of a document, or only its elements with one name, each as a flow of its own. */
export const readStories = (
  xml: string,
  context: StoryContext,
  each?: string,
): Map<string, Block[]> => {
  const stories = new Map<string, Block[]>();
  const reader = new StoryReader(context);
  let depth = 0;
  readLocalXml(xml, {
    open: (name, attributes) => {
      depth += 1;
      if (name === each) reader.startFlow(storyKey(attributes));
      reader.open(name, attributes);
    },
    text: (text) => reader.text(text),
    close: (name) => {
      depth -= 1;
      reader.close(name);
      if (name !== each && depth > 0) return;
      const { key, blocks } = reader.endFlow();
      if (key !== undefined) stories.set(key, blocks);
    },
  });
  return stories;
};

/** Notes with a type are only separators between the text and the notes. */
const storyKey = (attributes: XmlAttributes): string | undefined =>
  attribute(attributes, 'type') === undefined || attribute(attributes, 'type') === 'normal'
    ? (attribute(attributes, 'id') ?? '')
    : undefined;

class StoryReader {
  private readonly context: StoryContext;
  private readonly fields = new Fields();
  private outer: Flow = { story: new Story(), paragraph: undefined };
  /** The flows of text boxes. */
  private flows: Flow[] = [];
  private key: string | undefined = '';
  private skipping = 0;
  private isInParagraphProperties = false;
  private isInRunProperties = false;
  private isInRowProperties = false;
  private run: Run | undefined;
  private link: LinkText | undefined;
  private isText = false;
  private isInstruction = false;
  private readonly controls = new Controls();
  private formula: ReturnType<typeof createTreeBuilder> | undefined;

  constructor(context: StoryContext) {
    this.context = context;
  }

  startFlow(key: string | undefined): void {
    this.outer = { story: new Story(), paragraph: undefined };
    this.flows = [];
    this.key = key;
  }

  endFlow(): { key: string | undefined; blocks: Block[] } {
    return { key: this.key, blocks: this.outer.story.end() };
  }

  open(name: string, attributes: XmlAttributes): void {
    if (this.formula) this.formula.open(name, attributes);
    else if (this.skipping > 0 || SKIPPED.has(name)) this.skip(name);
    else if (name === 'oMath') {
      this.formula = createTreeBuilder();
      this.formula.open(name, attributes);
    } else if (this.isInParagraphProperties) this.readParagraphProperties(name, attributes);
    else if (this.isInRunProperties) this.readRunProperties(name, attributes);
    else if (!this.openBlock(name, attributes)) this.openInline(name, attributes);
  }

  text(text: string): void {
    if (this.formula) this.formula.text(text);
    else if (this.skipping > 0) return;
    else if (this.isInstruction) this.fields.addInstruction(text);
    else if (this.isText) this.write(text);
  }

  close(name: string): void {
    if (this.formula) {
      const tree = this.formula.close();
      if (!tree) return;
      this.formula = undefined;
      this.write(officeFormula(tree), 'formula');
    } else if (this.skipping > 0) this.skipping -= 1;
    else this.closeElement(name);
  }

  private get flow(): Flow {
    return this.flows.at(-1) ?? this.outer;
  }

  private skip(name: string): void {
    const { paragraph } = this.flow;
    const isMark = this.isInParagraphProperties && this.isInRunProperties && this.skipping === 0;
    if (isMark && name === 'del' && paragraph) paragraph.isMarkDeleted = true;
    if (this.isInRowProperties && name === 'del' && this.skipping === 0)
      this.flow.story.describeRow({ isDeleted: true });
    this.skipping += 1;
  }

  private readParagraphProperties(name: string, attributes: XmlAttributes): void {
    const { paragraph } = this.flow;
    if (!paragraph) return;
    if (name === 'rPr') this.isInRunProperties = true;
    else if (name === 'sectPr') paragraph.endsSection = true;
    else if (!this.isInRunProperties) readParagraphProperty(paragraph.properties, name, attributes);
    // If its paragraph mark is hidden, a paragraph without text of its own is joined to the next one.
    else if (name === 'vanish' && isOn(attribute(attributes, 'val')))
      paragraph.isMarkDeleted = true;
  }

  private readRunProperties(name: string, attributes: XmlAttributes): void {
    if (!this.run) return;
    if (name === 'rStyle') this.run.style = attribute(attributes, 'val') ?? '';
    else readRunProperty(this.run.properties, name, attributes);
  }

  /** Opens elements that contain paragraphs; false for any other. */
  private openBlock(name: string, attributes: XmlAttributes): boolean {
    const { story } = this.flow;
    const value = attribute(attributes, 'val');
    if (name === 'p') this.openParagraph();
    else if (name === 'pPr') this.isInParagraphProperties = true;
    else if (name === 'tbl') story.openTable();
    else if (name === 'tr') story.openRow(this.context.pages.current);
    else if (name === 'trPr') this.isInRowProperties = true;
    else if (name === 'tblHeader') story.describeRow({ isHeader: isOn(value) });
    else if (name === 'gridBefore') story.skipColumns(Math.min(MAX_COLUMNS, Number(value) || 0));
    else if (name === 'tc') story.openCell();
    else if (name === 'gridSpan')
      story.describeCell({ columns: Math.min(MAX_COLUMNS, Number(value) || 1) });
    else if (name === 'vMerge') story.describeCell({ isMergedDown: value !== 'restart' });
    else if (name === 'txbxContent') this.flows.push({ story: new Story(), paragraph: undefined });
    else if (name === 'sdt') this.controls.begin();
    else return this.controls.describe(name, attributes);
    return true;
  }

  private openInline(name: string, attributes: XmlAttributes): void {
    if (name === 'r') this.run = { properties: {} };
    else if (name === 'rPr') this.isInRunProperties = true;
    else if (name === 't') this.isText = true;
    else if (name === 'instrText') this.isInstruction = true;
    else if (name === 'hyperlink') this.link = new LinkText(this.targetOf(attributes));
    else if (name === 'fldSimple') this.fields.begin(attribute(attributes, 'instr') ?? ' ');
    else if (name === 'fldChar') this.turnField(attribute(attributes, 'fldCharType'));
    else if (name === 'br' || name === 'lastRenderedPageBreak') this.breakLine(name, attributes);
    else if (name === 'sym') this.writeSymbol(attributes);
    else if (name === 'footnoteReference' || name === 'endnoteReference')
      this.addNote(name, attributes);
    else if (SPACES.has(name) && this.run) this.write(SPACES.get(name) ?? '');
    else if (FORM.has(name)) this.fields.readForm(name, attributes);
    else this.openDrawing(name, attributes);
  }

  private targetOf(attributes: XmlAttributes): string {
    // `w:id` is not the relationship.
    const key = Object.keys(attributes).find((name) => name.endsWith(':id') && name !== 'w:id');
    const target = this.context.linkOf((key && attributes[key]) ?? '');
    const place = attribute(attributes, 'anchor');
    return target !== '' && place !== undefined ? `${target}#${place}` : target;
  }

  private closeLink(): void {
    const { suffix = '' } = this.link ?? {};
    this.link = undefined;
    this.write(suffix);
  }

  private openDrawing(name: string, attributes: XmlAttributes): void {
    const { paragraph } = this.flow;
    const id = attribute(attributes, name === 'relIds' ? 'dm' : 'id');
    if (name === 'docPr' || name === 'shape') {
      const text = attribute(attributes, name === 'docPr' ? 'descr' : 'alt') ?? '';
      if (paragraph && isAlternativeText(text)) paragraph.anchored.push(this.toAlternative(text));
    }
    if ((name === 'chart' || name === 'relIds') && id !== undefined) {
      paragraph?.anchored.push(...this.context.drawingOf(id));
    }
    if (name === 'altChunk') this.context.leftOut.add('embeddedDocument');
    if (name === 'OLEObject') this.context.leftOut.add('embeddedObject');
    if (name === 'control') this.context.leftOut.add('formControl');
  }

  private toAlternative(text: string): Block {
    return { text, kind: 'paragraph', page: this.context.pages.current };
  }

  private turnField(type: string | undefined): void {
    if (type === 'begin') this.fields.begin();
    if (type === 'separate') this.fields.separate();
    if (type === 'end') this.write(this.fields.end());
  }

  private breakLine(name: string, attributes: XmlAttributes): void {
    const { pages } = this.context;
    const isPage = name === 'br' && attribute(attributes, 'type') === 'page';
    if (name === 'br' && !isPage) this.write('\n');
    else if (name === 'br' ? pages.breakOnPurpose() : pages.breakAsRendered()) this.notePage();
  }

  private notePage(): void {
    const { paragraph } = this.flow;
    if (!paragraph?.hasText) return;
    paragraph.pageStarts.push({
      at: paragraph.text.value.length,
      page: this.context.pages.current,
    });
  }

  private writeSymbol(attributes: XmlAttributes): void {
    const code = Number.parseInt(attribute(attributes, 'char') ?? '', 16);
    if (!(code >= 0 && code <= 0xffff)) return;
    const font = symbolFontOf(attribute(attributes, 'font'));
    const text = String.fromCharCode(code);
    this.write(font === undefined ? text : symbolText(text, font));
  }

  private addNote(name: string, attributes: XmlAttributes): void {
    const kind = name.replace('Reference', '');
    const { paragraph } = this.flow;
    if (this.properties.isHidden || this.properties.isStruck) return;
    paragraph?.notes.push(...this.context.noteOf(kind, attribute(attributes, 'id') ?? ''));
  }

  /** The properties of the open run: its own, then those of its style, then those of its paragraph's style. */
  private get properties(): RunProperties {
    const { run, context } = this;
    if (!run) return {};
    run.resolved ??= {
      ...context.styles.runOf(this.flow.paragraph?.properties.style),
      ...(run.style === undefined ? {} : context.styles.runOf(run.style)),
      ...run.properties,
    };
    return run.resolved;
  }

  /** Adds the visible part of a text to the open paragraph. */
  private write(text: string, height?: Position): void {
    const { fields, context } = this;
    const { paragraph } = this.flow;
    const { isHidden, isStruck, position, symbolFont } = this.properties;
    if (!paragraph || text === '' || !fields.isShown) return;
    if (isHidden === true || isStruck === true) {
      const isText = text.trim() !== '';
      if (isText) context.leftOut.add(isHidden === true ? 'hiddenText' : 'struckText');
      return;
    }
    const shown = this.controls.shown(symbolFont ? symbolText(text, symbolFont) : text);
    if (shown === '' || fields.isCheckBox) return;
    fields.noteText(shown);
    this.link?.add(shown);
    if (!paragraph.hasText && shown.trim() !== '') {
      paragraph.hasText = true;
      paragraph.page = context.pages.current;
      context.pages.noteText();
    }
    if (fields.isListing || this.controls.isListing) {
      paragraph.isBoilerplate = true;
    }
    const isNumber = context.marksPageNumbers === true && fields.isPageNumber;
    const own = position === 'level' ? undefined : position;
    paragraph.text.add(isNumber ? PAGE_NUMBER : shown, height ?? own);
  }

  private openParagraph(): void {
    // A paragraph inside another one, other than in a text box, is not valid in Word; the outer one continues after it.
    if (this.flow.paragraph) this.closeParagraph();
    this.flow.paragraph = newParagraph(this.context.pages.current);
  }

  private closeParagraph(): void {
    const { story, paragraph } = this.flow;
    const { styles, numbering, pages } = this.context;
    this.flow.paragraph = undefined;
    if (!paragraph) return;
    const { properties, hasText, isMarkDeleted, endsSection, text, ...read } = paragraph;
    const isGone = isMarkDeleted && !hasText;
    const mark = isGone ? undefined : numbering.markOf(properties);
    const level = styles.headingLevelOf(properties);
    const isInList = styles.isListParagraph(properties.style);
    story.addParagraph({ ...read, text: text.value, mark, level, isInList });
    if (endsSection) pages.endSection();
  }

  private closeElement(name: string): void {
    if (name === 'pPr') {
      this.isInParagraphProperties = false;
      this.startPage();
    } else if (name === 'rPr') this.isInRunProperties = false;
    else if (this.isInParagraphProperties || this.isInRunProperties) return;
    else if (name === 't') this.isText = false;
    else if (name === 'trPr') this.isInRowProperties = false;
    else if (name === 'instrText') this.isInstruction = false;
    else if (name === 'r') this.run = undefined;
    else if (name === 'hyperlink') this.closeLink();
    else if (name === 'fldSimple') this.write(this.fields.end());
    else if (name === 'ffData') this.fields.closeForm();
    else if (name === 'sdt') this.closeControl();
    else if (name === 'p') this.closeParagraph();
    else if (name === 'tbl') this.flow.story.closeTable();
    else if (name === 'txbxContent') this.closeTextBox();
  }

  private startPage(): void {
    const { paragraph } = this.flow;
    const { styles, pages } = this.context;
    if (paragraph && styles.breaksBefore(paragraph.properties)) pages.breakBefore();
  }

  private closeControl(): void {
    // A check box may be there without a sign for it.
    if (this.controls.isUnwritten) this.write('☐');
    this.controls.end();
  }

  private closeTextBox(): void {
    if (this.flows.length === 0) return;
    const { story } = this.flow;
    this.flows.pop();
    const blocks = story.end();
    const { paragraph } = this.flow;
    if (paragraph) paragraph.anchored.push(...blocks);
  }
}

const MAX_COLUMNS = 1_000;

/** Not the document's own words: deleted and moved text, earlier properties, reading aids, drawings that are stored twice. */
const SKIPPED = wordSet(
  'del moveFrom Fallback pPrChange rPrChange sectPrChange tblPrChange tcPrChange trPrChange numberingChange rt delText delInstrText cellDel',
);
const SPACES: ReadonlyMap<string, string> = new Map([
  ['tab', '\t'],
  ['ptab', '\t'],
  ['cr', '\n'],
  ['noBreakHyphen', '-'],
]);
const FORM = wordSet('ffData checked default result listEntry');

import { equationText } from '../../office/equation-field.js';
import { attribute, type XmlAttributes } from '../../office-xml.js';
import { hyperlinkTarget, LinkText } from '../../link-target.js';
import { isOn } from './styles.js';

type Field = {
  instruction: string;
  isResult: boolean;
  hasResult: boolean;
  /** The text of a link. */
  link: LinkText | undefined;
  /** The state of a check box in Word's older forms. */
  isChecked: boolean | undefined;
  isCheckedByDefault: boolean;
  entries: string[];
  entry: number;
};

/** Lists of headings, index entries and quoted authorities, which Word generates. */
const LISTINGS = new Set(['TOC', 'INDEX', 'TOA']);
const PAGE_NUMBERS = new Set(['PAGE', 'NUMPAGES', 'SECTIONPAGES']);

/** Follows the fields of a document: text that Word fills in, which can be nested and can span paragraphs. */
export class Fields {
  private readonly open: Field[] = [];
  private isInFormProperties = false;

  begin(instruction = ''): void {
    this.open.push({
      instruction,
      isResult: instruction !== '',
      hasResult: false,
      link: linkOf(instruction),
      isChecked: undefined,
      isCheckedByDefault: false,
      entries: [],
      entry: 0,
    });
  }

  separate(): void {
    const field = this.open.at(-1);
    if (!field) return;
    field.isResult = true;
    field.link = linkOf(field.instruction);
  }

  /** Ends the innermost field, and returns what it shows that is not in the file as text, such as the target of a link. */
  end(): string {
    const field = this.open.pop();
    if (field?.link && this.isShown) return field.link.suffix;
    if (!field || field.hasResult || !this.isShown) return '';
    const kind = kindOf(field);
    if (kind === 'FORMCHECKBOX') return (field.isChecked ?? field.isCheckedByDefault) ? '☑' : '☐';
    if (kind === 'FORMDROPDOWN') return field.entries[field.entry] ?? '';
    if (kind === 'EQ') return equationText(field.instruction);
    return '';
  }

  addInstruction(text: string): void {
    const field = this.open.at(-1);
    if (field && !field.isResult && field.instruction.length < MAX_INSTRUCTION)
      field.instruction += text;
  }

  /** Reads the form at the beginning of a field. */
  readForm(name: string, attributes: XmlAttributes): void {
    const field = this.open.at(-1);
    const value = attribute(attributes, 'val');
    if (!field) return;
    const isOn = value === undefined || !['0', 'false', 'off'].includes(value);
    if (name === 'ffData') this.isInFormProperties = true;
    if (!this.isInFormProperties) return;
    if (name === 'checked') field.isChecked = isOn;
    if (name === 'default') field.isCheckedByDefault = isOn;
    if (name === 'default' || name === 'result') field.entry = Number(value ?? 0) || 0;
    if (name === 'listEntry' && field.entries.length < MAX_ENTRIES) field.entries.push(value ?? '');
  }

  closeForm(): void {
    this.isInFormProperties = false;
  }

  /** Notes that a piece of text is the result of the fields around it. */
  noteText(text: string): void {
    const field = this.open.at(-1);
    if (field) field.hasResult = true;
    this.open.findLast(({ link }) => link !== undefined)?.link?.add(text);
  }

  /** The text at this place is shown and is not an instruction. */
  get isShown(): boolean {
    return this.open.every(({ isResult }) => isResult);
  }

  get isListing(): boolean {
    return this.open.some((field) => LISTINGS.has(kindOf(field)));
  }

  get isPageNumber(): boolean {
    return this.open.some((field) => PAGE_NUMBERS.has(kindOf(field)));
  }

  get isCheckBox(): boolean {
    return this.open.some((field) => kindOf(field) === 'FORMCHECKBOX');
  }
}

const linkOf = (instruction: string): LinkText | undefined => {
  const target = hyperlinkTarget(instruction);
  return target === undefined ? undefined : new LinkText(target);
};

const MAX_INSTRUCTION = 10_000;
const MAX_ENTRIES = 1_000;

const kindOf = ({ instruction }: Field): string =>
  /^\s*(\w+)/u.exec(instruction)?.[1]?.toUpperCase() ?? '';

type Control = {
  isListing: boolean;
  isPlaceholder: boolean;
  /** Undefined if it is not a check box. */
  isChecked?: boolean;
  isWritten: boolean;
};

/** Follows the content controls of a document, which can be nested. */
export class Controls {
  private readonly open: Control[] = [];

  begin(): void {
    this.open.push({ isListing: false, isPlaceholder: false, isWritten: false });
  }

  /** Stores what an element says about the innermost control; false if it says nothing. */
  describe(name: string, attributes: XmlAttributes): boolean {
    const control = this.open.at(-1);
    if (!control || control.isWritten) return false;
    const value = attribute(attributes, 'val');
    if (name === 'docPartGallery') control.isListing = value === 'Table of Contents';
    else if (name === 'showingPlcHdr') control.isPlaceholder = isOn(value);
    else if (name === 'checkbox') control.isChecked ??= false;
    else if (name === 'checked' && control.isChecked !== undefined) control.isChecked = isOn(value);
    else return false;
    return true;
  }

  /** A check box shows its state, whatever sign its author chose for it; the hint in an empty field is not text. */
  shown(text: string): string {
    const control = this.open.find((one) => one.isPlaceholder || one.isChecked !== undefined);
    if (!control) return text;
    if (control.isChecked === undefined || control.isWritten) return '';
    control.isWritten = true;
    return control.isChecked ? '☑' : '☐';
  }

  /** The innermost control is a check box whose state has not been shown yet. */
  get isUnwritten(): boolean {
    const control = this.open.at(-1);
    return control?.isChecked !== undefined && !control.isWritten;
  }

  end(): void {
    this.open.pop();
  }

  /** The text belongs to a table of contents. */
  get isListing(): boolean {
    return this.open.some(({ isListing }) => isListing);
  }
}

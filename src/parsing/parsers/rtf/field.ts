import { equationText } from '../../office/equation-field.js';
import { symbolFontOf, symbolText } from '../../office/symbol-fonts.js';

const MAX_INSTRUCTION = 1_000;
const SYMBOL =
  /^\s*SYMBOL\s+(\d{1,5}|0x[0-9a-f]{1,4})(?:[^\\]*\\\w)*?[^\\]*\\f\s*"?([^"\\]{1,40})/iu;

const EQUATION = /^\s*EQ\b/iu;

/** Follows one field: what it is to show, and whether the file holds that as text. */
export class RtfField {
  private instruction = '';
  private hasResult = false;
  private isCheckBox = false;
  /** 0 and 1 are its states; any other number leaves it at its first one. */
  private state: number | undefined;
  private firstState = 0;

  addInstruction(text: string): void {
    if (this.instruction.length < MAX_INSTRUCTION) this.instruction += text;
  }

  readForm(name: string, value = 0): void {
    if (name === 'fftype') this.isCheckBox = value === 1;
    if (name === 'ffres') this.state = value;
    if (name === 'ffdefres') this.firstState = value;
  }

  noteResult(): void {
    this.hasResult = true;
  }

  get isPageNumber(): boolean {
    return /^\s*(?:PAGE|NUMPAGES|SECTIONPAGES)\b/iu.test(this.instruction);
  }

  /** The text shown if the file has no result for the field: the state of a check box, an equation, a sign. */
  get shown(): string {
    if (this.hasResult) return '';
    if (this.isCheckBox) {
      const isKnown = this.state === 0 || this.state === 1;
      return (isKnown ? this.state : this.firstState) === 1 ? '☑' : '☐';
    }
    if (EQUATION.test(this.instruction)) return equationText(this.instruction);
    const [, code, font] = SYMBOL.exec(this.instruction) ?? [];
    const symbols = symbolFontOf(font);
    if (code === undefined || symbols === undefined) return '';
    return symbolText(String.fromCharCode(Number(code)), symbols);
  }
}

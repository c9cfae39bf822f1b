import { attribute, type XmlAttributes } from '../../office-xml.js';
import { isOn } from './styles.js';

type Control = {
  isListing: boolean;
  isPlaceholder: boolean;
  /** Undefined where it is no check box. */
  isChecked?: boolean;
  isWritten: boolean;
};

/** Follows the content controls of a document, inside one another. */
export class Controls {
  private readonly open: Control[] = [];

  begin(): void {
    this.open.push({ isListing: false, isPlaceholder: false, isWritten: false });
  }

  /** Takes over what an element says of the innermost control; false where it says nothing. */
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

  /** A check box shows its state, whatever sign its author chose for it; the hint in an empty field is no text. */
  shown(text: string): string {
    const control = this.open.find((one) => one.isPlaceholder || one.isChecked !== undefined);
    if (!control) return text;
    if (control.isChecked === undefined || control.isWritten) return '';
    control.isWritten = true;
    return control.isChecked ? '☑' : '☐';
  }

  /** The innermost control is a check box whose state nothing has shown so far. */
  get isUnwritten(): boolean {
    const control = this.open.at(-1);
    return control?.isChecked !== undefined && !control.isWritten;
  }

  end(): void {
    this.open.pop();
  }

  /** The text is that of a table of contents. */
  get isListing(): boolean {
    return this.open.some(({ isListing }) => isListing);
  }
}

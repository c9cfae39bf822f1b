import { officeFormula } from '../../office/formulas.js';
import type { XmlNode } from '../../office/xml-tree.js';

/** The groups of a math zone; their words are the element names of Office's formulas with an m before them. */
export class RtfFormula {
  private readonly root = toNode('oMath');
  private readonly open: XmlNode[] = [this.root];
  private isUnnamed = false;

  openGroup(): void {
    this.open.push(this.open.at(-1) ?? this.root);
    this.isUnnamed = true;
  }

  /** The first word of a group names it; if it is of another kind, the contents belong to the surrounding group. */
  word(word: string): void {
    const [, name] = /^m([A-Za-z]+)$/u.exec(word) ?? [];
    if (this.isUnnamed && name !== undefined) {
      const node = toNode(name);
      this.open.at(-2)?.children.push(node);
      this.open.splice(-1, 1, node);
    }
    this.isUnnamed = false;
  }

  text(text: string): void {
    const node = this.open.at(-1);
    if (node) node.text += text;
  }

  closeGroup(): void {
    const node = this.open.pop();
    this.isUnnamed = false;
    // What is text here is an attribute there.
    if (node) node.attributes = { val: node.text };
  }

  get shown(): string {
    return officeFormula(this.root);
  }
}

const toNode = (name: string): XmlNode => ({ name, attributes: {}, children: [], text: '' });

import { attribute } from '../office-xml.js';
import { mathToText, type MathNode } from '../math-text.js';
import { childOf, findAll, type XmlNode } from './xml-tree.js';

/** A formula of an Office program in one line that keeps its meaning: `12/5`, `√81`, `x_(k+1)`. */
export const officeFormula = (formula: XmlNode): string => mathToText(toMath(formula));

/** A formula in MathML, the format that OpenDocument uses. */
export const mathmlFormula = (formula: XmlNode): string => mathToText(asMath(formula));

const asMath = ({ name, attributes, children, text }: XmlNode): MathNode => ({
  name,
  attributes,
  children: children.length === 0 ? [text] : children.map(asMath),
});

const math = (name: string, children: MathNode['children'], attributes = {}): MathNode => ({
  name,
  attributes,
  children,
});

/** The elements of a formula, as the equivalent elements of MathML. */
const toMath = (node: XmlNode): MathNode => {
  const convert = CONVERTERS.get(node.name);
  if (convert) return convert(node);
  // Several signs in a row, as typed: neither one number nor one name.
  return node.children.length === 0 ? math('run', [node.text]) : rowOf(node);
};

const rowOf = ({ children }: XmlNode): MathNode =>
  math('mrow', children.filter(({ name }) => !isSilent(name)).map(toMath));

const isSilent = (name: string): boolean =>
  name.endsWith('Pr') || ['del', 'moveFrom', 'instrText', 'delText'].includes(name);

const part = (node: XmlNode, name: string): MathNode => {
  const found = childOf(node, name);
  return found ? toMath(found) : math('mrow', []);
};

/** A property of a formula: `m:chr` in `m:naryPr`. */
const property = (node: XmlNode, name: string): string | undefined => {
  const properties = childOf(node, `${node.name}Pr`);
  const found = properties && childOf(properties, name);
  return found && (attribute(found.attributes, 'val') ?? '');
};

const isEmpty = (node: MathNode): boolean =>
  node.children.every((child) =>
    typeof child === 'string' ? child.trim() === '' : isEmpty(child),
  );

/** A sign with its bounds; one of them may be missing. */
const bounded = (base: MathNode, below: MathNode, above: MathNode): MathNode => {
  if (isEmpty(below) && isEmpty(above)) return base;
  if (isEmpty(above)) return math('munder', [base, below]);
  return math('munderover', [base, below, above]);
};

const root = (node: XmlNode): MathNode => {
  const degree = part(node, 'deg');
  return isEmpty(degree)
    ? math('msqrt', [part(node, 'e')])
    : math('mroot', [part(node, 'e'), degree]);
};

const fenced = (node: XmlNode): MathNode =>
  math('mfenced', node.children.filter(({ name }) => name === 'e').map(toMath), {
    open: property(node, 'begChr') ?? '(',
    close: property(node, 'endChr') ?? ')',
    separators: property(node, 'sepChr') ?? '|',
  });

const lines = (node: XmlNode): MathNode =>
  math(
    'mrow',
    findAll(node, 'e').flatMap((line, at) =>
      at === 0 ? [toMath(line)] : [math('mo', [';']), math('mspace', []), toMath(line)],
    ),
  );

const accented = (node: XmlNode): MathNode => {
  const sign = property(node, 'chr') ?? '\u0302';
  return math('mover', [part(node, 'e'), math('mo', [SPACING.get(sign) ?? sign])]);
};

/** Marks over the letter before them, as characters of their own. */
const SPACING: ReadonlyMap<string, string> = new Map([
  ['\u0302', '^'],
  ['\u0303', '~'],
  ['\u0304', '¯'],
  ['\u0305', '¯'],
  ['\u0307', '˙'],
  ['\u20d7', '→'],
]);

// A map, because an element in a file may have the name of a property that every object has.
const CONVERTERS: ReadonlyMap<string, (node: XmlNode) => MathNode> = new Map(
  Object.entries({
    t: ({ text }: XmlNode) => math('run', [text]),
    f: (node: XmlNode) =>
      math(
        'mfrac',
        [part(node, 'num'), part(node, 'den')],
        property(node, 'type') === 'noBar' ? { linethickness: '0' } : {},
      ),
    rad: root,
    sSup: (node: XmlNode) => math('msup', [part(node, 'e'), part(node, 'sup')]),
    sSub: (node: XmlNode) => math('msub', [part(node, 'e'), part(node, 'sub')]),
    sSubSup: (node: XmlNode) =>
      math('msubsup', [part(node, 'e'), part(node, 'sub'), part(node, 'sup')]),
    sPre: (node: XmlNode) =>
      math('mmultiscripts', [
        part(node, 'e'),
        math('mprescripts', []),
        part(node, 'sub'),
        part(node, 'sup'),
      ]),
    nary: (node: XmlNode) =>
      math('mrow', [
        bounded(math('mo', [property(node, 'chr') ?? '∫']), part(node, 'sub'), part(node, 'sup')),
        math('mspace', []),
        part(node, 'e'),
      ]),
    d: fenced,
    fName: (node: XmlNode) =>
      findAll(node, 't').length === 1 && findAll(node, 'lim').length === 0
        ? math('mi', [findAll(node, 't')[0]?.text ?? ''])
        : rowOf(node),
    limLow: (node: XmlNode) => math('munder', [part(node, 'e'), part(node, 'lim')]),
    limUpp: (node: XmlNode) => math('msup', [part(node, 'e'), part(node, 'lim')]),
    acc: accented,
    bar: (node: XmlNode) =>
      property(node, 'pos') === 'top'
        ? math('mover', [part(node, 'e'), math('mo', ['¯'])])
        : part(node, 'e'),
    eqArr: lines,
    m: (node: XmlNode) =>
      math(
        'mtable',
        findAll(node, 'mr').map((row) =>
          math(
            'mtr',
            row.children
              .filter(({ name }) => name === 'e')
              .map((cell) => math('mtd', [toMath(cell)])),
          ),
        ),
      ),
    phant: (node: XmlNode) =>
      property(node, 'show') === '0' ? math('mphantom', []) : part(node, 'e'),
    br: () => math('mo', [';']),
  } satisfies Record<string, (node: XmlNode) => MathNode>),
);

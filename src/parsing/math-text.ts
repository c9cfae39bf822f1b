import { lowerText, raiseText } from './raised-text.js';

/** An element of MathML, or an equivalent one, with its text and elements in order. */
export type MathNode = {
  name: string;
  attributes: Readonly<Record<string, string>>;
  children: (MathNode | string)[];
};

/** An equation in one line that keeps its meaning: `12/5`, `√81`, `x_(k+1)`; two numbers never run together. */
export const mathToText = (node: MathNode): string => write(node).replace(/\s+/gu, ' ').trim();

const write = (node: MathNode | string | undefined): string => {
  if (node === undefined || typeof node === 'string') return (node ?? '').trim();
  const writer = Object.hasOwn(WRITERS, node.name) ? WRITERS[node.name] : undefined;
  return writer ? writer(node) : writeRow(node);
};

const elementsOf = ({ children }: MathNode): MathNode[] =>
  children.filter((child) => typeof child !== 'string');

const textOf = ({ children }: MathNode): string =>
  children.map((child) => (typeof child === 'string' ? child : textOf(child))).join('');

const join = (parts: readonly string[]): string => {
  let line = '';
  for (const part of parts) {
    const isGlued = /\p{N}$/u.test(line.slice(-2)) && /^\p{N}/u.test(part);
    line += isGlued ? ` ${part}` : part;
  }
  return line;
};

const writeRow = ({ children }: MathNode): string =>
  join(
    children.map((child, at) => {
      const own = write(child);
      // A minus before a number is its sign.
      return at === 0 || endsOpen(children[at - 1])
        ? own.trimStart().replace(/^([-−+±∓]) $/u, '$1')
        : own;
    }),
  );

const endsOpen = (before: MathNode | string | undefined): boolean =>
  typeof before === 'object' && before.name === 'mo' && !/^[)\]}!|]$/u.test(textOf(before).trim());

const writePart = (node: MathNode | undefined): string => write(node).trim();

const SIMPLE = /^(?:[\p{N}.,]+|\p{L}\p{M}*[⁰¹²³⁴-⁹₀-₉]*|\([^()]*\))?$/u;
const TOKENS: ReadonlySet<string> = new Set(['mi', 'mn', 'mtext']);

/** In brackets if it is more than one number or name. */
const group = (node: MathNode | undefined): string => {
  const text = writePart(node);
  return SIMPLE.test(text) || isToken(node) ? text : `(${text})`;
};

const isToken = (node: MathNode | undefined): boolean => {
  if (node === undefined || TOKENS.has(node.name)) return true;
  const [only, ...others] = elementsOf(node);
  return node.name === 'mrow' && others.length === 0 && isToken(only);
};

const compact = (text: string): string => text.replace(/\s+/gu, '');

const SINGLE = /^.$/su;

const IS_NUMBER = /^[-−+]?\p{N}+$/u;

const raise = (text: string): string => {
  const own = compact(text);
  if (own === '' || /^[′″‴°]+$/u.test(own)) return own;
  if (own === '∘') return '°';
  if (IS_NUMBER.test(own)) return raiseText(own);
  return SINGLE.test(own) ? `^${own}` : `^(${own})`;
};

const lower = (text: string): string => {
  const own = compact(text);
  if (own === '') return '';
  if (IS_NUMBER.test(own)) return lowerText(own);
  return SINGLE.test(own) ? `_${own}` : `_(${own})`;
};

const INVISIBLE: ReadonlyMap<string, string> = new Map([
  ['\u2061', ''],
  ['\u2062', ''],
  ['\u2063', ','],
  ['\u2064', ' '],
]);
const RELATION = /^(?:[=≠<>≤≥≈≡∼∝→⇒⇔←↔∈∉⊂⊆∪∩]|:=)$/u;
const BINARY = /^[+−×·÷±∓-]$/u;

const writeOperator = (node: MathNode): string => {
  const sign = textOf(node).trim();
  if (INVISIBLE.has(sign)) return INVISIBLE.get(sign) ?? '';
  if (RELATION.test(sign)) return ` ${sign} `;
  return BINARY.test(sign) && node.attributes['form'] !== 'prefix' ? ` ${sign} ` : sign;
};

/** Signs above a letter, as the combining marks that Unicode has for them. */
const ACCENTS: ReadonlyMap<string, string> = new Map([
  ['¯', '\u0304'],
  ['‾', '\u0304'],
  ['^', '\u0302'],
  ['\u02c6', '\u0302'],
  ['~', '\u0303'],
  ['˜', '\u0303'],
  ['˙', '\u0307'],
  ['.', '\u0307'],
  ['→', '\u20d7'],
]);

const writeOver = (node: MathNode): string => {
  const [base, over] = elementsOf(node).map(writePart);
  const accent = ACCENTS.get(over ?? '');
  const isLetter = SINGLE.test(base ?? '');
  return accent !== undefined && isLetter
    ? `${base ?? ''}${accent}`
    : `${base ?? ''}${raise(over ?? '')}`;
};

const writeScripts = (node: MathNode): string => {
  const [base, ...scripts] = elementsOf(node);
  const pairs = (from: number, to: number): string =>
    scripts
      .slice(from, to)
      .map((script, at) => (at % 2 === 0 ? lower(write(script)) : raise(write(script))))
      .join('');
  const prescripts = scripts.findIndex(({ name }) => name === 'mprescripts');
  const end = prescripts === -1 ? scripts.length : prescripts;
  const before = prescripts === -1 ? '' : pairs(prescripts + 1, scripts.length);
  return `${before}${writePart(base)}${pairs(0, end)}`;
};

const writeFenced = (node: MathNode): string => {
  const { open = '(', close = ')', separators = ',' } = node.attributes;
  const [separator = ','] = separators.trim();
  return `${open}${elementsOf(node).map(writePart).join(`${separator} `)}${close}`;
};

const writeTable = (node: MathNode): string => {
  const rows = elementsOf(node).map((row) => elementsOf(row).map(writePart).join(', '));
  return rows.length > 1 || rows.some((row) => row.includes(', '))
    ? `[${rows.join('; ')}]`
    : rows.join('');
};

const writeFraction = (node: MathNode): string => {
  const [above, below] = elementsOf(node);
  const isChoice = /^0(?:\D|$)/u.test(node.attributes['linethickness'] ?? '');
  return isChoice
    ? `(${writePart(above)} choose ${writePart(below)})`
    : `${group(above)}/${group(below)}`;
};

const writeRoot = (node: MathNode): string => {
  const [base, degree] = elementsOf(node);
  const number = writePart(degree);
  return IS_NUMBER.test(number)
    ? `${raiseText(number)}√${group(base)}`
    : `root(${number}, ${writePart(base)})`;
};

/** The first element with the others below or above it, in the order that `shape` gives. */
const writeShifted =
  (...shape: ((text: string) => string)[]) =>
  (node: MathNode): string => {
    const [base, ...others] = elementsOf(node);
    return group(base) + shape.map((shift, at) => shift(write(others[at]))).join('');
  };

/** A sum or a limit has a space after its bounds. */
const writeBounded =
  (...shape: ((text: string) => string)[]) =>
  (node: MathNode): string => {
    const [base, ...others] = elementsOf(node);
    return `${writePart(base)}${shape.map((shift, at) => shift(write(others[at]))).join('')} `;
  };

const word = (node: MathNode): string => textOf(node).replace(/\s+/gu, ' ');
const name = (node: MathNode): string => {
  const own = textOf(node).trim();
  // A function's name is separated from what follows it.
  return /^\p{L}{2,}$/u.test(own) ? ` ${own} ` : own;
};
const nothing = (): string => '';

const WRITERS: Readonly<Record<string, (node: MathNode) => string>> = {
  mn: (node) => textOf(node).trim(),
  mi: name,
  mo: writeOperator,
  mtext: (node) => ` ${word(node)} `,
  ms: (node) => ` "${word(node)}" `,
  mspace: () => ' ',
  mphantom: nothing,
  annotation: nothing,
  'annotation-xml': nothing,
  none: nothing,
  mprescripts: nothing,
  semantics: (node) => write(elementsOf(node)[0]),
  maction: (node) => write(elementsOf(node)[0]),
  mfrac: writeFraction,
  msqrt: (node) => `√${group({ ...node, name: 'mrow' })}`,
  mroot: writeRoot,
  msup: writeShifted(raise),
  msub: writeShifted(lower),
  msubsup: writeShifted(lower, raise),
  mover: writeOver,
  munder: writeBounded(lower),
  munderover: writeBounded(lower, raise),
  mmultiscripts: writeScripts,
  mfenced: writeFenced,
  mtable: writeTable,
};

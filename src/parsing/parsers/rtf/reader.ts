import { decodeBytes } from '../../decode-text.js';
import { parseFailure, PARSER_LIMITS } from '../../parse-failure.js';
import { wordSet } from '../../parser.js';
import type { LeftOut } from '../../office/left-out.js';
import { hyperlinkTarget, LinkText } from '../../link-target.js';
import { PAGE_NUMBER } from '../../office/margins.js';
import type { Position } from '../../office/run-text.js';
import { symbolFontOf, symbolText } from '../../office/symbol-fonts.js';
import { RtfFormula } from './formula.js';
import { equationText } from '../../office/equation-field.js';

/** The target of the characters of a group. */
export type Destination =
  | 'body'
  | 'note'
  | 'margin'
  | 'marker'
  | 'styles'
  | 'fonts'
  | 'lists'
  | 'levelText'
  | 'info'
  | 'instruction'
  | 'skip';

export type RtfHandlers = {
  text(text: string, destination: Destination, position?: Position): void;
  word(name: string, value: number | undefined, destination: Destination): void;
  close(destination: Destination): void;
  leftOut: Set<LeftOut>;
};

const TOKEN =
  /\\([a-z]+)(-?\d{1,10})? ?|\\'([0-9a-f]{2})|\\([^a-z])|([{}])|([^\\{}\r\n]+)|[\r\n]+/giu;

/** Reads RTF's groups, control words and characters in all of its encodings, and reports what belongs to the text. */
export const readRtf = (source: string, handlers: RtfHandlers): void => {
  const reader = new Reader(handlers);
  let binaryEnd = 0;
  for (const token of source.matchAll(TOKEN)) {
    if (token.index < binaryEnd) continue;
    const [whole, name, parameter, hex, symbol, brace, text] = token;
    if (text !== undefined) reader.addBytes(text);
    else if (hex !== undefined) reader.addBytes(String.fromCharCode(Number.parseInt(hex, 16)));
    else if (brace === '{') reader.openGroup();
    else if (brace === '}') reader.closeGroup();
    else if (name === 'bin') binaryEnd = token.index + whole.length + Number(parameter ?? 0);
    else if (name !== undefined) reader.controlWord(name, parameter);
    else if (symbol !== undefined) reader.symbol(symbol);
    if (brace === '}' && reader.outer.length === 0) return;
  }
  // The last brace closes the document; without it the file is cut off.
  throw parseFailure('document_corrupt');
};

type Group = {
  destination: Destination;
  encoding: string | undefined;
  /** The number of characters after `\u` that are there for programs without Unicode. */
  fallbacks: number;
  isHidden: boolean;
  isStruck: boolean;
  /** Text that a tracked change deleted. */
  isDeleted: boolean;
  position: Position | undefined;
  /** The symbol font of its characters. */
  symbolFont: string | undefined;
  /** The field whose instruction or result it belongs to. */
  field: RtfField | undefined;
};

class Reader {
  group: Group = {
    destination: 'body',
    encoding: undefined,
    fallbacks: 1,
    isHidden: false,
    isStruck: false,
    isDeleted: false,
    position: undefined,
    symbolFont: undefined,
    field: undefined,
  };
  readonly outer: Group[] = [];
  /** The encodings of the fonts that are defined, and the number of the last one named. */
  readonly fonts = new Map<number, string | undefined>();
  readonly symbolFonts = new Map<number, string>();
  font = 0;
  codePage = 'windows-1252';
  /** Characters to leave out, because `\u` already gave them. */
  toSkip = 0;
  private readonly handlers: RtfHandlers;
  /** Characters still in their code page. */
  private bytes = '';
  private isOptional = false;
  /** The open math zone, and how many groups are around it. */
  private formula: { zone: RtfFormula; depth: number } | undefined;

  constructor(handlers: RtfHandlers) {
    this.handlers = handlers;
  }

  addBytes(added: string): void {
    const skipped = Math.min(this.toSkip, added.length);
    this.toSkip -= skipped;
    this.bytes += added.slice(skipped);
  }

  openGroup(): void {
    this.flush();
    if (this.outer.length >= PARSER_LIMITS.depth) throw parseFailure('document_too_complex');
    this.outer.push(this.group);
    this.group = { ...this.group };
    this.formula?.zone.openGroup();
    this.toSkip = 0;
    this.isOptional = false;
  }

  closeGroup(): void {
    this.flush();
    this.toSkip = 0;
    this.endFormula();
    const { destination, field } = this.group;
    this.group = this.outer.pop() ?? this.group;
    if (field && field !== this.group.field) this.emit(field.shown);
    if (destination !== this.group.destination) this.handlers.close(destination);
  }

  controlWord(name: string, parameter: string | undefined): void {
    this.flush();
    if (this.toSkip > 0 && name !== 'u') this.toSkip -= 1;
    else this.word(name, parameter === undefined ? undefined : Number(parameter));
  }

  symbol(symbol: string): void {
    this.flush();
    if (symbol === '*') this.isOptional = true;
    else if (symbol === '\n' || symbol === '\r') this.word('par', undefined);
    else this.emit(SYMBOLS.get(symbol) ?? '');
  }

  /** Closes a group of a math zone; at the end of the zone, adds its formula to the text. */
  private endFormula(): void {
    const { formula } = this;
    if (!formula) return;
    if (this.outer.length > formula.depth) formula.zone.closeGroup();
    else {
      this.formula = undefined;
      this.group.position = 'formula';
      this.emit(formula.zone.shown);
    }
  }

  emit(text: string): void {
    const { destination, isHidden, isStruck, isDeleted, position, field, symbolFont } = this.group;
    if (destination === 'instruction') field?.addInstruction(text);
    if (destination === 'fonts') this.nameFont(text);
    if (text === '' || isDeleted || UNREAD.has(destination)) return;
    if (isHidden || isStruck) {
      const isText = text.trim() !== '' && destination === 'body';
      if (isText) this.handlers.leftOut.add(isHidden ? 'hiddenText' : 'struckText');
      return;
    }
    field?.noteResult(text);
    if (this.formula) {
      this.formula.zone.text(text);
      return;
    }
    const isNumber = destination === 'margin' && field?.isPageNumber === true;
    const shown = symbolFont === undefined ? text : symbolText(text, symbolFont);
    this.handlers.text(isNumber ? PAGE_NUMBER : shown, destination, position);
  }

  private nameFont(name: string): void {
    const symbols = symbolFontOf(name.replace(/;.*$/su, ''));
    if (symbols !== undefined) this.symbolFonts.set(this.font, symbols);
  }

  private word(name: string, value: number | undefined): void {
    const { isOptional, group, handlers } = this;
    this.isOptional = false;
    if (group.destination === 'skip') return;
    if (this.formula && name !== 'u') this.formula.zone.word(name);
    if (this.formula && FORMULA_WORD.test(name)) return;
    if (name === 'mmath') this.formula ??= { zone: new RtfFormula(), depth: this.outer.length };
    const destination = DESTINATIONS.get(name);
    const stateWord = stateWords.get(name);
    const special = SPECIAL.get(name);
    if (name === 'field') group.field = new RtfField();
    if (group.destination === 'instruction') group.field?.readForm(name, value);
    if (TOLD.has(name)) handlers.word(name, value, group.destination);
    if (destination) group.destination = destination;
    else if (SKIPPED.has(name) || (isOptional && !READ_OPTIONAL.has(name)))
      group.destination = 'skip';
    else if (stateWord) stateWord(this, value ?? 1);
    else if (special !== undefined) this.emit(special);
    else handlers.word(name, value, group.destination);
  }

  private flush(): void {
    const { bytes, group, codePage } = this;
    this.bytes = '';
    if (bytes === '' || group.destination === 'skip') return;
    if (group.symbolFont !== undefined) {
      this.emit(bytes);
      return;
    }
    const encoding = group.encoding ?? codePage;
    this.emit(decodeBytes(Buffer.from(bytes, 'latin1'), { encoding, isFatal: false }));
  }
}

const STATE_WORDS: Readonly<Record<string, (reader: Reader, value: number) => void>> = {
  mac: (reader) => (reader.codePage = 'macintosh'),
  ansicpg: (reader, value) => (reader.codePage = encodingOfCodePage(value)),
  f: (reader, value) => {
    reader.font = value;
    if (reader.group.destination === 'fonts') return;
    reader.group.encoding = reader.fonts.get(value);
    reader.group.symbolFont = reader.symbolFonts.get(value);
  },
  fcharset: ({ group, fonts, font }, value) => {
    if (group.destination === 'fonts') fonts.set(font, CHARSETS[value]);
  },
  uc: ({ group }, value) => (group.fallbacks = Math.max(0, Math.min(value, 10))),
  v: ({ group }, value) => (group.isHidden = value !== 0),
  deleted: ({ group }, value) => (group.isDeleted = value !== 0),
  strike: ({ group }, value) => (group.isStruck = value !== 0),
  striked: ({ group }, value) => (group.isStruck = value !== 0),
  super: ({ group }, value) => (group.position = value === 0 ? undefined : 'raised'),
  sub: ({ group }, value) => (group.position = value === 0 ? undefined : 'lowered'),
  nosupersub: ({ group }) => (group.position = undefined),
  up: ({ group }, value) => (group.position = value >= LEAST_SHIFT ? 'raised' : undefined),
  dn: ({ group }, value) => (group.position = value >= LEAST_SHIFT ? 'lowered' : undefined),
  plain: ({ group }) =>
    Object.assign(group, {
      isHidden: false,
      isStruck: false,
      isDeleted: false,
      position: undefined,
      symbolFont: undefined,
    }),
  u: (reader, value) => {
    reader.emit(String.fromCharCode(value < 0 ? value + 65_536 : value));
    reader.toSkip = reader.group.fallbacks;
  },
};
/** In half points; letters that are shifted by less are only being aligned with others. */
const LEAST_SHIFT = 5;
const stateWords = new Map(Object.entries(STATE_WORDS));

/** Maps the Windows numbers of character sets, as fonts name them, to encodings. */
const CHARSETS: Readonly<Record<number, string>> = {
  77: 'macintosh',
  128: 'shift_jis',
  129: 'euc-kr',
  134: 'gbk',
  136: 'big5',
  161: 'windows-1253',
  162: 'windows-1254',
  163: 'windows-1258',
  177: 'windows-1255',
  178: 'windows-1256',
  186: 'windows-1257',
  204: 'windows-1251',
  222: 'windows-874',
  238: 'windows-1250',
};

const CODE_PAGES: Readonly<Record<number, string>> = {
  932: 'shift_jis',
  936: 'gbk',
  949: 'euc-kr',
  950: 'big5',
  10000: 'macintosh',
  65001: 'utf-8',
};

const encodingOfCodePage = (codePage: number): string => {
  const isWindows = codePage === 874 || (codePage >= 1250 && codePage <= 1258);
  return CODE_PAGES[codePage] ?? (isWindows ? `windows-${codePage}` : 'windows-1252');
};

const DESTINATIONS: ReadonlyMap<string, Destination> = new Map([
  ['fonttbl', 'fonts'],
  ['stylesheet', 'styles'],
  ['listtable', 'lists'],
  ['listoverridetable', 'lists'],
  ['leveltext', 'levelText'],
  ['info', 'info'],
  ['footnote', 'note'],
  ['fldinst', 'instruction'],
  ['listtext', 'marker'],
  ['pntext', 'marker'],
  ...['header', 'headerl', 'headerr', 'headerf', 'footer', 'footerl', 'footerr', 'footerf'].map(
    (name): [string, Destination] => [name, 'margin'],
  ),
]);
/** Groups whose characters are not read. */
const UNREAD: ReadonlySet<Destination> = new Set(['skip', 'fonts', 'lists', 'info', 'instruction']);

const SPECIAL: ReadonlyMap<string, string> = new Map([
  ['tab', '\t'],
  ['line', ' '],
  ['emdash', '—'],
  ['endash', '–'],
  ['lquote', '‘'],
  ['rquote', '’'],
  ['ldblquote', '“'],
  ['rdblquote', '”'],
  ['bullet', '•'],
  ['emspace', ' '],
  ['enspace', ' '],
]);
const SYMBOLS = new Map(Object.entries({ '~': ' ', _: '-', '\\': '\\', '{': '{', '}': '}' }));

const SKIPPED = wordSet(
  'colortbl pict objdata objclass sp shprslt nonshppict levelnumbers listname listpicture mmathPict annotation tc xe rxe themedata datastore private ftnsep ftnsepc aftnsep aftnsepc title subject author operator keywords comment doccomm',
);
/** Groups marked as optional that still contain words of the document. */
const READ_OPTIONAL = wordSet('shpinst shptxt fldinst fldrslt formfield');
/** Groups whose start is reported: the printed bullet or number of a list item, headers and footers. */
const TOLD = wordSet(
  'listtext pntext header headerl headerr headerf footer footerl footerr footerf',
);
/** In a math zone each of these words names a part of the formula or its appearance. */
const FORMULA_WORD = /^m[A-Za-z]+$/u;

const MAX_INSTRUCTION = 1_000;
const SYMBOL =
  /^\s*SYMBOL\s+(\d{1,5}|0x[0-9a-f]{1,4})(?:[^\\]*\\\w)*?[^\\]*\\f\s*"?([^"\\]{1,40})/iu;

const EQUATION = /^\s*EQ\b/iu;

/** Follows one field: what it should show, and whether the file contains that as text. */
class RtfField {
  private instruction = '';
  private hasResult = false;
  private link: LinkText | undefined;
  private isCheckBox = false;
  /** 0 and 1 are its states; any other number leaves it in its first state. */
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

  noteResult(text: string): void {
    this.hasResult = true;
    const target = this.link === undefined ? hyperlinkTarget(this.instruction) : undefined;
    if (target !== undefined) this.link = new LinkText(target);
    this.link?.add(text);
  }

  get isPageNumber(): boolean {
    return /^\s*(?:PAGE|NUMPAGES|SECTIONPAGES)\b/iu.test(this.instruction);
  }

  /**
   * The text shown after the result of the field (the target of a link), or in its place (the state of a check box, an equation, a sign).
   */
  get shown(): string {
    if (this.hasResult) return this.link?.suffix ?? '';
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

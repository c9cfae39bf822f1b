import { decodeBytes } from '../../decode-text.js';
import { parseFailure, PARSER_LIMITS } from '../../parse-failure.js';

/** Where the characters of a group go. */
type Destination = 'body' | 'note' | 'styles' | 'fonts' | 'info' | 'skip';

type Group = {
  destination: Destination;
  encoding: string | undefined;
  /** How many characters after `\u` are there for programs without Unicode. */
  fallbacks: number;
  isHidden: boolean;
};

type RtfHandlers = {
  text: (text: string, destination: 'body' | 'note' | 'styles') => void;
  word: (name: string, value: number | undefined, destination: Destination) => void;
  close: (destination: Destination) => void;
};

const TOKEN =
  /\\([a-z]+)(-?\d{1,10})? ?|\\'([0-9a-f]{2})|\\([^a-z])|([{}])|([^\\{}\r\n]+)|[\r\n]+/giu;

type Reader = {
  readonly handlers: RtfHandlers;
  group: Group;
  readonly outer: Group[];
  readonly fonts: Map<number, string | undefined>;
  font: number;
  codePage: string;
  /** Characters still in their code page. */
  bytes: string;
  /** Characters to leave out, because `\u` gave them already. */
  toSkip: number;
  isOptional: boolean;
};

/** Reads RTF's groups, control words and characters in all of its encodings, and says what belongs to the text. */
export const readRtf = (source: string, handlers: RtfHandlers): void => {
  const reader: Reader = {
    handlers,
    group: { destination: 'body', encoding: undefined, fallbacks: 1, isHidden: false },
    outer: [],
    fonts: new Map(),
    font: 0,
    codePage: 'windows-1252',
    bytes: '',
    toSkip: 0,
    isOptional: false,
  };
  let binaryEnd = 0;
  for (const token of source.matchAll(TOKEN)) {
    if (token.index < binaryEnd) continue;
    const [whole, name, parameter, hex, symbol, brace, text] = token;
    if (text !== undefined) addBytes(reader, text);
    else if (hex !== undefined) addBytes(reader, String.fromCharCode(Number.parseInt(hex, 16)));
    else if (brace === '{') openGroup(reader);
    else if (brace === '}') closeGroup(reader);
    else if (name === 'bin') binaryEnd = token.index + whole.length + Number(parameter ?? 0);
    else if (name !== undefined) onControlWord(reader, name, parameter);
    else if (symbol !== undefined) onSymbol(reader, symbol);
    if (brace === '}' && reader.outer.length === 0) return;
  }
  // The last brace closes the document; without it the file is cut off.
  throw parseFailure('document_corrupt');
};

const addBytes = (reader: Reader, added: string): void => {
  const skipped = Math.min(reader.toSkip, added.length);
  reader.toSkip -= skipped;
  reader.bytes += added.slice(skipped);
};

const openGroup = (reader: Reader): void => {
  flush(reader);
  if (reader.outer.length >= PARSER_LIMITS.depth) throw parseFailure('document_too_complex');
  reader.outer.push(reader.group);
  reader.group = { ...reader.group };
  Object.assign(reader, { toSkip: 0, isOptional: false });
};

const flush = (reader: Reader): void => {
  const { bytes, group, codePage } = reader;
  if (bytes === '') return;
  reader.bytes = '';
  if (group.destination !== 'skip') emit(reader, decode(bytes, group.encoding ?? codePage));
};

const emit = ({ group, handlers }: Reader, text: string): void => {
  const { destination, isHidden } = group;
  if (isHidden || destination === 'skip' || destination === 'fonts' || destination === 'info') {
    return;
  }
  handlers.text(text, destination);
};

const decode = (bytes: string, encoding: string): string =>
  decodeBytes(Buffer.from(bytes, 'latin1'), { encoding, isFatal: false });

const closeGroup = (reader: Reader): void => {
  flush(reader);
  reader.toSkip = 0;
  const closed = reader.group;
  reader.group = reader.outer.pop() ?? closed;
  if (closed.destination !== reader.group.destination) reader.handlers.close(closed.destination);
};

const onControlWord = (reader: Reader, name: string, parameter: string | undefined): void => {
  flush(reader);
  if (reader.toSkip > 0 && name !== 'u') reader.toSkip -= 1;
  else onWord(reader, name, parameter === undefined ? undefined : Number(parameter));
};

const DESTINATIONS: ReadonlyMap<string, Destination> = new Map([
  ['fonttbl', 'fonts'],
  ['stylesheet', 'styles'],
  ['info', 'info'],
  ['footnote', 'note'],
]);

const SPECIAL: ReadonlyMap<string, string> = new Map([
  ['tab', ' '],
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

const STATE_WORDS: Readonly<Record<string, (reader: Reader, value: number) => void>> = {
  mac: (reader) => (reader.codePage = 'macintosh'),
  ansicpg: (reader, value) => (reader.codePage = encodingOfCodePage(value)),
  f: (reader, value) => {
    reader.font = value;
    if (reader.group.destination !== 'fonts') reader.group.encoding = reader.fonts.get(value);
  },
  fcharset: ({ group, fonts, font }, value) => {
    if (group.destination === 'fonts') fonts.set(font, encodingOfCharset(value));
  },
  uc: ({ group }, value) => (group.fallbacks = Math.max(0, Math.min(value, 10))),
  v: ({ group }, value) => (group.isHidden = value !== 0),
  deleted: ({ group }, value) => (group.isHidden = value !== 0),
  plain: ({ group }) => (group.isHidden = false),
  u: (reader, value) => {
    emit(reader, String.fromCharCode(value < 0 ? value + 65_536 : value));
    reader.toSkip = reader.group.fallbacks;
  },
};
const stateWords = new Map(Object.entries(STATE_WORDS));

const onWord = (reader: Reader, name: string, value: number | undefined): void => {
  const wasOptional = reader.isOptional;
  reader.isOptional = false;
  const { group, handlers } = reader;
  if (group.destination === 'skip') return;
  const destination = DESTINATIONS.get(name);
  const stateWord = stateWords.get(name);
  const special = SPECIAL.get(name);
  if (MARKERS.has(name)) handlers.word('listtext', value, group.destination);
  if (destination) enter(reader, destination);
  else if (SKIPPED.has(name) || (wasOptional && !READ_OPTIONAL.has(name))) enter(reader, 'skip');
  else if (stateWord) stateWord(reader, value ?? 1);
  else if (special !== undefined) emit(reader, special);
  else handlers.word(name, value, group.destination);
};

const enter = ({ group }: Reader, destination: Destination): void => {
  group.destination = destination;
};

const SYMBOLS: ReadonlyMap<string, string> = new Map([
  ['~', ' '],
  ['_', '-'],
  ['\\', '\\'],
  ['{', '{'],
  ['}', '}'],
]);

const onSymbol = (reader: Reader, symbol: string): void => {
  flush(reader);
  if (symbol === '*') reader.isOptional = true;
  else if (symbol === '\n' || symbol === '\r') onWord(reader, 'par', undefined);
  else emit(reader, SYMBOLS.get(symbol) ?? '');
};

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '));

/** Windows' numbers of character sets, as fonts name them, to encodings. */
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

const encodingOfCharset = (charset: number): string | undefined => CHARSETS[charset];

const CODE_PAGES: Readonly<Record<number, string>> = {
  932: 'shift_jis',
  936: 'gbk',
  949: 'euc-kr',
  950: 'big5',
  10000: 'macintosh',
  65001: 'utf-8',
};

const encodingOfCodePage = (codePage: number): string => {
  const named = CODE_PAGES[codePage];
  if (named !== undefined) return named;
  return codePage === 874 || (codePage >= 1250 && codePage <= 1258)
    ? `windows-${codePage}`
    : 'windows-1252';
};

const SKIPPED = words(
  'colortbl pict objdata objclass header headerl headerr headerf footer footerl footerr footerf fldinst listtext pntext sp shprslt nonshppict listtable listoverridetable annotation tc xe rxe themedata datastore private ftnsep ftnsepc aftnsep aftnsepc title subject author operator keywords comment doccomm',
);
/** Groups marked as optional that hold words of the document none the less. */
const READ_OPTIONAL = words('shpinst shptxt');
/** The printed bullet or number of a list item. */
const MARKERS = words('listtext pntext');

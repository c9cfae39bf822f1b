import {
  decodeBytes,
  decodeText,
  isKnownEncoding,
  readText,
  type DecodedText,
} from './decode-text.js';

/** A property of a calendar or an address card: `item1.TEL;TYPE=cell:+49 30`. Names are in capitals; the value is still escaped. */
export type ContentLine = {
  group: string;
  name: string;
  parameters: ReadonlyMap<string, readonly string[]>;
  value: string;
};

/**
 * The properties of iCalendar (RFC 5545), vCard (RFC 6350) and their earlier versions: folded lines are joined, and quoted-printable is
 * decoded. Base64 values are pictures or files, and get no value here.
 */
export function* readContentLines(text: string): Generator<ContentLine> {
  let pieces: string[] = [];
  let isQuoted = false;
  for (const line of linesOf(text)) {
    const isSoft = isQuoted && pieces.at(-1)?.endsWith('=') === true;
    if (isSoft) pieces.push((pieces.pop() ?? '').slice(0, -1), line);
    else if (/^[ \t]/u.test(line)) pieces.push(line.slice(1));
    else {
      yield* toContentLine(pieces.join(''));
      pieces = [line];
      isQuoted = QUOTED_PRINTABLE.test(line);
    }
  }
  yield* toContentLine(pieces.join(''));
}

/** The characters of such a file. Its lines are folded after a fixed number of bytes, even within a letter. */
export const readFolded = (bytes: Buffer): DecodedText =>
  readText(Buffer.from(bytes.toString('latin1').replace(FOLDED_LETTER, ''), 'latin1'));

const FOLDED_LETTER = /(?<=[\u00c2-\u00f4][\u0080-\u00bf]{0,2})\r?\n[ \t](?=[\u0080-\u00bf])/gu;

const QUOTED_PRINTABLE = /^[^:]{0,200};(?:ENCODING=)?QUOTED-PRINTABLE[;:]/iu;

function* linesOf(text: string): Generator<string> {
  for (let start = 0; start < text.length;) {
    const next = text.indexOf('\n', start);
    const end = next === -1 ? text.length : next;
    yield text.slice(start, end);
    start = end + 1;
  }
}

/** No real property has a longer name including its parameters. */
const MAX_HEAD_LENGTH = 10_000;

function* toContentLine(line: string): Generator<ContentLine> {
  const colon = outsideQuotes(line.slice(0, MAX_HEAD_LENGTH), ':')[0];
  const [start = '', ...settings] = splitOutsideQuotes(line.slice(0, colon ?? 0), ';');
  const [, group = '', name = ''] = /^(?:([\w-]{1,60})\.)?([\w-]{1,60})$/u.exec(start.trim()) ?? [];
  if (colon === undefined || name === '') return;
  const parameters = toParameters(settings);
  yield {
    group: group.toUpperCase(),
    name: name.toUpperCase(),
    parameters,
    value: decodeValue(line.slice(colon + 1), parameters),
  };
}

/** vCard version 2.1 leaves out the parameter names: `TEL;WORK;VOICE`. */
const toParameters = (settings: readonly string[]): Map<string, string[]> => {
  const parameters = new Map<string, string[]>();
  for (const setting of settings) {
    const [, named, written = ''] = /^([\w-]{1,60})=(.*)$/su.exec(setting.trim()) ?? [];
    const values = splitOutsideQuotes(named === undefined ? setting : written, ',').map(unquote);
    const isEncoding = /^(?:quoted-printable|base64|[78]bit)$/iu.test(values[0] ?? '');
    const name = named?.toUpperCase() ?? (isEncoding ? 'ENCODING' : 'TYPE');
    parameters.set(name, [...(parameters.get(name) ?? []), ...values]);
  }
  return parameters;
};

const CARETS = new Map([
  ['^n', '\n'],
  ['^^', '^'],
  ["^'", '"'],
]);

const unquote = (value: string): string =>
  value
    .trim()
    .replace(/^"|"$/gu, '')
    .replace(/\^[n^']/gu, (written) => CARETS.get(written) ?? written);

const decodeValue = (value: string, parameters: ContentLine['parameters']): string => {
  const encoding = parameters.get('ENCODING')?.[0]?.toLowerCase();
  if (encoding === 'b' || encoding === 'base64' || /^data:[^,]{0,200};base64,/iu.test(value))
    return '';
  if (encoding !== 'quoted-printable') return value;
  const quoted = Buffer.from(value, 'utf8').toString('latin1');
  const plain = quoted.replace(/=([0-9a-f]{2})/giu, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
  const bytes = Buffer.from(plain, 'latin1');
  return toText(bytes, parameters.get('CHARSET')?.[0]).replace(/\r\n?/gu, '\n');
};

/** Decodes as declared, otherwise as the most likely character set; bytes that cannot be decoded get one sign each. */
const toText = (bytes: Buffer, charset = 'utf-8'): string => {
  const isKnown = isKnownEncoding(charset);
  try {
    return isKnown ? decodeBytes(bytes, { encoding: charset, isFatal: true }) : decodeText(bytes);
  } catch {
    return decodeBytes(bytes, { encoding: isKnown ? charset : 'utf-8', isFatal: false });
  }
};

/** The text of a value: `\n` is a line end, and commas, semicolons and backslashes are written with a backslash. */
export const unescapeValue = (value: string): string =>
  value.replace(/\\([nN,;:"\\])/gu, (_, sign: string) =>
    sign.toLowerCase() === 'n' ? '\n' : sign,
  );

/** The parts of a value between semicolons or commas that are not escaped. */
export const splitValue = (value: string, separator: ';' | ','): string[] => {
  const parts: string[] = [];
  let start = 0;
  for (const { 0: found, index } of value.matchAll(/\\.|[;,]/gsu)) {
    if (found !== separator) continue;
    parts.push(value.slice(start, index));
    start = index + 1;
  }
  return [...parts, value.slice(start)].map((part) => unescapeValue(part).trim());
};

const splitOutsideQuotes = (text: string, separator: string): string[] => {
  const parts: string[] = [];
  let start = 0;
  for (const at of outsideQuotes(text, separator)) {
    parts.push(text.slice(start, at));
    start = at + 1;
  }
  return [...parts, text.slice(start)];
};

const outsideQuotes = (text: string, sign: string): number[] => {
  const found: number[] = [];
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '"') isQuoted = !isQuoted;
    else if (!isQuoted && text[at] === sign) found.push(at);
  }
  return found;
};

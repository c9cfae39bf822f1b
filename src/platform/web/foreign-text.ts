import type { CleanText } from '../../shared/credential-filter.js';

/**
 * Reads foreign responses as text, without our credentials. JSON and events are parsed first and their strings cleaned, because an escape
 * may hide a letter. A text without credentials is returned unchanged.
 */
export const readForeignText = (bytes: Uint8Array, clean: CleanText): string =>
  cleanForeignText(new TextDecoder().decode(bytes), clean);

/** Cleans a body once it is complete. Errors of its source still surface when the body is read. */
export const createBodyCleaner = (
  clean: CleanText,
): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> => {
  const pieces: Uint8Array[] = [];
  return new TransformStream({
    transform: (piece) => {
      pieces.push(piece);
    },
    flush: (controller) => {
      const body = cleanForeignText(new TextDecoder().decode(Buffer.concat(pieces)), clean);
      if (body !== '') controller.enqueue(new TextEncoder().encode(body));
    },
  });
};

const LINE_FEED = 0x0a;

/** Cleans an event stream line by line, so that each event is passed on as soon as it arrives. */
export const createEventCleaner = (
  clean: CleanText,
): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> => {
  let open: Uint8Array[] = [];
  const take = (last: Uint8Array): Uint8Array<ArrayBuffer> => {
    const lines = Buffer.concat([...open, last]);
    open = [];
    const text = new TextDecoder().decode(lines);
    const cleaned = text.includes('\\') ? cleanLines(text, clean) : clean(text);
    return cleaned === text ? lines : new TextEncoder().encode(cleaned);
  };
  return new TransformStream({
    transform: (piece, controller) => {
      const end = piece.lastIndexOf(LINE_FEED) + 1;
      if (end > 0) controller.enqueue(take(piece.subarray(0, end)));
      if (end < piece.length) open.push(piece.subarray(end));
    },
    flush: (controller) => {
      const rest = take(new Uint8Array());
      if (rest.length > 0) controller.enqueue(rest);
    },
  });
};

const cleanForeignText = (text: string, clean: CleanText): string =>
  text.includes('\\') ? (cleanJson(text, clean) ?? cleanLines(text, clean)) : clean(text);

const DATA = /^data: ?/;

const cleanLines = (text: string, clean: CleanText): string =>
  clean(
    text
      .split('\n')
      .map((line) => cleanData(line, clean))
      .join('\n'),
  );

/** Cleans the data of an event; returns any other line unchanged. */
const cleanData = (line: string, clean: CleanText): string => {
  const [field] = DATA.exec(line) ?? [];
  if (field === undefined) return line;
  const data = cleanJson(line.slice(field.length), clean);
  return data === null ? line : field + data;
};

/** Null if the text is not JSON. */
const cleanJson = (text: string, clean: CleanText): string | null => {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  const cleaned = cleanValue(value, { clean, depth: 0 });
  return cleaned === value ? text : JSON.stringify(cleaned);
};

/** Deeper than anything that we read from an answer. */
const MAX_DEPTH = 64;

/** The same value if nothing in it has changed. */
const cleanValue = (
  value: unknown,
  { clean, depth }: { clean: CleanText; depth: number },
): unknown => {
  if (typeof value === 'string') return clean(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= MAX_DEPTH) return null;
  const within = { clean, depth: depth + 1 };
  if (Array.isArray(value)) {
    const items = value.map((item: unknown) => cleanValue(item, within));
    return items.every((item, position) => item === value[position]) ? value : items;
  }
  const entries = Object.entries(value);
  const cleaned = entries.map(([name, inner]) => [clean(name), cleanValue(inner, within)] as const);
  const isSame = cleaned.every(
    ([name, inner], position) => name === entries[position]?.[0] && inner === entries[position][1],
  );
  return isSame ? value : Object.fromEntries(cleaned);
};

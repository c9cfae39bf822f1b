/** Removes the operator's credentials from foreign text. */
export type CleanText = (text: string) => string;

/** A text as it is compared: only letters and digits, in lower case, with the position of each in the text. */
type Compared = { codes: readonly number[]; letters: string; at: readonly number[] };

/** The part of a form at an offset. */
type Place = { form: string; offset: number };

type Index = {
  /** Parts of forms, by their letters. */
  parts: ReadonlyMap<string, Place>;
  /** The lengths of those parts. */
  lengths: readonly number[];
  /** One bit per possible beginning of a part, which is enough to skip most positions of a text. */
  heads: Uint8Array;
  /** Forms with too few letters for comparison, which are removed as written. */
  exact: readonly string[];
};

const REPLACEMENT = '[credential]';

type Options = {
  /** Called for each text with its number of comparisons. */
  onCompared?: (steps: number) => void;
};

/**
 * Finds credentials, complete or in parts, in any form in which they may be repeated: plain, encoded, reversed, with signs between the
 * letters. The forms are computed once here; the cost per text depends on its length, not on that of the credentials.
 */
export const createCredentialFilter = (
  credentials: readonly string[],
  { onCompared = () => undefined }: Options = {},
): CleanText => {
  const index = toIndex(credentials);
  if (index.parts.size === 0 && index.exact.length === 0) return (text) => text;
  return (text) => {
    const plain = index.exact.reduce((left, form) => left.replaceAll(form, REPLACEMENT), text);
    const compared = toCompared(plain);
    const { spans, steps } = findSpans(compared, index);
    onCompared(compared.codes.length + steps);
    return spans.length === 0 ? plain : withoutSpans(plain, { spans, compared });
  };
};

/** The minimum number of letters that are compared. */
const MIN_LETTERS = 6;
const MIN_PART = 8;
const MAX_PART = 16;
/** The maximum number of parts per form: of a very long credential, parts of a few dozen letters are found; of a short one, any part. */
const MAX_PARTS = 256;
const MIN_EXACT_CHARS = 4;

const HEAD_BITS = 16;

const toIndex = (credentials: readonly string[]): Index => {
  const parts = new Map<string, Place>();
  const lengths = new Set<number>();
  const heads = new Uint8Array(1 << HEAD_BITS);
  const exact = new Set<string>();
  for (const credential of new Set(credentials)) {
    if (isPlaceholder(credential)) continue;
    for (const written of formsOf(credential)) {
      const { letters: form, codes } = toCompared(written);
      if (form.length < MIN_LETTERS) {
        if (written.length >= MIN_EXACT_CHARS) exact.add(written);
        continue;
      }
      const length = WORDS.test(credential) ? form.length : partLengthOf(form);
      const step = Math.ceil((form.length - length + 1) / MAX_PARTS);
      lengths.add(length);
      for (let offset = 0; offset + length <= form.length; offset += step) {
        const part = form.slice(offset, offset + length);
        if (!parts.has(part)) parts.set(part, { form, offset });
        heads[headAt(codes, offset)] = 1;
      }
    }
  }
  return {
    parts,
    heads,
    lengths: [...lengths].sort((one, other) => other - one),
    exact: [...exact].sort((one, other) => other.length - one.length),
  };
};

/** Half of a form, minus the letters that an encoding changes at the edges of a half. */
const partLengthOf = (form: string): number =>
  Math.min(form.length, MAX_PART, Math.max(MIN_PART, Math.floor(form.length / 2) - 2));

/** Words of one case, which a text may contain by chance, so parts of them are not searched. */
const WORDS = /^(?:[A-Z]?[a-z]+|[A-Z]+)(?:[-_. ](?:[A-Z]?[a-z]+|[A-Z]+))*$/;
const MIN_WORDS_CHARS = 16;

/** Placeholders for servers that require a key but do not check it: `none`, `ollama`, `not-needed`. */
const isPlaceholder = (credential: string): boolean =>
  credential.length < MIN_WORDS_CHARS && WORDS.test(credential);

const formsOf = (credential: string): string[] => {
  const bytes = Buffer.from(credential);
  const codes = (prefix: string, base: number, digits: number): string =>
    [...bytes].map((byte) => `${prefix}${byte.toString(base).padStart(digits, '0')}`).join('');
  const forward = [
    credential,
    encodeURIComponent(credential.replace(/\p{Surrogate}/gu, '')),
    new URLSearchParams({ credential }).toString().slice('credential='.length),
    codes('', 16, 2),
    codes('x', 16, 2),
    codes('0x', 16, 2),
    codes('u00', 16, 2),
    codes('', 10, 0),
    codes('', 8, 3),
    ...base64Of(bytes),
  ];
  return forward.flatMap((form) => [form, Array.from(form).reverse().join('')]);
};

/** Also as part of a longer text, where the encoded letters depend on the number of preceding bytes. */
const base64Of = (bytes: Buffer): string[] =>
  [0, 1, 2].map((before) => {
    const encoded = Buffer.concat([Buffer.alloc(before), bytes]);
    const from = Math.ceil((before * 8) / 6);
    const to = Math.floor((encoded.length * 8) / 6);
    return encoded.toString('base64').slice(from, to);
  });

const toCompared = (text: string): Compared => {
  const codes: number[] = [];
  const at: number[] = [];
  for (let position = 0; position < text.length; position += 1) {
    const code = text.charCodeAt(position);
    if (code < 0x80) {
      const letter = LETTERS[code] ?? 0;
      if (letter === 0) continue;
      codes.push(letter);
      at.push(position);
      continue;
    }
    // Full-width and other variants of a letter.
    const isPair = code >= 0xd800 && code < 0xdc00;
    for (const written of text.slice(position, position + (isPair ? 2 : 1)).normalize('NFKC')) {
      const letter = LETTERS[written.charCodeAt(0)] ?? 0;
      if (letter === 0) continue;
      codes.push(letter);
      at.push(position);
    }
    if (isPair) position += 1;
  }
  return { codes, letters: Buffer.from(codes).toString('latin1'), at };
};

/** The letter or digit as which an ASCII character is compared; 0: none. */
const LETTERS = Uint8Array.from({ length: 0x80 }, (_, code) =>
  /[a-z0-9]/i.test(String.fromCharCode(code))
    ? String.fromCharCode(code).toLowerCase().charCodeAt(0)
    : 0,
);

const headAt = (codes: readonly number[], from: number): number => {
  let head = 0;
  for (let position = from; position < from + MIN_LETTERS; position += 1) {
    head = Math.imul(head, 37) + (codes[position] ?? 0);
  }
  return (head ^ (head >>> HEAD_BITS)) & ((1 << HEAD_BITS) - 1);
};

type Span = { from: number; to: number };

const findSpans = ({ codes, letters }: Compared, index: Index) => {
  const spans: Span[] = [];
  let steps = 0;
  let after = 0;
  for (let from = 0; from + MIN_LETTERS <= letters.length; from += 1) {
    if (index.heads[headAt(codes, from)] !== 1) continue;
    steps += index.lengths.length;
    const found = partAt(letters, from, index);
    if (found === undefined) continue;
    const span = widen(letters, { from, after }, found);
    steps += span.to - span.from;
    spans.push(span);
    after = span.to;
    from = span.to - 1;
  }
  return { spans, steps };
};

const partAt = (letters: string, from: number, { parts, lengths }: Index): Place | undefined => {
  for (const length of lengths) {
    const place = parts.get(letters.slice(from, from + length));
    if (place !== undefined) return place;
  }
  return undefined;
};

/** Extends as far as the text matches the form, in both directions. */
const widen = (
  letters: string,
  { from, after }: { from: number; after: number },
  { form, offset }: Place,
): Span => {
  let back = 0;
  while (from - back > after && offset > back && sameAt(-back - 1)) back += 1;
  let ahead = 0;
  while (offset + ahead < form.length && from + ahead < letters.length && sameAt(ahead)) ahead += 1;
  return { from: from - back, to: from + ahead };

  function sameAt(distance: number): boolean {
    return letters.charCodeAt(from + distance) === form.charCodeAt(offset + distance);
  }
};

type Found = { spans: readonly Span[]; compared: Compared };

const withoutSpans = (text: string, { spans, compared: { at } }: Found): string => {
  let result = '';
  let position = 0;
  for (const { from, to } of spans) {
    const last = at[to - 1] ?? text.length - 1;
    result += text.slice(position, at[from] ?? position) + REPLACEMENT;
    position = last + String.fromCodePoint(text.codePointAt(last) ?? 0).length;
  }
  return result + text.slice(position);
};

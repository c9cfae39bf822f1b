import { AppError } from '../shared/errors.js';

export type Arguments = Readonly<Record<string, unknown>>;

type Asked = {
  given: Arguments;
  /** The approved schema, whose choices the operator has read. */
  schema: unknown;
  /** What the user wrote, and what tools computed from it before any foreign text was read. */
  own: readonly string[];
};

/** Returns arguments in the user's own spelling; throws `invalid_arguments` if they contain anything else. */
export type TakeOwnWords = (asked: Asked) => Arguments;

/** The number of calls per turn whose arguments are limited to the user's own words. */
const MAX_CALLS = 3;
/** How many choices among a schema's options a turn may make; with a longer list, options could encode text. */
const MAX_CHOICES = 6;
const MAX_OFFERED = 8;

/**
 * For one turn: limits what may be sent to an outside service once foreign text is in the prompt, because that text may have told the model
 * to leak what it has read. Values are runs of the user's words, in the order of the message across all calls, and each word once; calls
 * and choices are limited, so that their number cannot encode anything either.
 */
export const createOwnWords = (): TakeOwnWords => {
  const read = new Map<string, number>();
  const made = { calls: 0, choices: 0 };
  return ({ given, schema, own }) => {
    const said = own.map((text) => ({ text, words: wordsOf(text), next: read.get(text) ?? 0 }));
    const taking: Taking = { said, offered: toOffered(schema), choices: made.choices };
    const sent = takeObject(given, '', taking);
    if (made.calls >= MAX_CALLS) throw refuse('This turn has no such calls left.');
    for (const { text, next } of said) read.set(text, next);
    made.calls += 1;
    made.choices = taking.choices;
    return sent;
  };
};

const refuse = (message: string): AppError => new AppError('invalid_arguments', message);

type Word = { key: string; from: number; to: number };

/** A text of the user, and its first word that was not sent yet. */
type Said = { text: string; words: readonly Word[]; next: number };

type Taking = { said: readonly Said[]; offered: Offered; choices: number };

const WORD = /[\p{L}\p{M}\p{N}]+/gu;

const wordsOf = (text: string): Word[] =>
  [...text.matchAll(WORD)].map(({ 0: word, index }) => ({
    key: word.normalize('NFKC').toLowerCase(),
    from: index,
    to: index + word.length,
  }));

const takeValue = (value: unknown, path: string, taking: Taking): unknown => {
  if (typeof value === 'string') return takeText(value, path, taking);
  if (typeof value === 'number') return takeNumber(value, path, taking);
  if (Array.isArray(value) && value.length > 0) {
    return value.map((item: unknown, index) => takeValue(item, `${path}.${index}`, taking));
  }
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  if (isObject && Object.keys(value).length > 0) return takeObject(value, path, taking);
  countChoice(path, taking);
  return value;
};

const takeObject = (value: object, path: string, taking: Taking): Arguments =>
  Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      const at = path === '' ? name : `${path}.${name}`;
      return [takeName(name, at, taking), takeValue(inner, at, taking)];
    }),
  );

/** In an open object the model chooses names like values, and also whether an optional one is present. */
const takeName = (name: string, path: string, taking: Taking): string => {
  const { required, optional } = taking.offered;
  if (required.has(name)) return name;
  if (!optional.has(name)) return takeText(name, path, taking);
  countChoice(path, taking);
  return name;
};

const takeText = (text: string, path: string, taking: Taking): string => {
  const run = takeRun(text, taking);
  if (run !== null) return run;
  takeOffered(text, path, taking);
  return text;
};

const MINUS: ReadonlySet<string> = new Set(['-', '\u2212']);

/** A number is sent unchanged, so the user must have written exactly it. */
const takeNumber = (value: number, path: string, taking: Taking): number => {
  const written = String(Math.abs(value));
  const run = takeRun(written, taking, (before) => MINUS.has(before) === value < 0);
  if (run === null) takeOffered(value, path, taking);
  return value;
};

const takeOffered = (value: unknown, path: string, taking: Taking): void => {
  if (!taking.offered.values.has(JSON.stringify(value))) {
    throw refuse(
      `${path}: after text of others was read, this tool takes the user's own words alone, in the order of the message and each once.`,
    );
  }
  countChoice(path, taking);
};

const countChoice = (path: string, taking: Taking): void => {
  taking.choices += 1;
  if (taking.choices > MAX_CHOICES) throw refuse(`${path}: this turn has made enough choices.`);
};

/** Checks the character before a run. */
type Fits = (before: string) => boolean;

/** Takes the user's next words that match, in the user's spelling; null if there are none. */
const takeRun = (text: string, { said }: Taking, fits: Fits = () => true): string | null => {
  const words = wordsOf(text);
  if (words.length === 0) return null;
  for (const own of said) {
    const start = findRun(words, own, fits);
    if (start === null) continue;
    own.next = start + words.length;
    return toSpelling(text, words, { own, start });
  }
  return null;
};

const findRun = (words: readonly Word[], own: Said, fits: Fits): number | null => {
  for (let start = own.next; start + words.length <= own.words.length; start += 1) {
    const isSame = words.every(({ key }, offset) => own.words[start + offset]?.key === key);
    if (isSame && fits(own.text.charAt((own.words[start]?.from ?? 0) - 1))) return start;
  }
  return null;
};

type Run = { own: Said; start: number };

/** Signs at the edges are included if the user wrote them: "C++". */
const toSpelling = (text: string, words: readonly Word[], { own, start }: Run): string => {
  const from = own.words[start]?.from ?? 0;
  const to = own.words[start + words.length - 1]?.to ?? 0;
  const head = text.slice(0, words[0]?.from);
  const tail = text.slice(words.at(-1)?.to);
  const isHead = head !== '' && own.text.slice(0, from).endsWith(head);
  const isTail = tail !== '' && own.text.startsWith(tail, to);
  return own.text.slice(isHead ? from - head.length : from, isTail ? to + tail.length : to);
};

type Offered = {
  /** As JSON, from lists that are short enough. */
  values: ReadonlySet<string>;
  required: ReadonlySet<string>;
  optional: ReadonlySet<string>;
};

/** Values to choose from, and property names, that the schema itself offers. */
const toOffered = (schema: unknown): Offered => {
  const values = new Set<string>();
  const required = new Set<string>();
  const optional = new Set<string>();
  const collect = (part: unknown): void => {
    if (typeof part !== 'object' || part === null) return;
    if (Array.isArray(part)) {
      part.forEach(collect);
      return;
    }
    const schemaOf = new Map<string, unknown>(Object.entries(part));
    const listed = schemaOf.has('const') ? [schemaOf.get('const')] : toList(schemaOf.get('enum'));
    if (listed.length <= MAX_OFFERED) for (const one of listed) values.add(JSON.stringify(one));
    const needed = new Set(toList(schemaOf.get('required')));
    const properties = schemaOf.get('properties');
    if (typeof properties === 'object' && properties !== null) {
      for (const name of Object.keys(properties)) {
        (needed.has(name) ? required : optional).add(name);
      }
    }
    for (const inner of schemaOf.values()) collect(inner);
  };
  collect(schema);
  return { values, required, optional };
};

const toList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

import { selectSources, type Basis, type Source, type ToolEvidence } from '../answering/index.js';
import { collectUrls, extractFacts, findUrls } from '../citations/index.js';
import type { ToolCallRecord } from '../conversations/index.js';
import { contentTerms } from '../language/index.js';
import { hasUnspaced, UNSPACED } from '../shared/scripts.js';
import { isRoundWithoutModel } from './decide/without-model.js';
import { roundNumberOf, type RouterState } from './state.js';

type Told = Pick<
  RouterState,
  | 'evidence'
  | 'toolCalls'
  | 'decisions'
  | 'originalQuery'
  | 'history'
  | 'userContext'
  | 'queryLanguage'
  | 'trustedLinkHosts'
>;

/** Selects the evidence of a turn that fits the prompt; each tool result comes with the part of it that may support a claim. */
export const selectTurnSources = (state: Told): Source[] =>
  selectSources({ ...state, basisOf: createBasisOf(state) });

const NOTHING: Basis = { content: '', links: '' };

/** Origins whose results may echo the model's own input, which no independent source confirms. */
const ECHOING: ReadonlySet<ToolEvidence['origin']> = new Set(['service', 'calculation', 'writing']);

/**
 * Determines which part of a tool result may support a claim, because the model must not be its own source. Output of its code, files that
 * this turn wrote and sums of invented numbers are excluded. In the result of a service, words, figures and links that the model passed in
 * are excluded too, unless the user or another source mentioned them. Links are limited to trusted hosts. Undefined if the whole result may
 * support a claim.
 */
const createBasisOf = (told: Told): ((evidence: ToolEvidence) => Basis | undefined) => {
  const callOf = new Map(told.toolCalls.map((call) => [call.id, call]));
  const isOwn = (item: ToolEvidence): boolean =>
    item.origin === 'code' ||
    (item.origin === 'file' && isWrittenInTurn(item, callOf.get(item.toolCallId), told.toolCalls));
  const results = told.evidence.flatMap((item) => (item.kind === 'tool' ? [item] : []));
  const handed = results.some(({ origin }) => ECHOING.has(origin))
    ? traceWords(told, { results, callOf, isOwn })
    : null;
  return (item) => {
    if (isOwn(item) || handed?.invented.has(item.id) === true) return NOTHING;
    const isEchoing = ECHOING.has(item.origin) && item.origin !== 'calculation';
    if (handed === null || !isEchoing) return undefined;
    const kept = handed.dropLinks(item.text);
    const links = item.origin === 'service' ? trustedLinks(kept, told.trustedLinkHosts) : kept;
    const basis = { content: handed.mask(item.text), links };
    return basis.content === item.text && basis.links === item.text ? undefined : basis;
  };
};

const MAILBOX = /^(?:mailto:)?[^\s/:@]+@[^\s/:@]+$/i;

/** The links of a text from outside that may be followed, one per line; email addresses stay as text without a link. */
const trustedLinks = (text: string, hosts: readonly string[]): string =>
  findUrls(text)
    .filter((url) => MAILBOX.test(url) || hosts.includes(hostOf(url)))
    .join('\n');

/** True for text read from a file that a call in the same round or an earlier one created or changed. */
const isWrittenInTurn = (
  { text, toolCallId }: ToolEvidence,
  reading: ToolCallRecord | undefined,
  toolCalls: readonly ToolCallRecord[],
): boolean => {
  const round = roundNumberOf(toolCallId);
  const written = toolCalls
    .filter(({ id }) => roundNumberOf(id) <= round)
    .flatMap(({ files }) => files.map(({ name }) => name));
  const named = reading?.arguments['name'];
  const read = typeof named === 'string' ? named.normalize('NFC').trim() : '';
  return written.some(
    (name) => name === read || text.split('\n').some((line) => line.startsWith(`"${name}" line `)),
  );
};

type Results = {
  results: readonly ToolEvidence[];
  callOf: ReadonlyMap<string, ToolCallRecord>;
  isOwn: (item: ToolEvidence) => boolean;
};

/** Follows the rounds in order: if a word appears in an argument before it appears in any source, the model introduced it. */
const traceWords = (told: Told, { results, callOf, isOwn }: Results) => {
  const words = createWords(told);
  const invented = new Set<string>();
  const rounds = new Set(results.map(({ toolCallId }) => roundNumberOf(toolCallId)));
  for (const round of [...rounds].sort((one, other) => one - other)) {
    const ofRound = results.filter(({ toolCallId }) => roundNumberOf(toolCallId) === round);
    const calls = isRoundWithoutModel(told, round)
      ? []
      : ofRound.filter(({ origin }) => ECHOING.has(origin));
    for (const { id, toolCallId, origin } of calls) {
      const given = callOf.get(toolCallId)?.arguments ?? {};
      const isSum = origin === 'calculation';
      if (isSum && words.areNumbersKnown(given)) continue;
      if (isSum) invented.add(id);
      words.handIn(given);
    }
    for (const item of ofRound) {
      if (!isOwn(item) && !invented.has(item.id)) words.learn(item.text);
    }
  }
  return { invented, mask: words.mask, dropLinks: words.dropLinks };
};

const WORD = new RegExp(
  String.raw`\p{Nd}{1,3}(?:[ \u00a0\u202f.,'’]\p{Nd}{3})+(?!\p{Nd})(?:[.,]\p{Nd}+)?|\p{Nd}+(?:[.,]\p{Nd}+)*|[${UNSPACED}]+|(?:(?![${UNSPACED}])[\p{L}\p{M}])+`,
  'gu',
);
const NUMBER = /^\p{Nd}/u;
const GROUPING = /[ \u00a0\u202f'’]|[.,](?=\p{Nd}{3}(?!\p{Nd}))/gu;

const wordsOf = (text: string): string[] => text.match(WORD) ?? [];

/** Normalizes the spelling of a word or number. */
const toKey = (word: string): string => {
  const plain = word.normalize('NFKC').toLowerCase();
  if (!NUMBER.test(plain)) return plain;
  const number = Number(plain.replace(GROUPING, '').replace(',', '.'));
  return Number.isNaN(number) ? plain : String(number);
};

/** Separates the words of the user and the sources from those that only the model used. */
const createWords = (told: Told) => {
  const { queryLanguage: language } = told;
  const known = new Set<string>();
  const introduced = new Set<string>();
  let knownText = '';
  let handedText = '';

  const learn = (text: string): void => {
    const said = mask(text);
    knownText += `\n${dropLinks(text).toLowerCase()}`;
    for (const word of wordsOf(said)) known.add(toKey(word));
    for (const term of contentTerms(said, language)) known.add(term);
    for (const number of numbersOf(said, language)) known.add(number);
  };

  const isNew = (word: string): boolean => {
    const key = toKey(word);
    if (known.has(key)) return false;
    if (NUMBER.test(key)) return true;
    if (hasUnspaced(key)) return key.length > 1 && !knownText.includes(key);
    const terms = [...contentTerms(key, language)];
    return terms.length > 0 && !terms.some((term) => known.has(term));
  };

  const mask = (text: string): string =>
    text.replace(WORD, (word) => {
      const key = toKey(word);
      if (introduced.has(key)) return '…';
      if (!hasUnspaced(key)) return word;
      return [...introduced]
        .filter((run) => hasUnspaced(run))
        .reduce((masked, run) => masked.replaceAll(run, '…'), word);
    });

  const isHandedIn = (host: string): boolean =>
    handedText.includes(host) ||
    wordsOf(host)
      .map(toKey)
      .every((part) => introduced.has(part));
  const dropLinks = (text: string): string =>
    findUrls(text)
      .filter((url) => !knownText.includes(hostOf(url)) && isHandedIn(hostOf(url)))
      .reduce((left, url) => left.split(url).join(' '), text);

  const handIn = (given: unknown): void => {
    const text = textsOf(given).join('\n').slice(0, MAX_ARGUMENT_CHARS);
    handedText += `\n${text.toLowerCase()}`;
    for (const word of new Set(wordsOf(withoutYears(text)))) {
      if (isNew(word)) introduced.add(toKey(word));
    }
  };

  for (const text of textsOfOthers(told)) learn(text);
  return {
    learn,
    mask,
    dropLinks,
    handIn,
    areNumbersKnown: (given: unknown): boolean => areNumbersKnown(given, known),
  };
};

const areNumbersKnown = (given: unknown, known: ReadonlySet<string>): boolean =>
  textsOf(given)
    .flatMap(wordsOf)
    .map(toKey)
    .filter((key) => NUMBER.test(key))
    .every((key) => isNumberKnown(Number(key), known));

/** Numbers that need no source: 12 as in "12 months", or "× 1.2" for 20 %. */
const isNumberKnown = (number: number, known: ReadonlySet<string>): boolean =>
  USUAL_NUMBERS.has(number) ||
  [number, number * 100, (number - 1) * 100, (1 - number) * 100].some((one) =>
    known.has(String(Number(one.toFixed(6)))),
  );

const MAX_ARGUMENT_CHARS = 20_000;

const USUAL_NUMBERS: ReadonlySet<number> = new Set([
  ...Array.from({ length: 13 }, (_, number) => number),
  24,
  30,
  31,
  52,
  60,
  100,
  360,
  365,
  366,
  1000,
]);

/** The texts of others: the user's words, and the contents of documents, memories and answers that sources supported. */
const textsOfOthers = ({ originalQuery, history, userContext, evidence }: Told): string[] => [
  originalQuery,
  ...history.flatMap(({ role, content, isCarried }) =>
    role === 'user' || isCarried === true ? [content] : [],
  ),
  ...[userContext.tenantPrompt, userContext.userPrompt].flatMap((text) => text ?? []),
  ...[userContext.preferences.name, userContext.preferences.city].flatMap((text) => text ?? []),
  ...evidence.flatMap((item) => {
    if (item.kind === 'memory') return [item.memory.content];
    if (item.kind === 'tool') return [];
    return [item.chunk.title, item.chunk.chapter ?? '', item.chunk.content];
  }),
];

/** The numbers of a text, including those written as words, and the months and days of dates. */
const numbersOf = (text: string, language: string): string[] =>
  [...extractFacts(text, language)].flatMap((fact) =>
    (fact.split(' ')[1] ?? '')
      .split('-')
      .filter((part) => NUMBER.test(part))
      .map(toKey),
  );

/** The parser filled in the year of a date such as "3 March", so it is removed. */
const withoutYears = (text: string): string => text.replace(/\d{4}(?=-\d{2}-\d{2})/g, ' ');

const MAX_DEPTH = 8;
/** Whole numbers up to this usually only say how many results are wanted. */
const MAX_SETTING = 10;

/** Every text and number in the arguments, also in URL-decoded form, as a server would read them. */
const textsOf = (given: unknown, depth = 0): string[] => {
  if (typeof given === 'string') return [given, ...decoded(given)];
  if (typeof given === 'number') {
    return Number.isInteger(given) && given <= MAX_SETTING ? [] : [String(given)];
  }
  if (typeof given !== 'object' || given === null || depth >= MAX_DEPTH) return [];
  return Object.values(given).flatMap((value) => textsOf(value, depth + 1));
};

const decoded = (text: string): string[] => {
  if (!/%[\da-f]{2}/i.test(text)) return [];
  try {
    return [decodeURIComponent(text)];
  } catch {
    return [];
  }
};

/** The host of a link in lower case; for a mailbox, the whole address. */
const hostOf = (url: string): string => {
  const [comparable = url] = collectUrls([url]);
  const written = comparable.toLowerCase();
  if (/^[^/]*@/.test(written)) return written;
  return /^(?:[a-z]+:)?[/\\]*(?:www\.)?([^/?#\s:\\]+)/.exec(written)?.[1] ?? '';
};

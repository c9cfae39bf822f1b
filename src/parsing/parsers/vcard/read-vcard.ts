import {
  readContentLines,
  splitValue,
  unescapeValue,
  type ContentLine,
} from '../../content-lines.js';
import { monthName, readMoment } from '../../date-words.js';
import { parseFailure, PARSER_LIMITS } from '../../parse-failure.js';
import { addBlocks, oneLine } from '../../parser.js';
import type { Block } from '../../parsed-document.js';

type Card = ContentLine[];

/** Every contact as a heading, a list and its notes. If there is only one contact, it is also the title. */
export const readVcard = (text: string): { blocks: Block[]; title: string | null } => {
  const blocks: Block[] = [];
  const open: Card[] = [];
  let count = 0;
  const endCard = (): void => {
    const card = open.pop();
    if (card === undefined) return;
    count += 1;
    if (count > PARSER_LIMITS.paragraphs) throw parseFailure('document_too_complex');
    addBlocks(blocks, cardBlocks(card));
  };
  for (const line of readContentLines(text)) {
    const isMark = /^\s*vcard\s*$/iu.test(line.value);
    if (line.name === 'BEGIN' && isMark) {
      // A card may contain the card of an assistant.
      if (open.push([]) > PARSER_LIMITS.depth) throw parseFailure('document_too_complex');
    } else if (line.name === 'END' && isMark) endCard();
    else open.at(-1)?.push(line);
  }
  while (open.length > 0) endCard();
  const [first, ...others] = blocks.filter(({ kind }) => kind === 'heading');
  return { blocks, title: others.length === 0 ? (first?.text ?? null) : null };
};

const cardBlocks = (card: Card): Block[] => {
  const details = linesOf(card);
  const notes = valuesOf(card, 'NOTE').map((note): Block => {
    return { text: note, kind: 'paragraph', keepsLines: true };
  });
  const list: Block[] = details.length === 0 ? [] : [{ text: details.join('\n'), kind: 'list' }];
  const name = nameOf(card);
  if (name === '' && list.length + notes.length === 0) return [];
  return [{ text: name || 'Contact without a name', kind: 'heading', level: 1 }, ...list, ...notes];
};

const valuesOf = (card: Card, name: string): string[] =>
  card
    .filter((line) => line.name === name)
    .map(({ value }) => unescapeValue(value).trim())
    .filter((value) => value !== '');

/** The display name, otherwise the parts of the name; a company may have only its own name. */
const nameOf = (card: Card): string => {
  const [family = '', given = '', middle = '', before = '', after = ''] = partsOf(card, 'N');
  const built = [before, given, middle, family, after].filter((part) => part !== '').join(' ');
  const others = ['ORG', 'NICKNAME', 'EMAIL'].map((name) => partsOf(card, name).join(', '));
  return oneLine([valuesOf(card, 'FN')[0], built, ...others].find(Boolean) ?? '');
};

const partsOf = (card: Card, name: string): string[] => {
  const line = card.find((one) => one.name === name && one.value !== '');
  return line === undefined ? [] : splitValue(line.value, ';');
};

type Shown = { name: string; label: string; shown?: (value: string) => string };

const joined = (value: string): string =>
  splitValue(value, ';')
    .filter((part) => part !== '')
    .join(', ');

const withoutScheme = (value: string): string =>
  unescapeValue(value).replace(/^(?:tel|mailto):/iu, '');

/** The parts of an address in order: PO box, address line 2, street, city, region, postal code, country. */
const addressOf = (value: string): string => {
  const [box = '', more = '', street = '', place = '', region = '', code = '', country = ''] =
    splitValue(value, ';');
  return [street, more, box, `${code} ${place}`.trim(), region, country]
    .filter((part) => part !== '')
    .join(', ');
};

/** A date whose year may be unknown: Apple then writes a placeholder year that it names in `X-APPLE-OMIT-YEAR`. */
const dayOf = (value: string): string => {
  const yearless = /^--(\d{2})-?(\d{2})/u.exec(value.trim());
  if (yearless) return `${Number(yearless[2])} ${monthName(Number(yearless[1]))}`;
  const moment = readMoment(value);
  if (moment === null) return unescapeValue(value);
  const { year, month, day } = moment;
  return `${day} ${monthName(month)}${year === APPLES_NO_YEAR ? '' : ` ${year}`}`;
};

const APPLES_NO_YEAR = 1604;

const SHOWN: readonly Shown[] = [
  { name: 'NICKNAME', label: 'Nickname' },
  { name: 'ORG', label: 'Organisation', shown: joined },
  { name: 'TITLE', label: 'Position' },
  { name: 'ROLE', label: 'Role' },
  { name: 'TEL', label: 'Phone', shown: withoutScheme },
  { name: 'EMAIL', label: 'E-mail', shown: withoutScheme },
  { name: 'ADR', label: 'Address', shown: addressOf },
  { name: 'URL', label: 'Web' },
  { name: 'IMPP', label: 'Chat' },
  { name: 'X-SOCIALPROFILE', label: 'Profile' },
  { name: 'BDAY', label: 'Birthday', shown: dayOf },
  { name: 'ANNIVERSARY', label: 'Anniversary', shown: dayOf },
  { name: 'X-ABDATE', label: 'Date', shown: dayOf },
  { name: 'X-ABRELATEDNAMES', label: 'Related' },
  { name: 'RELATED', label: 'Related' },
  { name: 'CATEGORIES', label: 'Categories' },
  ...['MANAGER', 'ASSISTANT', 'SPOUSE', 'CHILD', 'PROFESSION', 'OFFICE'].map((name) => ({
    name: `X-${name}`,
    label: name.charAt(0) + name.slice(1).toLowerCase(),
  })),
];

const VENDOR = /^X-(?:MS|EVOLUTION|KADDRESSBOOK-X)-/u;
/** The names of programs' own fields, by what is left without the program's prefix. */
const OWN_NAMES = new Map([
  ['IMADDRESS', 'IMPP'],
  ['ANNIVERSARY', 'ANNIVERSARY'],
  ['MANAGERSNAME', 'X-MANAGER'],
  ['ASSISTANTSNAME', 'X-ASSISTANT'],
  ['SPOUSESNAME', 'X-SPOUSE'],
]);

const commonName = (name: string): string => {
  const own = name.replace(VENDOR, '');
  return own === name ? name : (OWN_NAMES.get(own) ?? `X-${own}`);
};

const linesOf = (card: Card): string[] => {
  const labels = new Map(
    card.flatMap(({ name, group, value }) =>
      name === 'X-ABLABEL' && group !== '' ? [[group, labelOf(value)] as const] : [],
    ),
  );
  return SHOWN.flatMap(({ name, label, shown = unescapeValue }) =>
    card
      .filter((line) => commonName(line.name) === name && line.value.trim() !== '')
      .flatMap(({ value, group, parameters }) => {
        const text = oneLine(shown(value));
        // An address may consist only of the separators between its parts.
        if (text === '') return [];
        const kinds = [...kindsOf(parameters.get('TYPE')), labels.get(group) ?? ''].filter(Boolean);
        const kind = kinds.length === 0 ? '' : ` (${[...new Set(kinds)].join(', ')})`;
        return [`${label}${kind}: ${text}`];
      }),
  );
};

/** Apple marks its own labels: `_$!<HomePage>!$_`. */
const labelOf = (value: string): string =>
  unescapeValue(value)
    .replace(/^_\$!<(.*)>!\$_$/su, '$1')
    .trim()
    .toLowerCase();

/** The kinds that distinguish one number from another; the others apply to every number or address. */
const KINDS = new Map([
  ['work', 'work'],
  ['home', 'home'],
  ['cell', 'mobile'],
  ['iphone', 'mobile'],
  ['fax', 'fax'],
  ['pager', 'pager'],
  ['main', 'main'],
  ['car', 'car'],
  ['other', 'other'],
]);

const kindsOf = (types: readonly string[] = []): string[] =>
  types.flatMap((type) => type.split(',')).flatMap((type) => KINDS.get(type.toLowerCase()) ?? []);

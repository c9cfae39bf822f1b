import { splitValue, unescapeValue, type ContentLine } from '../../content-lines.js';
import { addMinutes, inZone, momentWords, readMoment, spanWords } from '../../date-words.js';
import type { Moment } from '../../date-words.js';
import { oneLine } from '../../parser.js';
import type { Block } from '../../parsed-document.js';
import { repeatWords } from './repeat-words.js';

/** The properties of an event, by name. */
export type Properties = Map<string, ContentLine[]>;

/** What a calendar says about all its entries; `zone` is the time zone in which its owner reads UTC times. */
export type CalendarSettings = { name: string; zone: string; isCancelled: boolean };

/** An event as a heading, a list of what is known about it, and its description. */
export const eventBlocks = async (
  properties: Properties,
  { settings, level }: { settings: CalendarSettings; level: number },
): Promise<Block[]> => {
  const title = oneLine(textOf(properties, 'SUMMARY')) || 'Entry without a title';
  const lines = linesOf(properties, settings).filter(([, value]) => value !== '');
  const description = await toParagraphs(textOf(properties, 'DESCRIPTION'));
  if (lines.length === 0 && description.length === 0 && !properties.has('SUMMARY')) return [];
  const list = lines.map(([name, value]) => `${name}: ${oneLine(value)}`).join('\n');
  const details: Block[] = list === '' ? [] : [{ text: list, kind: 'list' }];
  return [{ text: title, kind: 'heading', level }, ...details, ...description];
};

const linesOf = (properties: Properties, settings: CalendarSettings): [string, string][] => {
  const moment = (name: string): string => {
    const [first] = momentsOf(properties.get(name), settings);
    return first === undefined ? '' : momentWords(first);
  };
  const moments = (name: string): string =>
    momentsOf(properties.get(name), settings).map(momentWords).join('; ');
  const zone = momentsOf(properties.get('DTSTART'), settings)[0]?.zone ?? '';
  const rules = (properties.get('RRULE') ?? []).map(({ value }) => repeatWords(value, zone));
  return [
    ['When', timeOf(properties, settings)],
    ['Repeats', rules.join('; ')],
    ['Also on', moments('RDATE')],
    ['Except on', moments('EXDATE')],
    ['Instead of', moment('RECURRENCE-ID')],
    ['Due', moment('DUE')],
    ['Completed', moment('COMPLETED')],
    ['Where', textOf(properties, 'LOCATION')],
    ['Status', statusOf(properties, settings)],
    ['Organizer', peopleOf(properties, 'ORGANIZER')],
    ['Attendees', peopleOf(properties, 'ATTENDEE')],
    ['Categories', all(properties, 'CATEGORIES')],
    ['Resources', all(properties, 'RESOURCES')],
    ['Link', linksOf(properties)],
  ];
};

const textOf = (properties: Properties, name: string): string =>
  unescapeValue(properties.get(name)?.[0]?.value ?? '').trim();

const all = (properties: Properties, name: string): string =>
  (properties.get(name) ?? []).flatMap(({ value }) => splitValue(value, ',')).join(', ');

const linksOf = (properties: Properties): string =>
  [...new Set([textOf(properties, 'URL'), textOf(properties, 'X-GOOGLE-CONFERENCE')])]
    .filter((link) => link !== '')
    .join(', ');

const momentsOf = (lines: readonly ContentLine[] = [], { zone }: CalendarSettings): Moment[] =>
  lines.flatMap(({ value, parameters }) =>
    splitValue(value, ',').flatMap((written) => {
      const moment = readMoment(written, zoneName(parameters.get('TZID')?.[0]));
      return moment === null ? [] : [inZone(moment, zone)];
    }),
  );

/** Programs write a path of their own before the common name: `/mozilla.org/20070129_1/Europe/Berlin`. */
const zoneName = (written = ''): string =>
  /(?:^|\/)([A-Z][A-Za-z_]+\/[\w+/-]+)$/u.exec(written)?.[1] ?? written.trim();

const MINUTES_OF_DAY = 24 * 60;

const timeOf = (properties: Properties, settings: CalendarSettings): string => {
  const [from] = momentsOf(properties.get('DTSTART'), settings);
  if (from === undefined) return '';
  const [until] = momentsOf(properties.get('DTEND'), settings);
  const minutes = durationOf(properties.get('DURATION')?.[0]?.value ?? '');
  const to = until ?? (minutes > 0 ? addMinutes(from, minutes) : null);
  // The end of an event with whole days is the day after the last one.
  const isDays = from.minutes === null && to !== null;
  return spanWords(from, isDays ? addMinutes(to, -MINUTES_OF_DAY) : to);
};

const DURATION =
  /^\+?P(?:(\d{1,4})W)?(?:(\d{1,4})D)?(?:T(?:(\d{1,5})H)?(?:(\d{1,6})M)?(?:\d{1,7}S)?)?$/iu;

const durationOf = (written: string): number => {
  const [, weeks = 0, days = 0, hours = 0, minutes = 0] = DURATION.exec(written.trim()) ?? [];
  return ((Number(weeks) * 7 + Number(days)) * 24 + Number(hours)) * 60 + Number(minutes);
};

/** "confirmed" is the normal case. */
const statusOf = (properties: Properties, { isCancelled }: CalendarSettings): string => {
  const status = textOf(properties, 'STATUS').toLowerCase().replaceAll('-', ' ');
  if (isCancelled) return 'cancelled';
  return status === 'confirmed' ? '' : status;
};

const ANSWERS = new Map([
  ['ACCEPTED', 'accepted'],
  ['DECLINED', 'declined'],
  ['TENTATIVE', 'tentative'],
  ['DELEGATED', 'delegated'],
]);

const peopleOf = (properties: Properties, name: string): string =>
  (properties.get(name) ?? [])
    .map(({ value, parameters }) => {
      const address = value.replace(/^mailto:/iu, '').trim();
      const shown = parameters.get('CN')?.[0] ?? '';
      const person = shown === '' || shown === address ? address : `${shown} <${address}>`;
      const answer = ANSWERS.get(parameters.get('PARTSTAT')?.[0]?.toUpperCase() ?? '');
      return answer === undefined ? person : `${person} (${answer})`;
    })
    .join(', ');

const HTML_TAGS = /<(?:br|p|div|ul|ol|li|b|i|a|span|html)\b[^<>]{0,2000}>/iu;

/**
 * Google Calendar stores formatted text as HTML, with a line end at the start of a paragraph. A heading in it is not a heading of the
 * document.
 */
const toParagraphs = async (description: string): Promise<Block[]> => {
  if (HTML_TAGS.test(description)) {
    const { htmlToBlocks } = await import('../html/read-html.js');
    const source = description.replace(/\n|<br\s{0,9}\/?>/giu, '<p>');
    return htmlToBlocks(source).blocks.map(({ level: _level, kind, ...block }) => ({
      ...block,
      kind: kind === 'heading' ? 'paragraph' : kind,
    }));
  }
  return description
    .split(/\n(?:[^\S\n]*\n)+/u)
    .filter((paragraph) => paragraph.trim() !== '')
    .map((text) => ({ text, kind: 'paragraph', keepsLines: true }));
};

import type { DocumentWarning } from '../../../shared/document-warnings.js';
import { readContentLines, unescapeValue, type ContentLine } from '../../content-lines.js';
import { parseFailure, PARSER_LIMITS } from '../../parse-failure.js';
import { addBlocks } from '../../parser.js';
import type { Block } from '../../parsed-document.js';
import { eventBlocks, type CalendarSettings, type Properties } from './event-blocks.js';

type Reading = { entry: Properties | null; count: number; hasFiles: boolean };

type Calendar = { blocks: Block[]; title: string | null; warnings: DocumentWarning[] };

/** Entries of a calendar that are read; what is inside them (alarms) or next to them (time zones) is left out. */
const ENTRIES: ReadonlySet<string> = new Set(['VEVENT', 'VTODO', 'VJOURNAL']);

/** The events, tasks and notes in order; `level` is the level of their headings. */
export const readCalendar = async (text: string, { level = 1 } = {}): Promise<Calendar> => {
  const blocks: Block[] = [];
  const settings: CalendarSettings = { name: '', zone: '', isCancelled: false };
  const open: string[] = [];
  const read: Reading = { entry: null, count: 0, hasFiles: false };
  const endEntry = async (): Promise<void> => {
    const { entry } = read;
    if (entry === null) return;
    read.count += 1;
    if (read.count > PARSER_LIMITS.paragraphs) throw parseFailure('document_too_complex');
    addBlocks(blocks, await eventBlocks(entry, { settings, level }));
    read.hasFiles ||= entry.has('ATTACH');
    read.entry = null;
  };
  for (const line of readContentLines(text)) {
    const component = line.value.trim().toUpperCase();
    if (line.name === 'BEGIN') {
      if (open.push(component) > PARSER_LIMITS.depth) throw parseFailure('document_too_complex');
      if (!ENTRIES.has(component)) continue;
      await endEntry();
      read.entry = new Map();
    } else if (line.name === 'END') {
      if (ENTRIES.has(component)) await endEntry();
      const at = open.lastIndexOf(component);
      if (at !== -1) open.length = at;
    } else if (read.entry !== null && ENTRIES.has(open.at(-1) ?? '')) addTo(read.entry, line);
    else if (open.at(-1) === 'VCALENDAR') set(settings, line);
  }
  await endEntry();
  return { blocks, title: settings.name || null, warnings: read.hasFiles ? [FILES] : [] };
};

const FILES: DocumentWarning = {
  code: 'content_left_out',
  detail: 'Files that are attached to entries of the calendar were not read.',
};

/** A file with more properties of one name is trying to fill the memory. */
const MAX_OF_A_NAME = 5_000;

const addTo = (entry: Properties, line: ContentLine): void => {
  const known = entry.get(line.name);
  if (known === undefined) entry.set(line.name, [line]);
  else if (known.length < MAX_OF_A_NAME) known.push(line);
  else throw parseFailure('document_too_complex');
};

const set = (settings: CalendarSettings, { name, value }: ContentLine): void => {
  if (name === 'X-WR-CALNAME' || name === 'NAME') settings.name = unescapeValue(value);
  if (name === 'X-WR-TIMEZONE') settings.zone = value.trim();
  if (name === 'METHOD') settings.isCancelled = /^cancel$/iu.test(value.trim());
};

import type { Parser } from '../parser.js';

/** iCalendar: each event, task and note is a chapter with its time in words, its place and its people; alarms are left out. */
export const calendar: Parser = {
  name: 'calendar',
  mimeType: 'text/calendar',
  label: 'iCalendar',
  extensions: ['.ics', '.ical', '.vcs'],
  recognises: { text: ({ sample }) => /^\s*BEGIN:VCALENDAR\s/iu.test(sample) },
  read: async ({ bytes }) => {
    const { readCalendar } = await import('./calendar/read-calendar.js');
    const { readFolded } = await import('../content-lines.js');
    const { text, warnings } = readFolded(bytes);
    const { blocks, title, warnings: ofEvents } = await readCalendar(text);
    return { blocks, pageCount: null, title, warnings: [...warnings, ...ofEvents] };
  },
};

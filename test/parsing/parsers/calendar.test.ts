import { describe, expect, it } from '@jest/globals';
import { parseBytes } from '../../support/parsing.js';

const calendar = (...lines: string[]): string =>
  ['BEGIN:VCALENDAR', ...lines, 'END:VCALENDAR', ''].join('\r\n');

const event = (...lines: string[]): string =>
  calendar('VERSION:2.0', 'BEGIN:VEVENT', ...lines, 'END:VEVENT');

const read = (source: Buffer | string, name = 'a.ics') => parseBytes(source, name);

const OUTLOOK = calendar(
  'PRODID:-//Microsoft Corporation//Outlook 16.0 MIMEDIR//EN',
  'VERSION:2.0',
  'METHOD:PUBLISH',
  'X-MS-OLK-FORCEINSPECTOROPEN:TRUE',
  'BEGIN:VTIMEZONE',
  'TZID:W. Europe Standard Time',
  'BEGIN:STANDARD',
  'DTSTART:16011028T030000',
  'RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10',
  'TZOFFSETFROM:+0200',
  'TZOFFSETTO:+0100',
  'END:STANDARD',
  'END:VTIMEZONE',
  'BEGIN:VEVENT',
  'CLASS:PUBLIC',
  'DESCRIPTION:Bring the gauge.\\n\\nRoom code: 4471\\n',
  'DTEND;TZID="W. Europe Standard Time":20260505T113000',
  'DTSTART;TZID="W. Europe Standard Time":20260505T090000',
  'LOCATION:Hall 4\\, east',
  'RRULE:FREQ=MONTHLY;COUNT=6;BYDAY=TU;BYSETPOS=1',
  'SUMMARY;LANGUAGE=en-gb:Boiler Gren',
  'X-ALT-DESC;FMTTYPE=text/html:<html><body>Bring the gauge.</body></html>',
  'BEGIN:VALARM',
  'TRIGGER:-PT15M',
  'ACTION:DISPLAY',
  'DESCRIPTION:Reminder',
  'END:VALARM',
  'END:VEVENT',
);

const GOOGLE = calendar(
  'PRODID:-//Google Inc//Google Calendar 70.9054//EN',
  'VERSION:2.0',
  'X-WR-CALNAME:Harbour Kell',
  'X-WR-TIMEZONE:Europe/Berlin',
  'BEGIN:VEVENT',
  'DTSTART:20260706T073000Z',
  'DTEND:20260706T090000Z',
  'DTSTAMP:20260301T101112Z',
  'ORGANIZER;CN=Anna Brook:mailto:anna@kell.example',
  'UID:7k@google.com',
  'ATTENDEE;CUTYPE=INDIVIDUAL;ROLE=REQ-PARTICIPANT;PARTSTAT=ACCEPTED;CN=Ben Stone;X-NUM-',
  ' GUESTS=0:mailto:ben@kell.example',
  'ATTENDEE;CUTYPE=INDIVIDUAL;PARTSTAT=NEEDS-ACTION;CN=eve@kell.example:mailto:eve@kell.example',
  'DESCRIPTION:<b>Agenda</b><br>Doors &amp\\; gates<ul><li>North</li><li>South</li></ul>',
  'STATUS:CONFIRMED',
  'SUMMARY:Audit of the gates',
  'END:VEVENT',
);

const APPLE = calendar(
  'VERSION:2.0',
  'PRODID:-//Apple Inc.//macOS 15.3//EN',
  'BEGIN:VEVENT',
  'DTEND;VALUE=DATE:20261228',
  'SUMMARY:Plant Gren closed',
  'DTSTART;VALUE=DATE:20261224',
  'X-APPLE-TRAVEL-ADVISORY-BEHAVIOR:AUTOMATIC',
  'END:VEVENT',
  'BEGIN:VEVENT',
  'SUMMARY:Night watch',
  'DTSTART;TZID=Europe/London:20260314T220000',
  'DURATION:PT8H30M',
  'RRULE:FREQ=WEEKLY;INTERVAL=2;UNTIL=20260630T205959Z;BYDAY=FR,SA',
  'EXDATE;TZID=Europe/London:20260327T220000',
  'END:VEVENT',
);

const THUNDERBIRD = calendar(
  'PRODID:-//Mozilla.org/NONSGML Mozilla Calendar V1.1//EN',
  'VERSION:2.0',
  'BEGIN:VTODO',
  'SUMMARY:Order seals',
  'DUE;TZID=/mozilla.org/20070129_1/Europe/Vienna:20260412T170000',
  'STATUS:IN-PROCESS',
  'CATEGORIES:Purchase,Harbour\\, north',
  'END:VTODO',
);

const OLD_NOKIA = [
  'BEGIN:VCALENDAR',
  'VERSION:1.0',
  'BEGIN:VEVENT',
  'SUMMARY;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:Pr=C3=BCfung der =',
  'Schleuse',
  'DTSTART:20260412T080000',
  'DTEND:20260412T093000',
  'END:VEVENT',
  'END:VCALENDAR',
].join('\r\n');

describe('a calendar file', () => {
  it.each([
    [
      'Outlook',
      OUTLOOK,
      [
        'Boiler Gren',
        'When: Tuesday, 5 May 2026, 09:00–11:30 (W. Europe Standard Time)\n' +
          'Repeats: every month on the first of Tuesday, 6 times\n' +
          'Where: Hall 4, east',
        'Bring the gauge.',
        'Room code: 4471',
      ],
    ],
    [
      "Google Calendar, whose UTC times are shown in its owner's time zone",
      GOOGLE,
      [
        'Audit of the gates',
        'When: Monday, 6 July 2026, 09:30–11:00 (Europe/Berlin)\n' +
          'Organizer: Anna Brook <anna@kell.example>\n' +
          'Attendees: Ben Stone <ben@kell.example> (accepted), eve@kell.example',
        'Agenda',
        'Doors & gates',
        '- North\n- South',
      ],
    ],
    [
      'Apple Calendar, whose all-day events end the day before their end date',
      APPLE,
      [
        'Plant Gren closed',
        'When: Thursday, 24 December 2026 to Sunday, 27 December 2026, all day',
        'Night watch',
        'When: Saturday, 14 March 2026, 22:00 to Sunday, 15 March 2026, 06:30 (Europe/London)\n' +
          'Repeats: every 2 weeks on Friday and Saturday until Tuesday, 30 June 2026\n' +
          'Except on: Friday, 27 March 2026, 22:00 (Europe/London)',
      ],
    ],
    [
      'Thunderbird, with a task',
      THUNDERBIRD,
      [
        'Order seals',
        'Due: Sunday, 12 April 2026, 17:00 (Europe/Vienna)\n' +
          'Status: in process\n' +
          'Categories: Purchase, Harbour, north',
      ],
    ],
    [
      'an old telephone, in quoted-printable',
      OLD_NOKIA,
      ['Prüfung der Schleuse', 'When: Sunday, 12 April 2026, 08:00–09:30'],
    ],
  ])('of %s is read as a person sees it', async (_, source, parts) => {
    const { format, text } = await read(source);

    expect(format).toBe('calendar');
    expect(text.split('\n\n')).toEqual(parts);
  });

  it('joins lines folded in the middle of a multi-byte letter', async () => {
    const source = Buffer.from(event('SUMMARY:Gate of Malmö', 'DTSTART:20260412'));
    const at = source.indexOf(0xc3) + 1;
    const folded = Buffer.concat([
      source.subarray(0, at),
      Buffer.from('\r\n '),
      source.subarray(at),
    ]);

    const { text } = await read(folded);

    expect(text).toContain('Gate of Malmö');
  });

  it('gives each event a chapter, and the document the name of the calendar', async () => {
    const { chunks, title } = await read(GOOGLE);

    expect(chunks.map(({ chapter }) => chapter)).toEqual(['Audit of the gates']);
    expect(title).toBe('Harbour Kell');
  });

  it('is recognised by its content', async () => {
    const { format } = await read(GOOGLE, 'a.txt');

    expect(format).toBe('calendar');
  });

  it('warns that the attachments of its events were not read', async () => {
    const { text, warnings } = await read(
      event(
        'SUMMARY:Audit',
        'ATTACH;ENCODING=BASE64;VALUE=BINARY;FMTTYPE=image/png:iVBORw0KGgo',
        ' QUJDREVGR0hJ',
      ),
    );

    expect(text).toBe('Audit');
    expect(warnings).toMatchObject([{ code: 'content_left_out' }]);
  });

  it.each([
    ['FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU', 'every year on the last Sunday in March'],
    ['FREQ=MONTHLY;BYMONTHDAY=-1', 'every month on the last day'],
    ['FREQ=MONTHLY;BYMONTHDAY=1,15', 'every month on day 1 and day 15'],
    ['FREQ=DAILY;INTERVAL=3', 'every 3 days'],
    ['FREQ=YEARLY;BYWEEKNO=20', 'FREQ=YEARLY;BYWEEKNO=20'],
  ])('says in words what the rule %s repeats', async (rule, words) => {
    const { text } = await read(event('SUMMARY:Audit', `RRULE:${rule}`));

    expect(text).toContain(`Repeats: ${words}`);
  });

  it('says which events are cancelled', async () => {
    const { text } = await read(
      calendar('METHOD:CANCEL', 'BEGIN:VEVENT', 'SUMMARY:Audit', 'END:VEVENT'),
    );

    expect(text).toContain('Status: cancelled');
  });
});

describe('a hostile calendar', () => {
  it('is read if it ends in the middle of an event', async () => {
    const { text } = await read(
      'BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:Audit\nDTSTART:99999999T999999',
    );

    expect(text).toBe('Audit');
  });

  it.each([
    ['components nested without end', 'BEGIN:VEVENT\n'.repeat(100_000)],
    ['more events than a text may have paragraphs', 'BEGIN:VEVENT\nEND:VEVENT\n'.repeat(100_001)],
    ['more of one property than any event has', `BEGIN:VEVENT\n${'ATTENDEE:a\n'.repeat(100_000)}`],
  ])('is refused if it has %s', async (_, body) => {
    await expect(read(`BEGIN:VCALENDAR\n${body}`)).rejects.toMatchObject({
      code: 'document_too_complex',
    });
  });

  it('is read in linear time if one line is folded a hundred thousand times', async () => {
    const { text } = await read(
      event('SUMMARY:Audit', `DESCRIPTION:${'a\r\n '.repeat(100_000)}end`),
    );

    expect(text).toMatch(/^Audit\n\na+end$/);
  });
});

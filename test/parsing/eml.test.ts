import { describe, expect, it } from '@jest/globals';
import iconv from 'iconv-lite';
import { parseBytes } from '../support/parsing.js';

const mailOf = (date: string): string =>
  `From: a@x.example\r\nTo: b@x.example\r\nSubject: Strike\r\nDate: ${date}\r\n\r\nIt begins today.\r\n`;

describe('the date of an e-mail', () => {
  it.each([
    ['Wed, 04 Feb 2026 00:30:00 +0900', '2026-02-04T00:30:00+09:00'],
    ['Wed, 31 Dec 2025 23:15:00 -0500 (EST)', '2025-12-31T23:15:00-05:00'],
    ['Wed, 04 Feb 2026 00:30:00 GMT', '2026-02-04T00:30:00.000Z'],
  ])('%s is shown in the time zone of its sender', async (written, expected) => {
    const { text } = await parseBytes(mailOf(written), 'a.eml');

    expect(text).toContain(`Date: ${expected}`);
  });
});

describe('the text of an e-mail', () => {
  const mail = (head: string, body: Buffer | string, ending = ''): Buffer =>
    Buffer.concat([
      Buffer.from(
        `From: a@x.example\r\nTo: b@x.example\r\nSubject: S\r\nDate: Wed, 04 Feb 2026 00:30:00 GMT\r\n${head}\r\n\r\n`,
      ),
      typeof body === 'string' ? Buffer.from(body, 'latin1') : body,
      Buffer.from(ending),
    ]);
  const HUNGARIAN = 'Az őrség este hétkor indul, és reggel hatra ér vissza.';

  it.each(['cp852', 'ibm852', 'iso-8859-16', 'utf-32', 'utf-7', 'macroman', 'cp1250', 'koi8-t'])(
    'is read if its character set is %s',
    async (charset) => {
      const text =
        charset === 'macroman' ? 'Café à 40 %' : charset === 'koi8-t' ? 'Срок' : HUNGARIAN;
      const name = charset === 'cp1250' ? 'windows-1250' : charset;
      const head = `MIME-Version: 1.0\r\nContent-Type: text/plain;\r\n charset="${charset}"\r\nContent-Transfer-Encoding: 8bit`;

      const read = await parseBytes(mail(head, iconv.encode(text, name), '\r\n'), 'a.eml');

      expect(read.text).toContain(text);
      expect(read.warnings).toEqual([]);
    },
  );

  it.each([
    ['quoted-printable', 'K=94rn=82l 7 =A2ra'],
    ['base64', Buffer.from('K\u0094rn\u0082l 7 \u00a2ra', 'latin1').toString('base64')],
  ])('is read if one of its parts is encoded in %s', async (encoding, body) => {
    const parts =
      `--b1\r\nContent-Type: text/plain; charset=utf-8\r\n\r\nplain\r\n` +
      `--b1\r\nContent-Type: text/html; charset=cp850\r\nContent-Transfer-Encoding: ${encoding}\r\n\r\n${body}\r\n--b1--\r\n`;

    const read = await parseBytes(
      mail('MIME-Version: 1.0\r\nContent-Type: multipart/alternative; boundary="b1"', parts),
      'a.eml',
    );

    expect(read.text).toContain('Körnél 7 óra');
  });

  it('has its character set detected if none is declared, with a warning', async () => {
    const russian =
      'Смена начинается в семь часов утра, и каждый работник подписывает журнал до начала работы.';

    const read = await parseBytes(
      mail('X-Mailer: old', iconv.encode(russian, 'koi8-r'), '\r\n'),
      'a.eml',
    );

    expect(read.text).toContain(russian);
  });

  it('has a subject that is read in any of these character sets, too', async () => {
    const subject = `=?ibm852?Q?${[...iconv.encode('Őrség', 'cp852')].map((byte) => `=${byte.toString(16).toUpperCase()}`).join('')}?=`;
    const bytes = Buffer.from(
      mail('X-A: b', 'Text.\r\n').toString('latin1').replace('Subject: S', `Subject: ${subject}`),
      'latin1',
    );

    expect((await parseBytes(bytes, 'a.eml')).text).toContain('Őrség');
  });
});

describe('the header of an e-mail', () => {
  it.each([
    ['has no space after a colon', 'DomainKey-Signature:a=rsa-sha1; q=dns;\r\n  s=s1024'],
    ['has a space before a colon', 'Comments  : none'],
    [
      'has a field name as long as those of Exchange',
      'X-MS-Exchange-CrossTenant-OriginalAttributedTenantConnectingIp: TenantId=7',
    ],
  ])('%s and is still read', async (_, field) => {
    const mail = mailOf('Wed, 04 Feb 2026 00:30:00 GMT').replace(
      '\r\n\r\n',
      `\r\n${field}\r\n\r\n`,
    );

    const { format, text } = await parseBytes(mail, 'a.eml');

    expect(format).toBe('eml');
    expect(text.split('\n\n').at(-1)).toBe('It begins today.');
  });

  it('names sender, recipient and subject even without a space after their colons', async () => {
    const { text } = await parseBytes(
      'From:Ann <a@x.example>\nTo:b@x.example\nSubject:Strike\n\nIt begins today.\n',
      'a.eml',
    );

    expect(text).toBe('Strike\n\nFrom: Ann <a@x.example>\nTo: b@x.example\n\nIt begins today.');
  });

  it('is not mistaken for a text with a web address among its fields', async () => {
    const { format } = await parseBytes(
      'from: here\nto: there\nsubject: way\nhttps://x.example/\n\nIt begins today.\n',
      'a.txt',
    );

    expect(format).toBe('text');
  });
});

describe('an e-mail with few headers', () => {
  it.each([
    ['mailing lists leave', 'From: u@kell.example\r\nContent-Type: text/plain; charset=utf-8'],
    [
      'Outlook drafts have',
      'X-Unsent: 1\r\nTo: u@kell.example\r\nSubject: Fees\r\nContent-Type: text/plain',
    ],
  ])('is recognised by the headers that %s', async (_, head) => {
    const { text, format } = await parseBytes(`${head}\r\n\r\nThe quay is shut.\r\n`, 'a.eml');

    expect(format).toBe('eml');
    expect(text).toContain('The quay is shut.');
    expect(text).toContain('u@kell.example');
  });

  it('is not mistaken for a form with its own fields for sender and kind', async () => {
    const { format } = await parseBytes(
      'From: Kell\nContent-Type: gravel\n\nThe quay is shut.\n',
      'a.txt',
    );

    expect(format).toBe('text');
  });
});

describe('an e-mail header with a broken line', () => {
  const HEAD =
    'From: a@x.example\r\nTo: b@x.example\r\nSubject: A long strike\r\nDate: Wed, 04 Feb 2026 00:30:00 GMT';
  const read = (head: string) => parseBytes(`${head}\r\n\r\nIt begins today.\r\n`, 'a.eml');

  it.each([
    ['without a name before the colon', `Received from mx.x.example by y.x.example\r\n${HEAD}`],
    ['of a virus scanner', `${HEAD}\r\nscanned and clean`],
    ['of a web form', `${HEAD}\r\n=_boundary`],
    [
      'after a folded one',
      `${HEAD}\r\nReceived: from mx.x.example\r\n by y.x.example\r\nfor b@x.example`,
    ],
  ])('is read as an e-mail: a line %s', async (_, head) => {
    const { format, text } = await read(head);

    expect(format).toBe('eml');
    expect(text).toContain('A long strike\n\nFrom: a@x.example');
    expect(text).toContain('It begins today.');
  });

  it('keeps a subject that continues on an unfolded line', async () => {
    const { text } = await read(HEAD.replace('strike', 'strike\r\nof the harbour'));

    expect(text.split('\n')[0]).toBe('A long strike of the harbour');
  });

  it('is read as plain text if more header lines are broken', async () => {
    const { format } = await parseBytes(`${HEAD}\nHello all,\nit is on.\n\nBye.`, 'a.txt');

    expect(format).toBe('text');
  });
});

describe('an e-mail without body text', () => {
  const HEAD =
    'From: a@x.example\r\nTo: b@x.example\r\nSubject: Tank\r\nDate: Tue, 3 Mar 2026 10:00:00 GMT\r\nMIME-Version: 1.0\r\n';
  const part = (type: string, content: string, more = ''): string =>
    `--b\r\nContent-Type: ${type}\r\n${more}\r\n${content}\r\n`;
  const report = (kind: string, ...parts: readonly string[]): string =>
    `${HEAD}Content-Type: multipart/report; report-type=${kind}; boundary=b\r\n\r\n${parts.join('')}--b--\r\n`;
  const FAILED =
    'Reporting-MTA: dns; mx.x.example\r\n\r\nFinal-Recipient: rfc822; quoll@x.example\r\nAction: failed\r\nDiagnostic-Code: smtp; 550 no such user';

  it.each([
    ['Postfix', 'message/delivery-status', FAILED],
    ['Exchange', 'message/delivery-status; charset=utf-8', FAILED],
    ['a server for international addresses', 'message/global-delivery-status', FAILED],
    [
      'a mail program that confirms reading',
      'message/disposition-notification',
      'Final-Recipient: rfc822;quoll@x.example\r\nDisposition: manual-action/MDN-sent-manually; displayed',
    ],
  ])('says what happened to the original message: the report of %s', async (_, type, content) => {
    const { text } = await parseBytes(report('delivery-status', part(type, content)), 'a.eml');

    expect(text).toMatch(
      /Tank\n\nFrom: a@x\.example[^]*Final-Recipient: rfc822; ?quoll@x\.example/u,
    );
  });

  it('is found by its subject and its attachment names, with a warning', async () => {
    const file = part(
      'application/pdf; name="offer.pdf"',
      'JVBERi0=',
      'Content-Disposition: attachment; filename="offer.pdf"\r\nContent-Transfer-Encoding: base64\r\n',
    );

    const { text, warnings } = await parseBytes(
      `${HEAD}Content-Type: multipart/mixed; boundary=b\r\n\r\n${file}--b--\r\n`,
      'a.eml',
    );

    expect(text).toMatch(/^Tank\n\n[^]*Attachments: offer\.pdf$/u);
    expect(warnings).toEqual([
      { code: 'content_left_out', detail: expect.stringContaining('were not read') },
    ]);
  });
});

describe('a hostile e-mail', () => {
  it.each([
    ['more paragraphs than any text may have', '\r\n\r\na'.repeat(100_001)],
    ['more lines than any file may have', '\na'.repeat(1_000_001)],
  ])('is refused if it has %s', async (_, text) => {
    const mail = mailOf('Wed, 04 Feb 2026 00:30:00 GMT') + text;

    await expect(parseBytes(mail, 'a.eml')).rejects.toMatchObject({ code: 'document_too_complex' });
  });
});

describe('an invitation in an e-mail', () => {
  const CALENDAR = [
    'BEGIN:VCALENDAR',
    'METHOD:REQUEST',
    'BEGIN:VEVENT',
    'SUMMARY:Audit of harbour Kell',
    'DTSTART;TZID=Europe/Berlin:20260412T143000',
    'LOCATION:Room Heron',
    'END:VEVENT',
    'END:VCALENDAR',
  ].join('\r\n');
  const part = (head: string, body: string): string =>
    `--b\r\nContent-Type: ${head}\r\n\r\n${body}\r\n`;
  const inBase64 = Buffer.from(CALENDAR).toString('base64');
  const FILE = `application/ics; name="invite.ics"\r\nContent-Disposition: attachment; filename="invite.ics"\r\nContent-Transfer-Encoding: base64`;
  const invitation = (type: string, ...parts: string[]): string =>
    `From: a@x.example\r\nTo: b@x.example\r\nSubject: Audit\r\nDate: Tue, 3 Mar 2026 10:00:00 +0100\r\n` +
    `MIME-Version: 1.0\r\nContent-Type: ${type}; boundary=b\r\n\r\n${parts.join('')}--b--\r\n`;
  const WRITTEN = part('text/plain; charset=utf-8', 'You are invited.');
  const AS_PART = part('text/calendar; charset=utf-8; method=REQUEST', CALENDAR);

  it.each([
    ['Outlook, as a part', invitation('multipart/alternative', WRITTEN, AS_PART)],
    [
      'Gmail, as a part and as a file',
      invitation('multipart/mixed', WRITTEN, AS_PART, part(FILE, inBase64)),
    ],
    ['Thunderbird, as a file', invitation('multipart/mixed', WRITTEN, part(FILE, inBase64))],
  ])('sent by %s names what, when and where once', async (_, mail) => {
    const { text, chunks } = await parseBytes(mail, 'a.eml');

    expect(text).toContain('You are invited.');
    expect(
      text.match(
        /Audit of harbour Kell\n\nWhen: Sunday, 12 April 2026, 14:30 \(Europe\/Berlin\)\nWhere: Room Heron/g,
      ),
    ).toHaveLength(1);
    expect(chunks.at(-1)?.chapter).toBe('Audit › Audit of harbour Kell');
  });

  it('is read if the e-mail has no text of its own', async () => {
    const mail =
      `From: a@x.example\r\nTo: b@x.example\r\nSubject: Audit\r\nDate: Tue, 3 Mar 2026 10:00:00 +0100\r\n` +
      `Content-Type: text/calendar; charset=utf-8; method=REQUEST\r\n\r\n${CALENDAR}\r\n`;

    const { text } = await parseBytes(mail, 'a.eml');

    expect(text).toContain('Where: Room Heron');
  });
});

describe('an e-mail stored by Apple Mail (EMLX)', () => {
  it('is read without the length before it and the flags after it', async () => {
    const mail = mailOf('Wed, 04 Feb 2026 00:30:00 +0900').replaceAll('\r\n', '\n');
    const marks =
      '<?xml version="1.0" encoding="UTF-8"?>\n<plist version="1.0"><dict><key>flags</key><integer>8590195713</integer></dict></plist>\n';

    const { format, text } = await parseBytes(
      `${Buffer.byteLength(mail)}      \n${mail}${marks}`,
      '4471.emlx',
    );

    expect(format).toBe('eml');
    expect(text.split('\n\n').at(-1)).toBe('It begins today.');
  });
});

describe('an e-mail packed by Outlook (winmail.dat)', () => {
  const TNEF = Buffer.concat([Buffer.from('789f3e22', 'hex'), Buffer.alloc(200)]);
  const mailWith = (body: string): string =>
    `From: a@x.example\r\nTo: b@x.example\r\nSubject: Tank\r\nDate: Tue, 3 Mar 2026 10:00:00 +0100\r\n` +
    `MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n${body}` +
    `--b\r\nContent-Type: application/ms-tnef; name="winmail.dat"\r\nContent-Transfer-Encoding: base64\r\n\r\n` +
    `${TNEF.toString('base64')}\r\n--b--\r\n`;

  it('is read with a warning if it has a text of its own', async () => {
    const { text, warnings } = await parseBytes(
      mailWith('--b\r\nContent-Type: text/plain\r\n\r\nTen litres.\r\n'),
      'a.eml',
    );

    expect(text).toContain('Ten litres.');
    expect(warnings).toEqual([
      { code: 'content_left_out', detail: expect.stringContaining('winmail.dat') },
    ]);
  });

  it.each([
    ['an e-mail with nothing else in it', mailWith(''), 'a.eml'],
    ['the file alone', TNEF, 'winmail.dat'],
  ])('is refused with the reason if it is %s', async (_, bytes, name) => {
    await expect(parseBytes(bytes, name)).rejects.toMatchObject({
      code: 'holds_other_files',
      message: expect.stringContaining('winmail.dat'),
    });
  });
});

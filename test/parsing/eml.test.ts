import { describe, expect, it } from '@jest/globals';
import iconv from 'iconv-lite';
import { parseBytes } from '../support/parsing.js';

const mailOf = (date: string): string =>
  `From: a@x.example\r\nTo: b@x.example\r\nSubject: Strike\r\nDate: ${date}\r\n\r\nIt begins today.\r\n`;

describe('the date of a mail', () => {
  it.each([
    ['Wed, 04 Feb 2026 00:30:00 +0900', '2026-02-04T00:30:00+09:00'],
    ['Wed, 31 Dec 2025 23:15:00 -0500 (EST)', '2025-12-31T23:15:00-05:00'],
    ['Wed, 04 Feb 2026 00:30:00 GMT', '2026-02-04T00:30:00.000Z'],
  ])('%s is told by the clock of its sender', async (written, expected) => {
    const { text } = await parseBytes(mailOf(written), 'a.eml');

    expect(text).toContain(`Date: ${expected}`);
  });
});

describe('the text of a mail', () => {
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
    'is read in %s',
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
  ])('is read in one of several parts in %s', async (encoding, body) => {
    const parts =
      `--b1\r\nContent-Type: text/plain; charset=utf-8\r\n\r\nplain\r\n` +
      `--b1\r\nContent-Type: text/html; charset=cp850\r\nContent-Transfer-Encoding: ${encoding}\r\n\r\n${body}\r\n--b1--\r\n`;

    const read = await parseBytes(
      mail('MIME-Version: 1.0\r\nContent-Type: multipart/alternative; boundary="b1"', parts),
      'a.eml',
    );

    expect(read.text).toContain('Körnél 7 óra');
  });

  it('is told by its letters where no character set is named, and the guess is warned of', async () => {
    const russian =
      'Смена начинается в семь часов утра, и каждый работник подписывает журнал до начала работы.';

    const read = await parseBytes(
      mail('X-Mailer: old', iconv.encode(russian, 'koi8-r'), '\r\n'),
      'a.eml',
    );

    expect(read.text).toContain(russian);
  });

  it('has a subject in any of them, too', async () => {
    const subject = `=?ibm852?Q?${[...iconv.encode('Őrség', 'cp852')].map((byte) => `=${byte.toString(16).toUpperCase()}`).join('')}?=`;
    const bytes = Buffer.from(
      mail('X-A: b', 'Text.\r\n').toString('latin1').replace('Subject: S', `Subject: ${subject}`),
      'latin1',
    );

    expect((await parseBytes(bytes, 'a.eml')).text).toContain('Őrség');
  });
});

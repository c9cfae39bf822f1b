import { text as readAll } from 'node:stream/consumers';
import { describe, expect, it } from '@jest/globals';
import { withArchivedFiles } from '../../src/parsing/index.js';
import { parseBytes, withFile } from '../support/parsing.js';

const mail = (subject: string, body: string, ...head: string[]): string =>
  [
    ...head,
    'From: a@x.example',
    'To: b@x.example',
    `Subject: ${subject}`,
    'Date: Tue, 3 Mar 2026 10:00:00 +0000',
    'Content-Type: text/plain; charset=utf-8',
    '',
    body,
    '',
    '',
  ].join('\n');

const mbox = (line: string, mails: readonly string[]): string =>
  mails.map((one) => `${line}\n${one}`).join('');

const UNIX = 'From a@x.example Tue Mar  3 10:00:00 2026';

/** The mails of a mailbox: their names and what is read of each. */
const read = (content: string): Promise<[name: string, source: string][]> =>
  withFile(content, (path) =>
    withArchivedFiles(path, async (files) => {
      const all: [string, string][] = [];
      for (const { path: name, open } of files) {
        all.push([name, open === undefined ? '' : await readAll(await open())]);
      }
      return all;
    }),
  );

const names = async (content: string): Promise<string[]> =>
  (await read(content)).map(([name]) => name);

const TWO = [mail('Tank Una', 'It holds 10 litres.'), mail('Tank Duo', 'It holds 20 litres.')];

describe('a mailbox of several e-mails', () => {
  it.each([
    ['Unix', UNIX],
    ['Thunderbird', 'From - Tue Mar 03 10:00:00 2026'],
    ['Google Takeout', 'From 1858721109334@xxx Tue Mar 03 10:00:00 +0000 2026'],
    ['Apple Mail', 'From Anna Brook Tue Mar  3 10:00:00 2026'],
  ])('from %s becomes one document per e-mail, named by its subject', async (_, line) => {
    const all = await read(mbox(line, TWO));

    expect(all.map(([name]) => name)).toEqual(['Tank Una.eml', 'Tank Duo.eml']);
    expect(all.map(([, source]) => source.trimEnd())).toEqual(TWO.map((one) => one.trimEnd()));
  });

  it('names an e-mail whose header fields have a space before their colons', async () => {
    const old = mail('Tank Una', 'Text.').replace(/^(\w+):/gmu, '$1  :');

    await expect(names(mbox(UNIX, [old]))).resolves.toEqual(['Tank Una.eml']);
  });

  it('may have Windows line endings', async () => {
    const all = await read(mbox(UNIX, TWO).replaceAll('\n', '\r\n'));

    expect(all.map(([name]) => name)).toEqual(['Tank Una.eml', 'Tank Duo.eml']);
  });

  it('gives different names to e-mails with the same subject or with none', async () => {
    const mails = ['Tank', 'Re: Tank / Una', 'Tank', '', '../..'].map((one) => mail(one, 'Text.'));

    await expect(names(mbox(UNIX, mails))).resolves.toEqual([
      'Tank.eml',
      'Re: Tank Una.eml',
      'Tank (2).eml',
      'Mail.eml',
      'Mail (2).eml',
    ]);
  });

  it.each([
    ['encoded', '=?utf-8?B?WndlaXRlIEdyw7bDn2U=?='],
    ['folded', '=?utf-8?Q?Zweite_?=\n =?utf-8?Q?Gr=C3=B6=C3=9Fe?='],
    ['in UTF-8 as it stands', 'Zweite Größe'],
  ])('decodes a subject that is %s', async (_, subject) => {
    await expect(names(mbox(UNIX, [mail(subject, 'Text.')]))).resolves.toEqual([
      'Zweite Größe.eml',
    ]);
  });

  it('is not split at lines in an e-mail that look like the start of a new one', async () => {
    const body = 'Dear all,\n\nFrom here on the tank is green.\n\n>From the harbour: 7\n>>From me';
    const [only, ...others] = await read(mbox(UNIX, [mail('Tank', body)]));

    expect(others).toEqual([]);
    expect(only?.[1]).toContain('From here on the tank is green.\n\nFrom the harbour: 7\n>From me');
  });

  it('leaves out what Thunderbird deleted and the internal notes of mail servers', async () => {
    const mails = [
      mail('DO NOT DELETE', 'Internal data.', 'X-IMAPbase: 1 2'),
      mail('Gone', 'Deleted.', 'X-Mozilla-Status: 0009'),
      mail('Here', 'Kept.', 'X-Mozilla-Status: 0001'),
    ];

    await expect(names(mbox('From - Tue Mar 03 10:00:00 2026', mails))).resolves.toEqual([
      'Here.eml',
    ]);
  });

  it('is refused as a single document with an error that says what to do', async () => {
    await expect(parseBytes(mbox(UNIX, TWO), 'a.mbox')).rejects.toMatchObject({
      code: 'holds_other_files',
      message: expect.stringContaining('mailbox (mbox)'),
    });
  });

  it('is one document if it contains one e-mail', async () => {
    const { format, text } = await parseBytes(mbox(UNIX, [mail('Tank', 'Ten litres.')]), 'a.mbox');

    expect(format).toBe('eml');
    expect(text).toContain('Ten litres.');
  });
});

describe('a hostile mailbox', () => {
  it('is refused if it has more e-mails than an archive may have files', async () => {
    await expect(read(mbox(UNIX, Array(5_001).fill(mail('A', 'B'))))).rejects.toMatchObject({
      code: 'archive_too_large',
    });
  });

  it('is refused if no e-mail follows its first line', async () => {
    await expect(read('From here to there.\n\nFrom there to here.\n')).rejects.toMatchObject({
      code: 'document_corrupt',
    });
  });

  it('passes a line of many megabytes on unchanged', async () => {
    const long = 'x'.repeat(5_000_000);

    const [only] = await read(mbox(UNIX, [mail('Tank', `${long}\n>From me`)]));

    expect(only?.[1]).toContain(`${long}\nFrom me`);
  });

  it('may nest e-mails endlessly: the innermost are left out with a warning', async () => {
    let nested = mail('Innermost', 'Text.');
    for (let depth = 0; depth < 60; depth += 1) {
      nested = `From: a@x.example\nTo: b@x.example\nSubject: ${depth}\nContent-Type: multipart/mixed; boundary=b${depth}\n\n--b${depth}\nContent-Type: message/rfc822\n\n${nested}\n--b${depth}--\n`;
    }
    const [[, source] = ['', '']] = await read(mbox(UNIX, [nested, ...TWO]));

    const { text, warnings } = await parseBytes(source, 'a.eml');

    expect(text).not.toContain('Innermost');
    expect(warnings).toMatchObject([{ code: 'content_left_out' }]);
  });
});

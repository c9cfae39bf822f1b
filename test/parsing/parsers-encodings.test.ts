import { describe, expect, it } from '@jest/globals';
import { parseBytes } from '../support/parsing.js';

const bytesOf = (...parts: (string | number[])[]): Buffer =>
  Buffer.concat(
    parts.map((part) =>
      typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part),
    ),
  );

const QUOTED = [0x93, 0x4e, 0x6f, 0x94, 0x20, 0x97, 0x20, 0x35, 0x20, 0x80];

describe('Windows-1252', () => {
  it('keeps its quotes, dashes and euro signs in a text', async () => {
    const { text } = await parseBytes(
      bytesOf('Der Vermieter sagte für alle: ', QUOTED, ' für jeden Tag.'),
      'a.txt',
    );

    expect(text).toBe('Der Vermieter sagte für alle: “No” — 5 € für jeden Tag.');
  });

  it('keeps them in a page that calls itself Latin-1', async () => {
    const { text } = await parseBytes(
      bytesOf(
        '<html><head><meta charset="iso-8859-1"></head><body><p>Prix : ',
        QUOTED,
        ' à payer</p></body></html>',
      ),
      'a.html',
    );

    expect(text).toBe('Prix : “No” — 5 € à payer');
  });

  it('keeps them in RTF', async () => {
    const { text } = await parseBytes(
      "{\\rtf1\\ansi\\ansicpg1252 It\\'92s \\'93No\\'94 \\'97 5 \\'80 a day.\\par}",
      'a.rtf',
    );

    expect(text).toBe('It’s “No” — 5 € a day.');
  });

  it('keeps them in a message', async () => {
    const head =
      'From: a@x.example\r\nTo: b@x.example\r\nSubject: =?windows-1252?Q?5_=80?=\r\nMIME-Version: 1.0\r\n' +
      'Content-Type: text/plain; charset=windows-1252\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n';

    const { text, chunks } = await parseBytes(
      `${head}It=92s =93No=94 =97 5 =80 a day.\r\n`,
      'a.eml',
    );

    expect(text).toContain('It’s “No” — 5 € a day.');
    expect(chunks[0]?.chapter).toBe('5 €');
  });
});

describe('an encoding that nothing names', () => {
  it('is GB 18030 where a few Chinese words stand among many others', async () => {
    const remark = [0xb1, 0xb8, 0xd7, 0xa2];
    const rows = [1, 2, 3].flatMap((n) => [
      `${n},Widget model ${n} for industrial use,`,
      remark,
      '\n',
    ]);

    const { text } = await parseBytes(bytesOf('id,product,note\n', ...rows), 'a.csv');

    expect(text).toContain('2 | Widget model 2 for industrial use | 备注');
  });

  it('is Windows-1250 where a few words have the letters of Hungarian', async () => {
    const hungarian = bytesOf(
      'F',
      [0xfb],
      't',
      [0xe9],
      's d',
      [0xed],
      'ja: 5000 Ft. H',
      [0xfb],
      't',
      [0xf5],
      ': nincs.',
    );

    const { text } = await parseBytes(hungarian, 'a.txt');

    expect(text).toBe('Fűtés díja: 5000 Ft. Hűtő: nincs.');
  });

  it('stays Windows-1252 where the words are German, French or Portuguese', async () => {
    for (const words of [
      'Müller & Söhne; Groß GmbH; Bär',
      'Une forêt brûlée coûte très cher à la commune.',
      'As decisões das reuniões são públicas e definem as condições.',
    ]) {
      const { text } = await parseBytes(Buffer.from(words, 'latin1'), 'a.txt');

      expect(text).toBe(words);
    }
  });
});

import { describe, expect, it } from '@jest/globals';
import iconv from 'iconv-lite';
import { parseBytes } from '../support/parsing.js';

const bytesOf = (...parts: (string | number[])[]): Buffer =>
  Buffer.concat(
    parts.map((part) =>
      typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part),
    ),
  );

const QUOTED = [0x93, 0x4e, 0x6f, 0x94, 0x20, 0x97, 0x20, 0x35, 0x20, 0x80];

describe('Windows-1252', () => {
  it('keeps its quotes, dashes and euro signs in plain text', async () => {
    const { text } = await parseBytes(
      bytesOf('Der Vermieter sagte für alle: ', QUOTED, ' für jeden Tag.'),
      'a.txt',
    );

    expect(text).toBe('Der Vermieter sagte für alle: “No” — 5 € für jeden Tag.');
  });

  it('keeps its quotes, dashes and euro signs in a web page that declares Latin-1', async () => {
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

  it('keeps its quotes, dashes and euro signs in RTF', async () => {
    const { text } = await parseBytes(
      "{\\rtf1\\ansi\\ansicpg1252 It\\'92s \\'93No\\'94 \\'97 5 \\'80 a day.\\par}",
      'a.rtf',
    );

    expect(text).toBe('It’s “No” — 5 € a day.');
  });

  it('keeps its quotes, dashes and euro signs in an e-mail', async () => {
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

describe('text in an undeclared encoding', () => {
  it('is read as GB 18030 if it has a few Chinese words among many others', async () => {
    const remark = [0xb1, 0xb8, 0xd7, 0xa2];
    const rows = [1, 2, 3].flatMap((n) => [
      `${n},Widget model ${n} for industrial use,`,
      remark,
      '\n',
    ]);

    const { text } = await parseBytes(bytesOf('id,product,note\n', ...rows), 'a.csv');

    expect(text).toContain('2 | Widget model 2 for industrial use | 备注');
  });

  it('is read as Windows-1250 if a few words have Hungarian letters', async () => {
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

  it('is read as Windows-1252 if its words are German, French or Portuguese', async () => {
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

const GERMAN = 'Preis für Möbel: 120 Euro. Größe: 2 m. Übergabe am Dienstag.';
const RUSSIAN = 'Командировочные расходы возмещаются в течение десяти дней.';
const POLISH = 'Pracownik składa wniosek u kierownika działu. Łączna zaliczka wynosi 1 250 zł.';
const JAPANESE = '会議室「さくら」は十二名まで使えます。予約は総務課の内線二四一番へ。';

describe('text without a declared character set', () => {
  it.each([
    ['windows-1254', 'Yıllık izin süresi on dört gündür. Başvuru İnsan Kaynakları’na yapılır.'],
    ['windows-1250', POLISH],
    ['iso-8859-2', POLISH],
    ['cp852', POLISH],
    ['windows-1251', RUSSIAN],
    ['koi8-r', RUSSIAN],
    ['cp866', RUSSIAN],
    ['iso-8859-5', RUSSIAN],
    ['windows-1253', 'Ο υπάλληλος δικαιούται είκοσι ημέρες άδειας.'],
    ['windows-1255', 'העובד זכאי לעשרים ימי חופשה בשנה.'],
    ['windows-1256', 'يحق للموظف عشرون يوما من الإجازة في السنة.'],
    ['windows-1257', 'Darbuotojui priklauso dvidešimt dienų atostogų.'],
    ['cp437', GERMAN],
    ['cp850', GERMAN],
    ['shift_jis', JAPANESE],
    ['euc-jp', JAPANESE],
    ['euc-kr', '연차 휴가는 매년 십오 일입니다. 회의실 이름은 소나무입니다.'],
    ['gb18030', '员工每年有二十天的带薪假期。申请应交给部门经理。'],
    ['big5', '員工每年有二十天的帶薪假期。申請應交給部門經理。'],
    ['utf-16le', GERMAN],
    ['utf-16be', RUSSIAN],
    ['utf-16le', 'يحق للموظف عشرون (20) يوما من الإجازة في السنة.'],
    ['utf-16le', 'Ο υπάλληλος δικαιούται είκοσι ημέρες άδειας.'],
    ['utf-16be', '员工每年有20天的带薪假期。\n申请应交给部门经理。'],
    ['utf-16le', '会議室「さくら」は12名まで使えます。\n予約は総務課へ。'],
    ['utf-32le', GERMAN],
    ['utf-32be', GERMAN],
  ])('is read if it is in %s', async (encoding, words) => {
    const { text } = await parseBytes(iconv.encode(words, encoding), 'a.txt');

    expect(text).toBe(words);
  });

  it('is read as ISO-2022-JP if escape sequences switch to its characters', async () => {
    const escaped = '\u001b$B%5%/%i\u001b(B';

    expect((await parseBytes(`${escaped} office`, 'a.txt')).text).toBe('サクラ office');
  });

  it('is detected from a few lines in another language among many English ones', async () => {
    const english = 'The office is open on weekdays from nine to five.\n\n'.repeat(40);

    const { text } = await parseBytes(iconv.encode(`${english}${POLISH}`, 'iso-8859-2'), 'a.txt');

    expect(text).toContain(POLISH);
  });

  it('brings a warning if the guess is uncertain, and none if it is clear', async () => {
    const doubtful = await parseBytes(iconv.encode(GERMAN, 'cp850'), 'a.txt');
    const clear = await parseBytes(iconv.encode(RUSSIAN, 'windows-1251'), 'a.txt');

    expect(doubtful.warnings).toMatchObject([
      { code: 'encoding_guessed', detail: expect.stringMatching(/cp(?:437|850)/u) },
    ]);
    expect(clear.warnings).toEqual([]);
  });

  it('is refused, not read as Chinese, if only one part is in UTF-16', async () => {
    const words = 'The agreement starts in May. '.repeat(3);
    const mixed = Buffer.concat([Buffer.from(words), iconv.encode('Ünïcode', 'utf-16le')]);

    await expect(parseBytes(mixed, 'a.txt')).rejects.toMatchObject({ code: 'unsupported_format' });
  });

  it('is refused if it is not text', async () => {
    const noise = Buffer.from(
      Array.from({ length: 3_000 }, (_, at) => (at * 7_919 + at * at) % 256),
    );

    await expect(parseBytes(noise, 'a.txt')).rejects.toMatchObject({ code: 'unsupported_format' });
  });
});

describe('text that declares its character set', () => {
  it('is read as it declares, whatever its bytes look like', async () => {
    const xml = iconv.encode(
      `<?xml version="1.0" encoding="iso-8859-2"?><html><body><p>${POLISH}</p></body></html>`,
      'iso-8859-2',
    );
    const { text, warnings } = await parseBytes(xml, 'a.html');

    expect(text).toBe(POLISH);
    expect(warnings).toEqual([]);
  });
});

describe('UTF-8 text with an invalid byte', () => {
  it('loses only that byte and warns of it', async () => {
    const bytes = Buffer.concat([
      Buffer.from('Die Prämie für Köln beträgt 450 Euro.'),
      Buffer.from([0xff]),
      Buffer.from(' Für München gilt 510 Euro.'),
    ]);

    const { text, warnings } = await parseBytes(bytes, 'a.txt');

    expect(text).toBe('Die Prämie für Köln beträgt 450 Euro.\ufffd Für München gilt 510 Euro.');
    expect(warnings).toEqual([
      { code: 'characters_unreadable', detail: 'Bytes that are no UTF-8 stand as \ufffd: 1.' },
    ]);
  });

  it('is read without the zero bytes that a program left in it', async () => {
    const source = 'The lamp needs a 40 W bulb.\0\0 The warranty is three years.';

    const { text, warnings } = await parseBytes(source, 'a.txt');

    expect(text).toBe('The lamp needs a 40 W bulb. The warranty is three years.');
    expect(warnings).toMatchObject([{ code: 'characters_unreadable' }]);
  });
});

import { gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { toUtf8 } from '../../src/documents/fetch.js';

const latin = (text: string): Buffer => Buffer.from(text, 'latin1');

const readAs = async (charset: string | null, ...pieces: readonly Buffer[]): Promise<Buffer> => {
  const send = async function* (): AsyncGenerator<Uint8Array> {
    yield* pieces;
  };
  const received: Uint8Array[] = [];
  for await (const piece of toUtf8(send(), charset)) received.push(piece);
  return Buffer.concat(received);
};

describe('a fetched text whose host declares its character set', () => {
  it.each([
    ['windows-1251', latin('\xcf\xf0\xe8\xe2\xe5\xf2'), 'Привет'],
    [
      'WINDOWS-1251',
      latin('<meta charset="koi8-r">\xcf\xee\xeb\xe5'),
      '<meta charset="koi8-r">Поле',
    ],
    ['iso-8859-1', latin('It\x92s 5 \x80 für'), 'It’s 5 € für'],
    ['shift_jis', latin('\x93\xfa\x96\x7b'), '日本'],
    ['iso-2022-jp', latin('\x1b$BF|K\\\x1b(B'), '日本'],
    ['utf-16le', Buffer.from('Három nap', 'utf16le'), 'Három nap'],
  ])('is read in %s', async (charset, bytes, text) => {
    expect((await readAs(charset, bytes)).toString()).toBe(`\ufeff${text}`);
  });

  it('keeps a character that is split between two network chunks', async () => {
    const [first, ...others] = Array.from({ length: 4 }, () => latin('\x93\xfa'.repeat(20_000)));

    const text = await readAs('shift_jis', latin('a\x93'), latin('\xfa\x96'), latin('\x7b'));
    const long = await readAs(
      'shift_jis',
      ...[first ?? latin(''), latin('\x96'), latin('\x7b'), ...others],
    );

    expect(text.toString()).toBe('\ufeffa日本');
    expect(long.toString()).toBe(`\ufeff${'日'.repeat(20_000)}本${'日'.repeat(60_000)}`);
  });

  it('may be ASCII for a long time before its character set matters', async () => {
    const ascii = latin('Three days. '.repeat(10_000));

    const received = await readAs('windows-1251', ascii, latin('\xcf\xf0\xe8\xe2\xe5\xf2'));

    expect(received.toString()).toBe(`${ascii.toString()}Привет`);
  });
});

describe('a fetched file, whatever character set its host declares,', () => {
  it.each([
    ['UTF-8', 'iso-8859-1', Buffer.from('Három nap szabadság')],
    ['UTF-8 with a byte order mark', 'windows-1251', Buffer.from('\ufeffThree days')],
    ['UTF-16 with a byte order mark', 'windows-1251', Buffer.from('\ufeffThree days', 'utf16le')],
    ['plain ASCII', 'windows-1251', latin('Three days')],
    ['empty', 'windows-1251', latin('')],
    ['a PDF', 'iso-8859-1', latin('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj')],
    ['RTF', 'iso-8859-1', latin('{\\rtf1\\ansi\\ansicpg1251 \xcf\xf0}')],
    ['compressed bytes', 'iso-8859-1', gzipSync('Three days')],
    ['invalid text in that character set', 'euc-jp', latin('F\xfcr drei Tage')],
    ['text in broken UTF-8', 'utf-8', latin('F\xfcr drei Tage')],
    ['text in an unknown character set', 'x-unknown', latin('F\xfcr drei Tage')],
    ['text without a declared character set', null, latin('F\xfcr drei Tage')],
  ])('is kept unchanged: %s', async (_, charset, bytes) => {
    expect(await readAs(charset, bytes)).toEqual(bytes);
  });
});

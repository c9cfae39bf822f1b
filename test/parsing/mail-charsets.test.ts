import { describe, expect, it } from '@jest/globals';
import iconv from 'iconv-lite';
import { toKnownCharsets } from '../../src/parsing/mail-charsets.js';

const mail = (head: string, body: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`Subject: Leave\r\n${head}\r\n\r\n`), body]);

/** The body of a rewritten message as text. */
const bodyOf = (bytes: Buffer): string => {
  const [, body = ''] = bytes.toString('latin1').split('\r\n\r\n');
  return Buffer.from(body, 'base64').toString('utf8');
};

describe('the text of an e-mail', () => {
  it('is converted to UTF-8 if browsers do not know its character set', () => {
    const { bytes } = toKnownCharsets(
      mail('Content-Type: text/plain; charset=cp850', iconv.encode('für Müller', 'cp850')),
    );

    expect(bytes.toString('latin1')).toContain('Content-Type: text/plain; charset=utf-8');
    expect(bodyOf(bytes)).toContain('für Müller');
  });

  it('is converted to UTF-8 if no character set is declared and it is not ASCII', () => {
    const { bytes } = toKnownCharsets(
      mail('Content-Type: text/plain', Buffer.from('für Müller', 'utf8')),
    );

    expect(bodyOf(bytes)).toContain('für Müller');
  });

  it.each([
    ['its character set is known', 'Content-Type: text/plain; charset=iso-8859-1', 'f\u00fcr'],
    ['it is ASCII', 'Content-Type: text/plain', 'for Miller'],
    ['it is not text', 'Content-Type: image/png', 'f\u00fcr'],
  ])('is left byte for byte as it is if %s', (_, head, body) => {
    const bytes = mail(head, Buffer.from(body, 'latin1'));

    expect(toKnownCharsets(bytes).bytes).toBe(bytes);
  });

  it('has its header words converted to UTF-8, too', () => {
    const word = `=?cp850?B?${iconv.encode('Müller', 'cp850').toString('base64')}?=`;
    const bytes = Buffer.from(`From: ${word} <m@kestrel.example>\r\n\r\nHi`);

    const [from = ''] = toKnownCharsets(bytes).bytes.toString('latin1').split('\r\n');

    const [, encoded = ''] = /=\?utf-8\?B\?([^?]+)\?=/.exec(from) ?? [];
    expect(Buffer.from(encoded, 'base64').toString('utf8')).toBe('Müller');
  });
});

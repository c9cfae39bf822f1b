import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import iconv from 'iconv-lite';
import { formats } from '../../src/parsing/index.js';
import { fixturePath, samplePath } from '../support/parsing.js';
import { PICTURE } from '../support/text-fixtures.js';
import { docxEntries, docxParagraph, zipArchive } from '../support/zip-archive.js';

const PIECE_BYTES = 10_000;

const piecesOf = function* (bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES);
};

const receive = (bytes: Buffer): Promise<Buffer> =>
  buffer(formats.onlyReadable(Readable.from(piecesOf(bytes), { objectMode: false })));

const OLE = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), randomBytes(200_000)]);
const SENTENCE = 'La règle vaut pour tous. 規則は全員に適用されます。';
const MAIL =
  'From: a@example.org\r\nTo: b@example.org\r\nSubject: Tide\r\nContent-Type: image/png\r\n\r\n';

describe('an upload that no parser could read', () => {
  it.each([
    ['a picture', PICTURE],
    ['a compressed archive', gzipSync(randomBytes(100_000))],
    ['a program', Buffer.from('\x7fELF\x02\x01\x01\0\0\0\0\0', 'latin1')],
    ['an image of an empty disk', Buffer.alloc(300_000)],
    ['noise', randomBytes(200_000)],
    ['a file of an old Office program', OLE],
  ])('is stopped if it is %s', async (_what, bytes) => {
    await expect(receive(bytes)).rejects.toMatchObject({
      code: 'unsupported_format',
      message: formats.failureSentence('unsupported_format'),
    });
  });

  it('is refused with advice if Outlook packed an e-mail in it', async () => {
    const packed = Buffer.concat([Buffer.from('789f3e22', 'hex'), randomBytes(200_000)]);

    await expect(receive(packed)).rejects.toMatchObject({
      code: 'holds_other_files',
      message: expect.stringContaining('winmail.dat'),
    });
  });

  it('is recognised by its first bytes and not read any further', async () => {
    let pieces = 0;
    const endless = function* (): Generator<Buffer> {
      for (;;) {
        pieces += 1;
        yield randomBytes(PIECE_BYTES);
      }
    };

    const received = buffer(formats.onlyReadable(Readable.from(endless(), { objectMode: false })));

    await expect(received).rejects.toMatchObject({ code: 'unsupported_format' });
    expect(pieces).toBeLessThan(40);
  });
});

describe('an upload that a parser may read', () => {
  it.each([
    ['nothing at all', Buffer.alloc(0)],
    ['an archive', zipArchive(docxEntries(docxParagraph('Fine.')))],
    ['a PDF after other bytes', Buffer.concat([randomBytes(500), Buffer.from('%PDF-1.7\n')])],
    ['RTF with a picture in it', Buffer.concat([Buffer.from('{\\rtf1 \\bin '), randomBytes(9000)])],
    ['an e-mail with the bytes of a picture', Buffer.concat([Buffer.from(MAIL), PICTURE])],
    [
      'a password-protected Office file',
      Buffer.concat([OLE, Buffer.from('EncryptedPackage', 'utf16le')]),
    ],
    ['text with a control character', Buffer.from('Page 1\x0bPage 2')],
    ...['utf8', 'utf-16le', 'utf-16be', 'shift_jis', 'gb18030', 'windows-1252', 'utf-32le'].map(
      (encoding): [string, Buffer] => [
        `a long text in ${encoding}`,
        iconv.encode(SENTENCE.repeat(5000), encoding, { addBOM: encoding.startsWith('utf-') }),
      ],
    ),
    [
      'a long text in UTF-16 without a byte order mark',
      Buffer.from('Tide tables. '.repeat(9000), 'utf16le'),
    ],
  ])('arrives unchanged: %s', async (_what, bytes) => {
    expect((await receive(bytes)).equals(bytes)).toBe(true);
  });

  it.each([
    samplePath('employee-handbook.pdf'),
    samplePath('it-security-policy.docx'),
    fixturePath('encrypted.pdf'),
  ])('arrives unchanged in %s', async (path) => {
    const bytes = await readFile(path);

    expect((await receive(bytes)).equals(bytes)).toBe(true);
  });

  it('fails when its source fails', async () => {
    const broken = async function* (): AsyncGenerator<Buffer> {
      yield Buffer.from('Half of it');
      throw new Error('cut off');
    };

    const received = buffer(formats.onlyReadable(Readable.from(broken(), { objectMode: false })));

    await expect(received).rejects.toThrow('cut off');
  });
});

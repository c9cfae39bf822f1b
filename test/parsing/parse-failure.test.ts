import { randomBytes } from 'node:crypto';
import { access, readFile } from 'node:fs/promises';
import { describe, expect, it } from '@jest/globals';
import { PARSE_FAILURES } from '../../src/parsing/parse-failure.js';
import { fixturePath, parseBytes, parseFile, samplePath } from '../support/parsing.js';
import { docxEntries, docxParagraph, zipArchive, type ZipEntry } from '../support/zip-archive.js';

const MEGABYTE = 1024 * 1024;

const refusal = (code: keyof typeof PARSE_FAILURES) => ({ code, message: PARSE_FAILURES[code] });

const withEntry = (entry: ZipEntry): Buffer =>
  zipArchive([...docxEntries(docxParagraph('Fine.')), entry]);

describe('a file that cannot be read', () => {
  it.each([
    ['an empty file', Buffer.alloc(0), 'a.txt', 'document_empty'],
    ['white space only', Buffer.from(' \n\n\t '), 'a.txt', 'document_empty'],
    [
      'an HTML page without text',
      Buffer.from('<!doctype html><p> </p>'),
      'a.html',
      'document_empty',
    ],
    ['binary data named .txt', randomBytes(4096), 'a.txt', 'unsupported_format'],
    ['text with a NUL', Buffer.from('before\0after'), 'a.txt', 'unsupported_format'],
    [
      'a program named .pdf',
      Buffer.from('\x7fELF\x02\x01\x01\0\0\0', 'latin1'),
      'a.pdf',
      'unsupported_format',
    ],
    ['HTML named .pdf', Buffer.from('<!doctype html><p>Hi</p>'), 'a.pdf', 'unsupported_format'],
    [
      'XML with an external entity',
      Buffer.from(
        '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>',
      ),
      'a.xml',
      'unsupported_format',
    ],
    [
      'an archive that is not a document',
      zipArchive([{ name: 'a.txt', content: 'Hi' }]),
      'a.docx',
      'unsupported_format',
    ],
    [
      'an old Word file',
      Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(512)]),
      'a.doc',
      'unsupported_format',
    ],
    [
      'a password-protected Word file',
      Buffer.concat([
        Buffer.from('d0cf11e0a1b11ae1', 'hex'),
        Buffer.from('EncryptedPackage', 'utf16le'),
      ]),
      'a.docx',
      'document_encrypted',
    ],
    [
      'a PDF of random bytes',
      Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(2000)]),
      'a.pdf',
      'document_corrupt',
    ],
    [
      'HTML nested a million deep',
      Buffer.from('<!doctype html>' + '<div>'.repeat(1_000_000) + 'a'),
      'a.html',
      'document_too_complex',
    ],
    [
      'Markdown nested deeply',
      Buffer.from('# a\n\n' + '>'.repeat(8000) + 'a'),
      'a.md',
      'document_too_complex',
    ],
  ] as const)('is refused: %s', async (...[, bytes, filename, code]) => {
    await expect(parseBytes(bytes, filename)).rejects.toMatchObject(refusal(code));
  });

  it.each([
    ['encrypted.pdf', 'document_encrypted'],
    ['image-only.pdf', 'document_image_only'],
    ['blank.pdf', 'document_empty'],
  ] as const)('is refused: %s with %s', async (name, code) => {
    await expect(parseFile(fixturePath(name))).rejects.toMatchObject(refusal(code));
  });

  it('is refused if it is a truncated DOCX', async () => {
    const bytes = await readFile(samplePath('it-security-policy.docx'));

    await expect(parseBytes(bytes.subarray(0, 20_000), 'a.docx')).rejects.toMatchObject(
      refusal('document_corrupt'),
    );
  });
});

describe('a file name that does not fit the content', () => {
  it('does not make a PDF plain text', async () => {
    const { format } = await parseFile(samplePath('employee-handbook.pdf'), 'handbook.txt');

    expect(format).toBe('pdf');
  });

  it.each([
    ['# Rules\n\n- one\n- two\n', 'rules.txt', 'markdown'],
    ['- one\n- two\n', 'rules.txt', 'text'],
    ['- one\n- two\n', 'rules.md', 'markdown'],
    ['Only words.', 'rules.md', 'text'],
    ['<html><body><p>Hi</p></body></html>', 'rules.txt', 'html'],
  ])('is ignored: %j named %s is read as %s', async (content, filename, expected) => {
    const { format } = await parseBytes(content, filename);

    expect(format).toBe(expected);
  });
});

describe('a hostile DOCX', () => {
  it('is refused when one part expands a thousandfold', async () => {
    const body = docxParagraph('a'.repeat(64 * MEGABYTE));

    await expect(parseBytes(zipArchive(docxEntries(body)), 'a.docx')).rejects.toMatchObject(
      refusal('archive_too_large'),
    );
  });

  it('is refused when it lies about its size', async () => {
    const entries = docxEntries(docxParagraph('a'.repeat(64 * MEGABYTE))).map((entry) => ({
      ...entry,
      claimedSize: 1000,
    }));

    await expect(parseBytes(zipArchive(entries), 'a.docx')).rejects.toMatchObject({
      code: expect.stringMatching(/^(?:archive_too_large|document_corrupt)$/),
    });
  });

  it('never opens an archive inside the archive', async () => {
    const bomb = zipArchive([{ name: 'b', content: Buffer.alloc(8 * MEGABYTE) }]);

    const { text } = await parseBytes(
      withEntry({ name: 'word/embeddings/b.zip', content: bomb }),
      'a.docx',
    );

    expect(text).toBe('Fine.');
  });

  it('causes no file to be written, whatever its entries are called', async () => {
    const archive = withEntry({ name: '../../../../tmp/slipped.txt', content: 'slipped' });

    await parseBytes(archive, 'a.docx').catch(() => undefined);

    await expect(access('/tmp/slipped.txt')).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('is refused when it declares entities', async () => {
    const entities = '<!DOCTYPE a [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;&a;">]>';
    const archive = zipArchive(docxEntries(docxParagraph('&b;'), entities));

    await expect(parseBytes(archive, 'a.docx')).rejects.toMatchObject(refusal('document_corrupt'));
  });

  it('is refused when an entry is encrypted', async () => {
    const archive = withEntry({ name: 'word/x.xml', content: 'x', isEncrypted: true });

    await expect(parseBytes(archive, 'a.docx')).rejects.toMatchObject(
      refusal('document_encrypted'),
    );
  });

  it.each(['file:///etc/passwd', 'file:////dev/zero', 'http://127.0.0.1:9/'])(
    'cannot make the parser open %s',
    async (target) => {
      const picture =
        '<w:p><w:r><w:drawing><wp:inline><wp:docPr id="1" name="p"/><a:graphic><a:graphicData><pic:pic><pic:blipFill>' +
        '<a:blip r:link="rId9"/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>';
      const relationship = `<Relationship Id="rId9" TargetMode="External" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/image" Target="${target}"/>`;
      const archive = zipArchive(docxEntries(docxParagraph('Fine.') + picture, '', relationship));

      const { text } = await parseBytes(archive, 'a.docx');

      expect(text).toBe('Fine.');
    },
  );
});

import { describe, expect, it } from '@jest/globals';
import { decodeText } from '../../src/parsing/decode-text.js';
import { formats as FORMATS } from '../../src/parsing/index.js';
import { parseDocument } from '../../src/parsing/parse-document.js';
import { createParserRegistry } from '../../src/parsing/parser-registry.js';
import type { Parser } from '../../src/parsing/parser.js';
import { PARSERS } from '../../src/parsing/parsers/index.js';

const tides: Parser = {
  name: 'tides',
  mimeType: 'text/x-tides',
  label: 'tide table',
  extensions: ['.tides'],
  recognises: { text: ({ sample }) => sample.startsWith('TIDES OF ') },
  read: async ({ bytes }) => ({
    blocks: [...decodeText(bytes).matchAll(/^HIGH:(.*)$/gm)].map(([, high = '']) => ({
      text: high,
      kind: 'heading',
      level: 1,
    })),
    pageCount: null,
  }),
};

const TABLE = 'TIDES OF KELL\nHIGH:Pier inspection\n';

describe('a parser that was added to the registry', () => {
  const registry = createParserRegistry([tides, ...PARSERS]);
  const read = (content: Buffer | string, filename: string) =>
    parseDocument(
      {
        bytes: typeof content === 'string' ? Buffer.from(content) : content,
        filename,
        chunkTokens: 400,
      },
      registry,
    );

  it('reads the files that it recognises', async () => {
    const document = await read(TABLE, 'pier.tides');

    expect(document).toMatchObject({ format: 'tides', text: 'Pier inspection' });
  });

  it('is known by its name and MIME type, and is named in the error about unsupported files', () => {
    expect(registry.names).toContain('tides');
    expect(registry.mimeTypeOf('tides')).toBe('text/x-tides');
    expect(registry.failureSentence('unsupported_format')).toContain('upload tide table, PDF, ');
  });

  it('leaves files of other formats to their parsers', async () => {
    const document = await read('# Piers\n\n- **North** pier\n- South pier', 'piers.md');

    expect(document.format).toBe('markdown');
  });
});

describe('the supported formats', () => {
  it('are named in the error about unsupported files', () => {
    expect(FORMATS.failureSentence('unsupported_format')).toBe(
      'This kind of file is not supported, or its content does not match its name; upload PDF, PNG, JPEG, TIFF, WebP, DOCX, PPTX, XLSX, ODT, ODP, ODS, RTF, EML, iCalendar, vCard, subtitles (SRT, WebVTT), source code, HTML, Jupyter notebook, JSON, log, Markdown, CSV or UTF-8 text.',
    );
  });

  it('each have a unique name and MIME type', () => {
    const mimeTypes = FORMATS.names.map(FORMATS.mimeTypeOf);

    expect(new Set(FORMATS.names).size).toBe(PARSERS.length);
    expect(new Set(mimeTypes).size).toBe(PARSERS.length);
  });

  it('are not listed in errors about anything but the format', () => {
    expect(FORMATS.failureSentence('document_empty')).toBe(
      'The file contains no text; check that the right file was uploaded.',
    );
  });
});

import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { docxEntries, docxParagraph, zipArchive } from '../../test/support/zip-archive.js';
import { toPdf, type PdfLine } from './pdf.js';
import { createProse, type Prose } from './prose.js';

export const CORPUS_TYPES = ['pdf', 'docx', 'text'] as const;
export type CorpusType = (typeof CORPUS_TYPES)[number];
export type CorpusFile = { type: CorpusType; filename: string; path: string };

const COUNTS: Record<CorpusType, number> = { pdf: 20, docx: 40, text: 140 };
const EXTENSIONS: Record<CorpusType, string> = { pdf: 'pdf', docx: 'docx', text: 'txt' };
const PDF_PAGES = 20;
const PDF_LINES = 38;
const LINE_LENGTH = 88;
const DOCX_SECTIONS = 8;
const TEXT_BYTES = 2048;

const wrap = (text: string): string[] => {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line.length + word.length >= LINE_LENGTH) {
      lines.push(line);
      line = '';
    }
    line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
};

/** A page of text under a heading. */
export const pdfPage = (prose: Prose): PdfLine[] => {
  const body = Array.from({ length: 6 }, () => prose.paragraph(8)).flatMap(wrap);
  return [
    { text: prose.title(), isHeading: true },
    ...body.slice(0, PDF_LINES).map((text) => ({ text, isHeading: false })),
  ];
};

const docxSection = (prose: Prose): string =>
  [
    docxParagraph(prose.title(), 'Heading1'),
    docxParagraph(prose.paragraph(6)),
    docxParagraph(prose.title(), 'Heading2'),
    docxParagraph(prose.paragraph(6)),
    docxParagraph(prose.paragraph(6)),
  ].join('');

const CONTENTS: Record<CorpusType, (prose: Prose) => Buffer> = {
  pdf: (prose) => toPdf(Array.from({ length: PDF_PAGES }, () => pdfPage(prose))),
  docx: (prose) => {
    const sections = Array.from({ length: DOCX_SECTIONS }, () => docxSection(prose));
    return zipArchive(docxEntries(sections.join('')));
  },
  text: (prose) => {
    const paragraphs = Array.from({ length: 8 }, () => prose.paragraph(5));
    return Buffer.from(paragraphs.join('\n\n')).subarray(0, TEXT_BYTES);
  },
};

const SEEDS: Record<CorpusType, number> = { pdf: 1_000, docx: 2_000, text: 3_000 };

/** The corpus of the ingestion goal: 20 PDFs of 20 pages, 40 Word files and 140 texts of 2 KB, the same bytes every time. */
export const writeCorpus = async (folder: string): Promise<CorpusFile[]> => {
  await mkdir(folder, { recursive: true });
  const files: CorpusFile[] = [];
  for (const type of CORPUS_TYPES) {
    for (let number = 0; number < COUNTS[type]; number += 1) {
      const filename = `${type}-${number}.${EXTENSIONS[type]}`;
      const path = join(folder, filename);
      await writeFile(path, CONTENTS[type](createProse(SEEDS[type] + number)));
      files.push({ type, filename, path });
    }
  }
  return files;
};

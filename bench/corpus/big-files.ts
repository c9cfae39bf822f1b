import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { toPdf } from './pdf.js';
import { createProse } from './prose.js';
import { pdfPage } from './write-corpus.js';

const PAGES = 1_000;
const HEAVY_PAGES = 200;
const PICTURE_BYTES = 512 * 1024;

export type BigFile = { name: string; path: string; bytes: number };

/** A PDF of 1,000 pages of text, and one of 100 MB that is pictures but for 200 pages of text. */
export const writeBigFiles = async (folder: string): Promise<BigFile[]> => {
  const pages = (count: number, seed: number) => {
    const prose = createProse(seed);
    return Array.from({ length: count }, () => pdfPage(prose));
  };
  const pictures = Array.from({ length: HEAVY_PAGES }, () => randomBytes(PICTURE_BYTES));
  const files = [
    { name: '1,000 pages', content: toPdf(pages(PAGES, 4_000)) },
    { name: '100 MB', content: toPdf(pages(HEAVY_PAGES, 4_001), pictures) },
  ];
  return Promise.all(
    files.map(async ({ name, content }, index) => {
      const path = join(folder, `big-${index}.pdf`);
      await writeFile(path, content);
      return { name, path, bytes: content.length };
    }),
  );
};

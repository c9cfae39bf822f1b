import { Readable } from 'node:stream';
import type { DocumentUpload } from '../upload.js';

type Pushed = { text: string } & Pick<
  DocumentUpload,
  'title' | 'visibility' | 'metadata' | 'collectionIds'
>;

/** A text as the file that its path names. Its sender need not know about endings of names. */
export const toPushedText = (path: string, { text, ...fields }: Pushed): DocumentUpload => {
  const name = path.split('/').at(-1) ?? path;
  const filename = /\.(?:md|txt)$/iu.test(name) ? name : `${name}.md`;
  return { source: Readable.from([Buffer.from(text, 'utf8')]), filename, ...fields };
};

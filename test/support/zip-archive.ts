import { crc32, deflateRawSync } from 'node:zlib';

export type ZipEntry = {
  /** A text is written in UTF-8 without saying so, a buffer byte by byte. */
  name: string | Buffer;
  content: Buffer | string;
  /** The unpacked size the archive claims, where it lies. */
  claimedSize?: number;
  isEncrypted?: boolean;
  /** On Unix. */
  mode?: number;
};

const header = (entry: ZipEntry, packed: Buffer): Buffer => {
  const content = Buffer.from(entry.content);
  const fields = Buffer.alloc(26);
  fields.writeUInt16LE(20, 0);
  fields.writeUInt16LE(entry.isEncrypted ? 1 : 0, 2);
  fields.writeUInt16LE(8, 4);
  fields.writeUInt32LE(crc32(content), 10);
  fields.writeUInt32LE(packed.length, 14);
  fields.writeUInt32LE(entry.claimedSize ?? content.length, 18);
  fields.writeUInt16LE(Buffer.from(entry.name).length, 22);
  return fields;
};

/** A zip archive written by hand, so that tests can make it lie. */
export const zipArchive = (entries: readonly ZipEntry[]): Buffer => {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const packed = deflateRawSync(Buffer.from(entry.content), { level: 9 });
    const fields = header(entry, packed);
    const name = Buffer.from(entry.name);
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), fields, name, packed]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(((entry.mode ?? 0) << 16) >>> 0, 6);
    rest.writeUInt32LE(offset, 10);
    directory.push(
      Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), fields, rest, name]),
    );
    files.push(local);
    offset += local.length;
  }
  const listing = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(listing.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...files, listing, end]);
};

const NAMESPACES =
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" ' +
  'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" ' +
  'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" ' +
  'xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" ' +
  'xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"';

const RELATIONSHIPS = 'http://schemas.openxmlformats.org/package/2006/relationships';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** The entries of a minimal Word document with the given body XML; `prologue` goes in front of the root element. */
export const docxEntries = (body: string, prologue = '', relationships = ''): ZipEntry[] => [
  {
    name: '[Content_Types].xml',
    content:
      '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
  },
  {
    name: '_rels/.rels',
    content: `<?xml version="1.0"?><Relationships xmlns="${RELATIONSHIPS}"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="word/document.xml"/></Relationships>`,
  },
  {
    name: 'word/_rels/document.xml.rels',
    content: `<?xml version="1.0"?><Relationships xmlns="${RELATIONSHIPS}">${relationships}</Relationships>`,
  },
  {
    name: 'word/document.xml',
    content: `<?xml version="1.0"?>${prologue}<w:document ${NAMESPACES}><w:body>${body}</w:body></w:document>`,
  },
];

export const docxParagraph = (text: string, style = ''): string =>
  `<w:p>${style && `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>`}<w:r><w:t>${text}</w:t></w:r></w:p>`;

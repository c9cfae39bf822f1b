import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { fromBufferPromise, type Entry } from 'yauzl';

/** Reads what is in a ZIP archive by name, in its order; a gzipped entry is unpacked, too. */
export const readZipEntries = async (archive: Buffer): Promise<Map<string, Buffer>> => {
  const zip = await fromBufferPromise(archive, { lazyEntries: true });
  const entries: Entry[] = [];
  await new Promise<void>((resolve, reject) => {
    zip.on('entry', (entry: Entry) => {
      entries.push(entry);
      zip.readEntry();
    });
    zip.once('end', resolve).once('error', reject);
    zip.readEntry();
  });
  const contents = new Map<string, Buffer>();
  for (const entry of entries) {
    const bytes = await buffer(await zip.openReadStreamPromise(entry));
    contents.set(entry.fileName, entry.fileName.endsWith('.gz') ? gunzipSync(bytes) : bytes);
  }
  return contents;
};

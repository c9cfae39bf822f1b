import { once } from 'node:events';
import { endWithParent } from '../../platform/isolated/end-with-parent.js';
import { lookAtPages } from '../page-pictures/look-at-pages.js';
import { toParseFailureCode } from '../parse-failure.js';
import { toMessages } from './document-messages.js';
import type { ChildMessage, ChildRequest } from './messages.js';
import { parseDocument } from '../parse-document.js';

const send = (message: ChildMessage): Promise<void> =>
  new Promise((resolve, reject) => {
    process.send?.(message, undefined, undefined, (error) => (error ? reject(error) : resolve()));
  });

/** Reads the announced number of bytes; the stream stays open for the next file. */
const readBytes = async (size: number): Promise<Buffer> => {
  const bytes = Buffer.alloc(size);
  for (let filled = 0; filled < size;) {
    const piece = process.stdin.read() as Buffer | null;
    if (piece === null) await once(process.stdin, 'readable');
    else filled += piece.copy(bytes, filled);
  }
  return bytes;
};

const handle = async (request: ChildRequest): Promise<void> => {
  try {
    const bytes = await readBytes(request.size);
    if (request.kind === 'look') await send(await lookAtPages(bytes, request));
    else {
      for (const message of toMessages(await parseDocument({ ...request, bytes })))
        await send(message);
    }
  } catch (error) {
    await send({ type: 'failed', code: toParseFailureCode(error) ?? 'parser_crashed' });
  }
};

// Entry point of a parser child: takes one request at a time from the pool, and exits when the pool is gone.
endWithParent();
process.on('message', (request: ChildRequest) => {
  void handle(request).catch(() => process.exit(1));
});
await send({ type: 'ready' });

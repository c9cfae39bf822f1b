import { readlinkSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import { toParseFailureCode } from '../parse-failure.js';
import { parseDocument } from '../parse-document.js';
import { formats } from '../formats.js';
import { toMessages } from './document-messages.js';
import { READY, type PlainTextReply, type PlainTextRequest } from './plain-text-messages.js';

const read = async ({
  bytes,
  filename,
  chunkTokens,
}: PlainTextRequest): Promise<PlainTextReply['message']> => {
  const input = { bytes: Buffer.from(bytes), filename };
  try {
    if (!(await formats.isPlainText(input))) return { type: 'not_plain' };
    // A small document is one message.
    const [message] = toMessages(await parseDocument({ ...input, chunkTokens }));
    return message ?? { type: 'not_plain' };
  } catch (error) {
    return { type: 'failed', code: toParseFailureCode(error) ?? 'parser_crashed' };
  }
};

/** Found through /proc, because Node has its own numbers for threads. */
const findThread = (): number | null => {
  try {
    return Number(readlinkSync('/proc/thread-self').split('/').at(-1));
  } catch {
    return null;
  }
};

// Entry point of the thread that reads small plain texts.
const port = parentPort;
port?.on('message', (request: PlainTextRequest) => {
  void read(request).then((message) => {
    port.postMessage({ id: request.id, message });
  });
});
port?.postMessage({ id: READY, message: { type: 'ready', thread: findThread() } });

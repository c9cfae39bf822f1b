import type { ChildMessage } from './messages.js';

/** The id under which the thread says that it has started. */
export const READY = 0;

export type PlainTextRequest = {
  id: number;
  bytes: Uint8Array;
  filename: string;
  chunkTokens: number;
};

/** The answer to one request; `not_plain` leaves the file to a parser child. */
export type PlainTextReply = { id: number; message: ChildMessage | NotPlain | Ready };
type NotPlain = { type: 'not_plain' };
/** The number that the system has for the thread, by which its processor time is read; null where there is none. */
type Ready = { type: 'ready'; thread: number | null };

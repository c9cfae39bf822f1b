import type { ChildMessage } from './messages.js';

/** The id with which the thread reports that it has started. */
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
/** The system's number for the thread, used to read its processor time; null if there is none. */
type Ready = { type: 'ready'; thread: number | null };

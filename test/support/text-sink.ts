import { Writable } from 'node:stream';

/** A stream that keeps what is written to it. */
export const createTextSink = (): Writable & { text: () => string } => {
  let text = '';
  const sink = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      text += chunk.toString('utf8');
      done();
    },
  });
  return Object.assign(sink, { text: () => text });
};

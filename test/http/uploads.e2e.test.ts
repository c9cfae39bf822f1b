import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, describe, expect, it } from '@jest/globals';
import { readUploadForm } from '../../src/http/uploads.js';
import { isAppError } from '../../src/shared/errors.js';

const IDLE_TIMEOUT_MS = 100;
const SIZE = 8 * 1024 * 1024;

const countBytes = async (source: Readable): Promise<number> => {
  let bytes = 0;
  for await (const piece of source as AsyncIterable<Buffer>) bytes += piece.length;
  return bytes;
};

describe('an upload', () => {
  let server: Server;

  afterEach(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });

  const serve = async (
    store: (source: Readable) => Promise<number>,
    pace: { minBytesPerSec?: number } = {},
  ): Promise<string> => {
    server = createServer((request, response) => {
      readUploadForm(request, {
        maxUploadBytes: SIZE,
        pace: { windowMs: IDLE_TIMEOUT_MS, ...pace },
        parseFields: (fields) => fields,
        store: ({ source }) => store(source),
      }).then(
        (bytes) => response.end(String(bytes)),
        (error: unknown) => response.end(isAppError(error) ? error.message : 'unforeseen'),
      );
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  };

  it('may wait longer for its store than for its client', async () => {
    const url = await serve(async (source) => {
      await delay(5 * IDLE_TIMEOUT_MS);
      return countBytes(source);
    });
    const form = new FormData();
    form.append('file', new Blob([Buffer.alloc(SIZE)]), 'large.bin');

    const response = await fetch(url, { method: 'POST', body: form });

    expect(await response.text()).toBe(String(SIZE));
  });

  it('is ended if its client stops sending', async () => {
    const url = await serve(countBytes);
    const part = '--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nhalf';
    const body = new ReadableStream({ start: (stream) => stream.enqueue(Buffer.from(part)) });
    const headers = { 'Content-Type': 'multipart/form-data; boundary=x' };

    const response = await fetch(url, { method: 'POST', headers, body, duplex: 'half' });

    expect(await response.text()).toBe('The upload arrived too slowly.');
  });

  it('ends at once if its client disconnects after sending everything', async () => {
    let outcome: (text: string) => void = () => undefined;
    const ended = new Promise<string>((resolve) => (outcome = resolve));
    server = createServer((request) => {
      const read = async () => {
        await once(request, 'close').catch(() => undefined);
        await readUploadForm(request, {
          maxUploadBytes: SIZE,
          pace: { windowMs: 60_000 },
          parseFields: (fields) => fields,
          store: ({ source }) => countBytes(source),
        });
      };
      read().then(
        () => outcome('stored'),
        (error: unknown) => outcome(isAppError(error) ? error.message : 'unforeseen'),
      );
      request.socket.destroy();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const form = new FormData();
    form.append('file', new Blob(['Small.']), 'small.md');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    await fetch(url, { method: 'POST', body: form }).catch(() => undefined);

    await expect(ended).resolves.toBe('The upload was cut off.');
  });

  it('is ended if its client sends byte by byte', async () => {
    const url = await serve(countBytes, { minBytesPerSec: 1024 });
    const part = '--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n';
    let dripping: NodeJS.Timeout | undefined;
    const body = new ReadableStream({
      start: (stream) => {
        stream.enqueue(Buffer.from(part));
        dripping = setInterval(() => stream.enqueue(Buffer.from('.')), IDLE_TIMEOUT_MS / 4);
      },
      cancel: () => clearInterval(dripping),
    });
    const headers = { 'Content-Type': 'multipart/form-data; boundary=x' };

    const response = await fetch(url, { method: 'POST', headers, body, duplex: 'half' });

    expect(await response.text()).toBe('The upload arrived too slowly.');
    clearInterval(dripping);
  });
});

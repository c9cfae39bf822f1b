import { describe, expect, it } from '@jest/globals';
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { readJson } from '../../src/http/read-json.js';

type Headers = Record<string, string>;

const JSON_TYPE = { 'content-type': 'application/json' };

const requestOf = (body: string | Buffer, headers: Headers = JSON_TYPE) => {
  const request = new IncomingMessage(new Socket());
  Object.assign(request.headers, headers);
  request.push(Buffer.from(body));
  request.push(null);
  return request;
};

const read = (body: string | Buffer, headers: Headers = JSON_TYPE) =>
  readJson(requestOf(body, headers), { maxBytes: 1_000, timeoutMs: 10_000 });

const readLong = (body: unknown, limits: { maxValues?: number } = {}) =>
  readJson(requestOf(JSON.stringify(body)), { maxBytes: 1e6, timeoutMs: 10_000, ...limits });

describe('a JSON body', () => {
  it('is read, whatever brackets its strings contain', async () => {
    const body = { text: `${'['.repeat(100)} \\" 👍`, list: [1, null] };

    expect(await read(JSON.stringify(body))).toEqual(body);
  });

  it.each<[string, string | Buffer, string]>([
    ['is larger than allowed', `"${'x'.repeat(1_000)}"`, 'payload_too_large'],
    ['nests too deeply', `${'['.repeat(33)}${']'.repeat(33)}`, 'unparsable_request'],
    ['is truncated', '{"a": ', 'unparsable_request'],
    ['is not UTF-8', Buffer.from([0x22, 0xff, 0x22]), 'unparsable_request'],
    ['contains NUL', '{"a": ["\\u0000"]}', 'validation_failed'],
    ['contains half a surrogate pair', '"\\ud83d"', 'validation_failed'],
    ['names a field that cannot be stored', '{"\\u0000": 1}', 'validation_failed'],
    ['names a field like the prototype', '{"a": {"__proto__": {}}}', 'validation_failed'],
  ])('is refused if it %s', async (_, body, code) => {
    await expect(read(body)).rejects.toMatchObject({ code });
  });

  it('is not quoted in the error', async () => {
    const refusal: unknown = await read('{"password": secret}').catch((error: unknown) => error);

    expect(refusal).toMatchObject({ code: 'unparsable_request', cause: undefined });
    expect(String(refusal)).not.toContain('secret');
  });
});

describe('a JSON body of very many values', () => {
  const members = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, 1]));

  it.each<[string, unknown]>([
    ['a list of 20,000', Array.from({ length: 20_000 }, () => 1)],
    ['an object with 20,000 members', members(20_000)],
    ['10,000 lists with one item each', Array.from({ length: 10_000 }, () => [1])],
  ])('is refused with %s, by an error that names the limit', async (_, body) => {
    await expect(readLong(body)).rejects.toMatchObject({
      code: 'unparsable_request',
      message: 'The body contains more than 20000 values.',
    });
  });

  it('is read with one value fewer, and whatever commas its strings contain', async () => {
    const body = [',[{"'.repeat(30_000), ...Array.from({ length: 19_998 }, () => 1)];

    expect(await readLong(body)).toEqual(body);
  });

  it('is read if the route accepts longer lists', async () => {
    const body = Array.from({ length: 20_000 }, () => 1);

    expect(await readLong(body, { maxValues: 20_001 })).toEqual(body);
  });
});

describe('the headers of a request with a JSON body', () => {
  it.each<Headers>([
    { 'content-type': 'Application/JSON; charset="UTF-8"' },
    { ...JSON_TYPE, 'content-encoding': 'identity' },
  ])('may be %j', async (headers) => {
    expect(await read('1', headers)).toBe(1);
  });

  it.each<Headers>([
    {},
    { 'content-type': 'text/plain' },
    { 'content-type': 'application/json; charset=utf-16' },
    { ...JSON_TYPE, 'content-encoding': 'gzip' },
  ])('are refused as %j', async (headers) => {
    await expect(read('1', headers)).rejects.toMatchObject({ code: 'unsupported_media_type' });
  });

  it('refuse a body by the length that they declare', async () => {
    await expect(read('1', { ...JSON_TYPE, 'content-length': '1001' })).rejects.toMatchObject({
      code: 'payload_too_large',
    });
  });
});

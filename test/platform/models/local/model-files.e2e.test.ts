import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { fetchModel, verifyModels } from '../../../../src/platform/models/local/model-files.js';
import { readManifest } from '../../../../src/platform/models/local/manifest.js';
import { makeModel } from '../../../support/made-model.js';

const NAME = 'multilingual-e5-small';
const { signal } = new AbortController();

let root: string;
let bytes: Record<string, Buffer>;
let server: Server;
let baseUrl: string;
/** The path of each request, and the range that it asked for. */
let asked: string[];

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'local-files-'));
  const { folder } = await makeModel(join(root, 'source'), { name: NAME, kind: 'embedder' });
  bytes = {
    'model_quantized.onnx': await readFile(join(folder, 'model.onnx')),
    'tokenizer.json': await readFile(join(folder, 'tokenizer.json')),
  };
  asked = [];
  server = createServer((request, response) => {
    const { url = '', headers } = request;
    asked.push(`${url} ${headers.range ?? ''}`.trim());
    const start = Number(/bytes=(\d+)-/.exec(headers.range ?? '')?.[1] ?? 0);
    const all = bytes[url.slice(url.lastIndexOf('/') + 1)] ?? Buffer.alloc(0);
    const status = start >= all.length ? 416 : start > 0 ? 206 : 200;
    response.writeHead(status).end(status === 416 ? undefined : all.subarray(start));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterEach(async () => {
  server.close();
  await rm(root, { recursive: true, force: true });
});

const setUp = () => {
  const printed: string[] = [];
  const folder = join(root, 'models');
  const files = { folder, baseUrl, signal, print: (line: string) => void printed.push(line) };
  return { files, folder: join(folder, NAME), printed };
};

describe('fetching a local model', () => {
  it('asks for the hash of an unknown model and keeps the downloaded files', async () => {
    const { files, folder } = setUp();

    const refusal = await fetchModel(files, { name: NAME }).catch(String);
    const sha256 = /run the same command again with --sha256 ([0-9a-f]{64})/.exec(
      String(refusal),
    )?.[1];
    await fetchModel(files, { name: NAME, sha256 });

    const manifest = readManifest(folder);
    expect(manifest).toMatchObject({ queryPrefix: 'query: ', licence: 'MIT', measured: false });
    expect(manifest?.sha256['model.onnx']).toBe(sha256);
    const path = '/Xenova/multilingual-e5-small/resolve/main/onnx/model_quantized.onnx';
    expect(asked.filter((one) => one.startsWith(path))).toEqual([
      path,
      `${path} bytes=${bytes['model_quantized.onnx']?.length ?? 0}-`,
    ]);
  });

  it('continues where an earlier download ended', async () => {
    const { files, folder } = setUp();
    const sha256 = readManifest(join(root, 'source', NAME))?.sha256['model.onnx'];
    await fetchModel(files, { name: NAME, sha256: 'f'.repeat(64) }).catch(() => undefined);
    const half = bytes['model_quantized.onnx']?.subarray(0, 100) ?? Buffer.alloc(0);
    await writeFile(join(folder, 'model.onnx.part'), half);

    await fetchModel(files, { name: NAME, sha256 });

    expect(asked.some((one) => one.endsWith('bytes=100-'))).toBe(true);
    expect(await verifyModels(files)).toBe(true);
  });

  it('discards a model whose hash is not the given one', async () => {
    const { files, folder } = setUp();

    const fetching = fetchModel(files, { name: NAME, sha256: '0'.repeat(64) });

    await expect(fetching).rejects.toThrow('was not kept');
    expect(readManifest(folder)).toBeNull();
  });

  it('accepts a model from a folder with its manifest, and notices later changes', async () => {
    const { files, folder, printed } = setUp();

    await fetchModel(files, { name: NAME, from: join(root, 'source', NAME) });
    const before = await verifyModels(files);
    await writeFile(join(folder, 'tokenizer.json'), '{}');
    const after = await verifyModels(files);

    expect([before, after]).toEqual([true, false]);
    expect(printed.at(-1)).toContain('tokenizer.json');
  });

  it('refuses an unknown model name without a manifest', async () => {
    const { files } = setUp();

    await expect(fetchModel(files, { name: 'unknown' })).rejects.toThrow('is not known');
  });
});

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import OpenAI from 'openai';
import { createFakeApiDeps } from '../fakes/api-deps.js';
import { serveApi } from '../support/serve-api.js';

const asked: string[][] = [];
const fake = createFakeApiDeps({
  embedTexts: async (_scope, texts) => {
    asked.push([...texts]);
    const vectors = texts.map((text) => new Float32Array([text.length, 0.5]));
    return { vectors, promptTokens: 7, model: 'the-embedder' };
  },
});

let api: Awaited<ReturnType<typeof serveApi>>;
beforeAll(async () => {
  api = await serveApi(fake.deps);
});
afterAll(() => api.close());

const clientWith = (permissions: ('chat' | 'embeddings')[]) => {
  const { apiKey } = fake.keys.issue({ role: 'member', permissions });
  return new OpenAI({ baseURL: `${api.url}/openai/v1`, apiKey, maxRetries: 0 });
};

describe('embeddings through the OpenAI API', () => {
  it('are returned as the openai package decodes them, and as plain numbers', async () => {
    const client = clientWith(['embeddings']);
    const input = ['one', 'three'];

    const packed = await client.embeddings.create({ model: 'any', input });
    const plain = await client.embeddings.create({
      model: 'any',
      input: 'one',
      encoding_format: 'float',
    });

    expect(packed.data.map(({ embedding }) => [...embedding])).toEqual([
      [3, 0.5],
      [5, 0.5],
    ]);
    expect(packed).toMatchObject({ model: 'the-embedder', usage: { prompt_tokens: 7 } });
    expect(plain.data[0]?.embedding).toEqual([3, 0.5]);
    expect(asked).toEqual([input, ['one']]);
  });

  it('are refused for a key without the permission', async () => {
    const created = clientWith(['chat']).embeddings.create({ model: 'any', input: 'one' });

    await expect(created).rejects.toMatchObject({ status: 403, type: 'permission_error' });
  });

  it.each([[[1, 2, 3]], [[[1, 2], [3]]]])(
    'are refused for the tokens %j, and the error names the setting to change',
    async (input) => {
      const created = clientWith(['embeddings']).embeddings.create({
        model: 'any',
        input: input,
      });

      await expect(created).rejects.toMatchObject({
        status: 400,
        code: 'unsupported_parameter',
        param: 'input',
        message: expect.stringContaining('check_embedding_ctx_length=False'),
      });
    },
  );

  it('are refused if the texts exceed the limit of a request', async () => {
    const input = Array.from({ length: 7 }, () => 'x'.repeat(30_000));

    const created = clientWith(['embeddings']).embeddings.create({ model: 'any', input });

    await expect(created).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining('200000 characters'),
    });
  });

  it('are refused in another length than the embedder has', async () => {
    const created = clientWith(['embeddings']).embeddings.create({
      model: 'any',
      input: 'one',
      dimensions: 512,
    });

    await expect(created).rejects.toMatchObject({ status: 400, param: 'dimensions' });
  });
});

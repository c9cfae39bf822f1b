import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { z } from 'zod';
import { runtimeFolder } from './known-models.js';
import type { Manifest } from './manifest.js';

export type LocalModel = { folder: string; manifest: Manifest };

export type LoadedModel = {
  embed: (text: string) => Promise<{ vector: number[]; tokens: number }>;
  /** The model's raw score; for most models the log-odds that the text answers the query. */
  score: (query: string, text: string) => Promise<number>;
};

/** The part of the tokenizer that we use; the package's own types import files without an extension, which cannot be resolved here. */
type Tokenizer = {
  encode: (
    text: string,
    options: { text_pair?: string; return_token_type_ids: true },
  ) => { ids: number[]; token_type_ids: number[] };
};
type TokenizerClass = new (vocabulary: object, settings: object) => Tokenizer;
const Tokenizers = z.object({
  Tokenizer: z.custom<TokenizerClass>((value) => typeof value === 'function'),
});

/** The part of onnxruntime that we use; its types are only present if it is installed. */
type Tensor = { data: unknown; dims: readonly number[] };
type TensorClass = new (type: 'int64', data: BigInt64Array, dims: readonly number[]) => Tensor;
type Session = {
  inputNames: readonly string[];
  outputNames: readonly string[];
  run: (feeds: Readonly<Record<string, Tensor>>) => Promise<Readonly<Record<string, Tensor>>>;
};
type SessionClass = {
  create: (path: string, options: Readonly<Record<string, unknown>>) => Promise<Session>;
};
const Onnx = z.object({
  InferenceSession: z.custom<SessionClass>((value) => typeof value === 'function'),
  Tensor: z.custom<TensorClass>((value) => typeof value === 'function'),
});

/** Loaded on demand, because the runtime is only installed for local models; `folder` is the one of all local models. */
export const loadRuntime = async (folder: string) => {
  const { InferenceSession, Tensor } = Onnx.parse(requireOnnx(runtimeFolder(folder)));
  const { Tokenizer } = Tokenizers.parse(await import('@huggingface/tokenizers'));
  return { InferenceSession, Tensor, Tokenizer };
};

/** From the folder that `npm run model` fills, or from a manual installation. */
const requireOnnx = (folder: string): unknown => {
  const place = existsSync(folder) ? join(folder, 'package.json') : import.meta.url;
  return createRequire(place)('onnxruntime-node') as unknown;
};

type Runtime = Awaited<ReturnType<typeof loadRuntime>>;

/** Loads a model for one text at a time: on a CPU, batches use memory and save no time. */
export const loadModel = async (
  runtime: Runtime,
  { folder, manifest }: LocalModel,
  threads: number,
): Promise<LoadedModel> => {
  const vocabulary = JSON.parse(await readFile(join(folder, 'tokenizer.json'), 'utf8')) as object;
  const tokenizer = new runtime.Tokenizer(vocabulary, {});
  const session = await runtime.InferenceSession.create(join(folder, 'model.onnx'), {
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    // Texts differ in length, and a memory plan would be kept for each length.
    enableMemPattern: false,
    graphOptimizationLevel: 'all',
    logSeverityLevel: 3,
  });
  const model = { runtime, tokenizer, session, maxTokens: manifest.maxTokens };
  return {
    embed: async (text) => {
      const { output, count } = await run(model, text);
      return { vector: normalise(pool(output, manifest.pooling)), tokens: count };
    },
    score: async (query, text) => {
      const { output } = await run(model, text, query);
      const [score = NaN] = toNumbers(output);
      return score;
    },
  };
};

type Model = {
  runtime: Runtime;
  tokenizer: Tokenizer;
  session: Session;
  maxTokens: number;
};

/** No language has more characters per token than this, so the rest would be cut off anyway. */
const MAX_CHARS_PER_TOKEN = 20;

/** Tokens beyond the limit are dropped, except the one that ends a text; a question comes before its text, so only the text is cut. */
const run = async (
  { runtime, tokenizer, session, maxTokens }: Model,
  text: string,
  query?: string,
): Promise<{ output: Tensor; count: number }> => {
  const readable = text.slice(0, maxTokens * MAX_CHARS_PER_TOKEN);
  const { ids, token_type_ids: kinds } =
    query === undefined
      ? tokenizer.encode(readable, { return_token_type_ids: true })
      : tokenizer.encode(query.slice(0, maxTokens), {
          text_pair: readable,
          return_token_type_ids: true,
        });
  const toTensor = (values: readonly number[]): Tensor => {
    const cut = values.length <= maxTokens ? values : values.slice(0, maxTokens - 1);
    const whole = cut === values ? values : [...cut, values.at(-1) ?? 0];
    return new runtime.Tensor('int64', BigInt64Array.from(whole, BigInt), [1, whole.length]);
  };
  const inputs: Record<string, Tensor> = {
    input_ids: toTensor(ids),
    attention_mask: toTensor(ids.map(() => 1)),
    token_type_ids: toTensor(kinds),
  };
  const feeds = Object.fromEntries(
    session.inputNames.flatMap((name) => (inputs[name] ? [[name, inputs[name]]] : [])),
  );
  const outputs = await session.run(feeds);
  const output = outputs[session.outputNames[0] ?? ''];
  if (output === undefined) throw new Error('The model has no output.');
  return { output, count: Math.min(ids.length, maxTokens) };
};

const toNumbers = (output: Tensor): Float32Array => {
  if (!(output.data instanceof Float32Array)) throw new Error('The model gives no 32-bit floats.');
  return output.data;
};

/** Combines the token vectors into one; a model that already returns one vector is used as it is. */
const pool = (output: Tensor, pooling: Manifest['pooling']): Float32Array => {
  const values = toNumbers(output);
  const width = output.dims.at(-1) ?? values.length;
  if (pooling === 'cls' || output.dims.length < 3) return values.slice(0, width);
  const sum = new Float32Array(width);
  for (const [at, value] of values.entries()) sum[at % width] = (sum[at % width] ?? 0) + value;
  return sum;
};

const normalise = (vector: Float32Array): number[] => {
  const length = Math.hypot(...vector) || 1;
  return Array.from(vector, (value) => value / length);
};

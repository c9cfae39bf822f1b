import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { LocalModel } from '../../src/platform/models/local/inference.js';
import type { Manifest } from '../../src/platform/models/local/manifest.js';

const WORDS = ['[UNK]', '[CLS]', '[SEP]', 'query', 'passage', 'cat', 'dog', 'house', 'rent'];
const WIDTH = WORDS.length;

/** Writes a model of a few words in the form of real ones: an embedder of one number for each word, or a reranker that counts words. */
export const makeModel = async (
  folder: string,
  { name, kind }: Pick<Manifest, 'name' | 'kind'>,
): Promise<LocalModel> => {
  const target = join(folder, name);
  await mkdir(target, { recursive: true });
  const model = kind === 'embedder' ? toEmbedder() : toReranker();
  const tokenizer = Buffer.from(JSON.stringify(TOKENIZER));
  const manifest: Manifest = {
    name,
    kind,
    licence: 'CC0-1.0',
    source: 'made by a test',
    measured: false,
    dimensions: kind === 'embedder' ? WIDTH : null,
    pooling: 'mean',
    maxTokens: 32,
    queryPrefix: 'query ',
    passagePrefix: 'passage ',
    sha256: { 'model.onnx': hashOf(model), 'tokenizer.json': hashOf(tokenizer) },
  };
  await writeFile(join(target, 'model.onnx'), model);
  await writeFile(join(target, 'tokenizer.json'), tokenizer);
  await writeFile(join(target, 'manifest.json'), JSON.stringify(manifest));
  return { folder: target, manifest };
};

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

const special = (id: number) => ({
  id,
  content: WORDS[id],
  single_word: false,
  lstrip: false,
  rstrip: false,
  normalized: false,
  special: true,
});

const CLS = { SpecialToken: { id: '[CLS]', type_id: 0 } };
const SEP = { SpecialToken: { id: '[SEP]', type_id: 0 } };
const FIRST = { Sequence: { id: 'A', type_id: 0 } };

const TOKENIZER = {
  version: '1.0',
  truncation: null,
  padding: null,
  added_tokens: [special(0), special(1), special(2)],
  normalizer: { type: 'Lowercase' },
  pre_tokenizer: { type: 'Whitespace' },
  post_processor: {
    type: 'TemplateProcessing',
    single: [CLS, FIRST, SEP],
    pair: [CLS, FIRST, SEP, { Sequence: { id: 'B', type_id: 1 } }, SEP],
    special_tokens: {
      '[CLS]': { id: '[CLS]', ids: [1], tokens: ['[CLS]'] },
      '[SEP]': { id: '[SEP]', ids: [2], tokens: ['[SEP]'] },
    },
  },
  decoder: null,
  model: {
    type: 'WordLevel',
    unk_token: '[UNK]',
    vocab: Object.fromEntries(WORDS.map((word, at) => [word, at])),
  },
};

/** The field of a protocol buffer: a number, or bytes with their length before them. */
const field = (number: number, value: number | Uint8Array | string): Buffer => {
  if (typeof value === 'number') return Buffer.concat([varint(number << 3), varint(value)]);
  const bytes = Buffer.from(value);
  return Buffer.concat([varint((number << 3) | 2), varint(bytes.length), bytes]);
};

const varint = (value: number): Buffer =>
  value < 128
    ? Buffer.from([value])
    : Buffer.concat([Buffer.from([(value % 128) | 128]), varint(Math.floor(value / 128))]);

const message = (...fields: Buffer[]): Buffer => Buffer.concat(fields);

const FLOAT = 1;
const INT64 = 7;

type Ways = { inputs: string[]; output: string };

const node = (type: string, { inputs, output }: Ways, ...attributes: Buffer[]): Buffer =>
  message(
    ...inputs.map((name) => field(1, name)),
    field(2, output),
    field(4, type),
    ...attributes.map((one) => field(5, one)),
  );

const ATTRIBUTE_INT = 2;
const integer = (name: string, value: number): Buffer =>
  message(field(1, name), field(3, value), field(20, ATTRIBUTE_INT));

const variable = (name: string, type: number, axes: string[]): Buffer => {
  const shape = message(...axes.map((axis) => field(1, message(field(2, axis)))));
  return message(
    field(1, name),
    field(2, message(field(1, message(field(1, type), field(2, shape))))),
  );
};

const toModel = (nodes: Buffer[], constants: Buffer[], output: Buffer): Buffer => {
  const input = (name: string) => field(11, variable(name, INT64, ['batch', 'tokens']));
  const graph = message(
    ...nodes.map((one) => field(1, one)),
    field(2, 'made'),
    ...constants.map((one) => field(5, one)),
    input('input_ids'),
    field(12, output),
  );
  return message(field(1, 9), field(8, message(field(1, ''), field(2, 17))), field(7, graph));
};

const toEmbedder = (): Buffer => {
  const table = new Float32Array(WIDTH * WIDTH);
  for (let at = 0; at < WIDTH; at += 1) table[at * WIDTH + at] = 1;
  const constant = message(
    ...[field(1, WIDTH), field(1, WIDTH), field(2, FLOAT), field(8, 'table')],
    field(9, new Uint8Array(table.buffer)),
  );
  const nodes = [node('Gather', { inputs: ['table', 'input_ids'], output: 'last_hidden_state' })];
  const output = variable('last_hidden_state', FLOAT, ['batch', 'tokens', 'width']);
  return toModel(nodes, [constant], output);
};

/** The sum of the numbers of all words: the later a word stands in the list, the more relevant it is. */
const toReranker = (): Buffer =>
  toModel(
    [
      node('Cast', { inputs: ['input_ids'], output: 'numbers' }, integer('to', FLOAT)),
      node('ReduceSum', { inputs: ['numbers'], output: 'logits' }, integer('keepdims', 1)),
    ],
    [],
    variable('logits', FLOAT, ['batch', 'one']),
  );

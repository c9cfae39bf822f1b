import { join } from 'node:path';
import type { Manifest } from './manifest.js';

/** A model that `npm run model -- fetch NAME` knows where to find. */
export type KnownModel = Omit<Manifest, 'source' | 'sha256' | 'measured'> & {
  /** The repository on the hub, and the two files in it. */
  repository: string;
  files: Record<keyof Manifest['sha256'], string>;
  /** Approximate download size. */
  megabytes: number;
  note: string;
};

const NO_PREFIXES = { queryPrefix: '', passagePrefix: '' };
const QUANTIZED = { 'model.onnx': 'onnx/model_quantized.onnx', 'tokenizer.json': 'tokenizer.json' };
const RERANKER = { ...NO_PREFIXES, kind: 'reranker', dimensions: null, pooling: 'cls' } as const;

/**
 * Licences, sizes and prefixes come from the models' own pages. No hashes are listed, because these files could not be downloaded during
 * development; only the e5-small that `scripts/models/convert-e5.py` writes was measured.
 */
export const KNOWN_MODELS: readonly KnownModel[] = [
  {
    name: 'multilingual-e5-small',
    kind: 'embedder',
    licence: 'MIT',
    dimensions: 384,
    pooling: 'mean',
    maxTokens: 512,
    queryPrefix: 'query: ',
    passagePrefix: 'passage: ',
    repository: 'Xenova/multilingual-e5-small',
    files: QUANTIZED,
    megabytes: 135,
    note: 'calibrated; the default',
  },
  {
    name: 'granite-97m-multilingual-r2',
    kind: 'embedder',
    licence: 'Apache-2.0',
    dimensions: 384,
    pooling: 'cls',
    maxTokens: 512,
    ...NO_PREFIXES,
    repository: 'ibm-granite/granite-embedding-97m-multilingual-r2',
    files: QUANTIZED,
    megabytes: 110,
    note: 'best of its size by its makers’ figures; needs npm run calibrate',
  },
  {
    name: 'granite-311m-multilingual-r2',
    kind: 'embedder',
    licence: 'Apache-2.0',
    dimensions: 768,
    pooling: 'cls',
    maxTokens: 512,
    ...NO_PREFIXES,
    repository: 'ibm-granite/granite-embedding-311m-multilingual-r2',
    files: QUANTIZED,
    megabytes: 330,
    note: 'three times as slow; needs npm run calibrate',
  },
  {
    name: 'bge-m3',
    kind: 'embedder',
    licence: 'MIT',
    dimensions: 1024,
    pooling: 'cls',
    maxTokens: 512,
    ...NO_PREFIXES,
    repository: 'Xenova/bge-m3',
    files: QUANTIZED,
    megabytes: 590,
    note: 'five times as slow; needs npm run calibrate',
  },
  {
    name: 'mmarco-minilm-l12',
    ...RERANKER,
    licence: 'Apache-2.0',
    maxTokens: 512,
    repository: 'cross-encoder/mmarco-mMiniLMv2-L12-H384-v1',
    files: { ...QUANTIZED, 'model.onnx': 'onnx/model_qint8_avx512_vnni.onnx' },
    megabytes: 135,
    note: 'not tried here; needs npm run calibrate',
  },
  {
    name: 'bge-reranker-v2-m3',
    ...RERANKER,
    licence: 'Apache-2.0',
    maxTokens: 512,
    repository: 'onnx-community/bge-reranker-v2-m3-ONNX',
    files: QUANTIZED,
    megabytes: 590,
    note: 'not tried here; needs several cores and npm run calibrate',
  },
];

export const DEFAULT_EMBEDDER = 'multilingual-e5-small';
export const DEFAULT_RERANKER = 'mmarco-minilm-l12';

/** A package of npm, and the hash of its tarball in the registry. */
export type PinnedPackage = { name: string; version: string; integrity: string };

/** The runtime of local models. It is not a dependency, because it is larger than everything else together. */
export const RUNTIME: readonly [PinnedPackage, ...PinnedPackage[]] = [
  {
    name: 'onnxruntime-node',
    version: '1.30.0',
    integrity:
      'sha512-twhs1C2C/BFkz1yc5OY0KIU2GUq6DURO7hD4bx5Q2Qy3nAMJwRXW8xU3NVczE29VA9lolLOYepoD8fjTGOfIqw==',
  },
  {
    name: 'onnxruntime-common',
    version: '1.30.0',
    integrity:
      'sha512-7fdVWjAID1dVhH/G8qK3APARunV4VkBFoCQAP7qp4Wkab0mrorvmc+sqiT+mKXOzDqdjN5j+/Z9nb4gzNPWcyA==',
  },
];

/** The folder of the runtime for this machine, within the folder of all local models. */
export const runtimeFolder = (folder: string): string =>
  join(folder, '.runtime', `onnxruntime-${process.platform}-${process.arch}-${RUNTIME[0].version}`);

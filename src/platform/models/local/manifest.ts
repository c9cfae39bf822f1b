import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/** The file next to a local model that says how to use it. */
export const Manifest = z.object({
  name: z.string().min(1),
  kind: z.enum(['embedder', 'reranker']),
  licence: z.string(),
  /** The length of a vector; a reranker has none. */
  dimensions: z.int().positive().max(8192).nullable(),
  /** How the token vectors are combined into one. */
  pooling: z.enum(['mean', 'cls']),
  maxTokens: z.int().min(8).max(32_768),
  queryPrefix: z.string(),
  passagePrefix: z.string(),
  source: z.string(),
  sha256: z.object({ 'model.onnx': z.hash('sha256'), 'tokenizer.json': z.hash('sha256') }),
  /** False if the user supplied the hash, so these bytes were not tested here. */
  measured: z.boolean(),
});
export type Manifest = z.infer<typeof Manifest>;

export const MODEL_FILES = ['model.onnx', 'tokenizer.json'] as const;
export const MANIFEST_FILE = 'manifest.json';

/** Reads the manifest of a model's folder; null if a file is missing or the manifest is unusable. */
export const readManifest = (folder: string): Manifest | null => {
  if (!MODEL_FILES.every((name) => existsSync(join(folder, name)))) return null;
  try {
    return Manifest.parse(JSON.parse(readFileSync(join(folder, MANIFEST_FILE), 'utf8')));
  } catch {
    return null;
  }
};

import { z } from 'zod';
import { Environment } from './env.js';

const FIRST_OF_GROUP: Record<string, string> = {
  HOST: 'Process',
  LOG_USER_QUERIES: 'What may be seen of a turn',
  DATABASE_URL: 'Storage: what is unset runs embedded, with its data under DATA_DIR',
  OPENAI_BASE_URL:
    'Models: without any, answers are quoted from the documents and search is lexical',
  REQUEST_TIMEOUT_SEC: 'Workflow and retrieval',
  INGESTION_WORKER: 'Ingestion',
  REQUESTS_PER_MINUTE_PER_KEY: 'Limits',
};

const EXAMPLES: Record<string, string> = {
  LLM_BACKENDS: 'together,ollama',
  DENSE_WEIGHT: '1',
  DENSE_WEIGHT_BY_LANGUAGE: 'zh:0,ja:0.3',
};

/** Variables that exist once per name, and are therefore in no schema. */
const AFTER: Record<string, string[]> = {
  LLM_BACKENDS: [
    '',
    '# Each name in LLM_BACKENDS has LLM_<NAME>_BASE_URL and LLM_<NAME>_MODEL; a key may stay empty, the protocol is auto and the provider openai unless set.',
    '# LLM_TOGETHER_BASE_URL=https://api.together.xyz/v1',
    '# LLM_TOGETHER_API_KEY=',
    '# LLM_TOGETHER_MODEL=meta-llama/Llama-3.3-70B-Instruct-Turbo',
    '# LLM_TOGETHER_PROTOCOL=auto',
    '# LLM_OLLAMA_BASE_URL=http://127.0.0.1:11434/v1',
    '# LLM_OLLAMA_API_KEY=',
    '# LLM_OLLAMA_MODEL=qwen3:8b',
    '# LLM_OLLAMA_PROTOCOL=auto',
    '# Sent with every request: headers (name=value, several with commas), fields of the body as JSON, and the API version for Azure.',
    '# LLM_TOGETHER_HEADERS=HTTP-Referer=https://kb.example.com,X-Title=Knowledge',
    '# LLM_TOGETHER_BODY={"reasoning_effort":"low"}',
    '# LLM_AZURE_API_VERSION=2024-10-21',
    '# Settings of a single backend: US dollars per million tokens (input/output or input/cached/output), maximum tokens of prompt and reply,',
    '# maximum concurrent calls, and its two limits on silence.',
    '# LLM_OLLAMA_PRICE=0/0',
    '# LLM_OLLAMA_CONTEXT_TOKENS=32768',
    '# LLM_OLLAMA_CONCURRENCY=2',
    '# LLM_OLLAMA_FIRST_TOKEN_SEC=120',
    '# LLM_OLLAMA_STREAM_IDLE_SEC=30',
    '# A provider says whose API the endpoint speaks: openai (most servers) or anthropic.',
    '# LLM_CLAUDE_PROVIDER=anthropic',
    '# LLM_CLAUDE_BASE_URL=https://api.anthropic.com/v1',
    '# LLM_CLAUDE_API_KEY=',
    '# LLM_CLAUDE_MODEL=',
  ],
};

const Defaults = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]).optional());

/** The text of `.env.example`: every variable with its description, commented out, set to its default or to an example. */
export const renderEnvExample = (tools: z.ZodRawShape): string => {
  const all = insertBefore('TOOLS_MODULE', Environment.shape, tools);
  const defaults = Defaults.parse(z.object(all).parse({}));
  const lines = Object.entries(all).flatMap(([name, schema]) => {
    const heading = FIRST_OF_GROUP[name];
    const value = EXAMPLES[name] ?? defaults[name];
    return [
      ...(heading === undefined ? [] : ['', `## ${heading}`]),
      '',
      `# ${z.globalRegistry.get(schema)?.description ?? ''}`,
      `# ${name}=${String(value ?? '')}`,
      ...(AFTER[name] ?? []),
    ];
  });
  return [
    '# Copy to .env and uncomment what you change; everything has a default that works.',
    '# Written by `npm run env:example` from config/env.ts.',
    ...lines,
    '',
  ].join('\n');
};

const insertBefore = (name: string, shape: z.ZodRawShape, added: z.ZodRawShape): z.ZodRawShape =>
  Object.fromEntries(
    Object.entries(shape).flatMap((entry) =>
      entry[0] === name ? [...Object.entries(added), entry] : [entry],
    ),
  );

import { describe, expect, it } from '@jest/globals';
import { parseConfig } from '../../config/index.js';
import { describeParts } from '../../src/compose/start-line.js';

const OPERATOR_KEY = 'operator-key-of-at-least-32-characters';

describe('the line that a process logs at startup', () => {
  it('names the embedded defaults, and how it answers without a model', () => {
    expect(describeParts(parseConfig({}))).toEqual({
      database: 'embedded',
      jobs: 'postgresql',
      vectorStore: 'lancedb',
      fileStore: 'folder',
      model: 'none: answers are quoted',
      search: 'lexical',
      signIn: 'on',
    });
  });

  it('names servers, models and rankings, but no credential', () => {
    const parts = describeParts(
      parseConfig({
        DATABASE_URL: 'postgresql://kr_app:zqapp@db.example:5433/router',
        DATABASE_MIGRATION_URL: 'postgresql://kr_owner:zqowner@db.example:5433/router',
        BOOTSTRAP_OPERATOR_KEY: OPERATOR_KEY,
        REDIS_URL: 'redis://:zqredis@jobs.example:6379/2',
        QDRANT_URL: 'http://qdrant.example:6333',
        QDRANT_API_KEY: 'zqqdrant',
        LLM_BACKENDS: 'big,local',
        LLM_BIG_BASE_URL: 'https://models.example/v1?key=zqquery',
        LLM_BIG_API_KEY: 'zqbig',
        LLM_BIG_MODEL: 'gpt-5',
        LLM_LOCAL_BASE_URL: 'http://127.0.0.1:11434/v1',
        LLM_LOCAL_MODEL: 'qwen3:8b',
        EMBEDDINGS_API_KEY: 'zqembed',
        EMBEDDINGS_MODEL: 'embed-3',
        EMBEDDINGS_DIMENSIONS: '256',
        RERANK_BASE_URL: 'http://rerank.example/v1',
        RERANK_MODEL: 'rerank-2',
      }),
    );

    expect(parts).toMatchObject({
      database: 'db.example:5433/router',
      jobs: 'redis jobs.example:6379/2',
      vectorStore: 'qdrant',
      model: 'big (gpt-5), local (qwen3:8b)',
      search:
        'lexical, dense (embed-3, not calibrated: words count more than meaning, npm run calibrate mends it), reranked (rerank-2)',
    });
    expect(parts.signIn).toBe('off: JWT_SECRET is not set');
    expect(JSON.stringify(parts)).not.toMatch(/zq|kr_app|operator-key/);
  });

  it('does not mention the calibration of an embedder that has one', () => {
    const { search } = describeParts(
      parseConfig({
        EMBEDDINGS_API_KEY: 'key',
        EMBEDDINGS_MODEL: 'embed-3',
        EMBEDDINGS_DIMENSIONS: '256',
        EMBEDDINGS_CALIBRATION: 'embed-3:en=-4.5/0.8/5,-1/0.9/3',
      }),
    );

    expect(search).toBe('lexical, dense (embed-3)');
  });

  it('says that people can sign in if the processes share a secret for it', () => {
    const { signIn } = describeParts(
      parseConfig({
        DATABASE_URL: 'postgresql:///router?host=/run/postgresql',
        BOOTSTRAP_OPERATOR_KEY: OPERATOR_KEY,
        JWT_SECRET: 'zq2nFvVb8Zk3p1Lx7QeRt5Ys9Wd4Hm6C',
      }),
    );

    expect(signIn).toBe('on');
  });

  it('names a PostgreSQL on a Unix socket by the folder of the socket', () => {
    const { database } = describeParts(
      parseConfig({
        DATABASE_URL: 'postgresql:///router?host=/run/postgresql',
        DATABASE_MIGRATION_URL: 'postgresql:///router?host=/run/postgresql',
        BOOTSTRAP_OPERATOR_KEY: OPERATOR_KEY,
      }),
    );

    expect(database).toBe('/run/postgresql/router');
  });
});

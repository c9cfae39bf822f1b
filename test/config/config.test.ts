import { readFile } from 'node:fs/promises';
import { describe, expect, it } from '@jest/globals';
import { renderEnvExample } from '../../config/env-example.js';
import { Environment } from '../../config/env.js';
import { parseConfig } from '../../config/index.js';
import { TOOLS } from '../../src/tools/index.js';
import { toToolVariables } from '../../src/tools/variables.js';

const ELSEWHERE = {
  DATABASE_URL: 'postgresql://localhost/x',
  BOOTSTRAP_OPERATOR_KEY: 'x'.repeat(32),
};

describe('configuration', () => {
  it('works without any variable', () => {
    const config = parseConfig({});

    expect(config.http).toMatchObject({ host: '127.0.0.1', port: 3000 });
    expect(config.database.urls).toBeNull();
    expect(config.chatModels).toBeNull();
  });

  it('treats an empty variable as unset', () => {
    expect(parseConfig({ PORT: '', OPENAI_API_KEY: ' ' }).http.port).toBe(3000);
  });

  it('reads "false" as false', () => {
    expect(parseConfig({ ENABLE_QUERY_REWRITING: 'false' }).workflow.rewriteQueries).toBe(false);
  });

  it.each([
    [{ PORT: 'http' }, 'PORT'],
    [{ LOG_FORMAT: 'xml' }, 'LOG_FORMAT'],
    [{ REDIS_URL: 'http://localhost' }, 'REDIS_URL'],
    [{ REDIS_URL: 'localhost' }, 'REDIS_URL'],
    [{ DATA_DIR: 'package.json' }, 'DATA_DIR: "package.json" is not a folder'],
    [{ DATA_DIR: 'package.json/data' }, 'DATA_DIR'],
    [{ DATABASE_URL: 'mysql://localhost/x' }, 'DATABASE_URL'],
    [{ DATABASE_URL: 'postgresql://localhost/x' }, 'BOOTSTRAP_OPERATOR_KEY'],
    [{ DATABASE_MIGRATION_URL: 'postgresql://localhost/x' }, 'DATABASE_URL'],
    [{ BOOTSTRAP_OPERATOR_KEY: 'short' }, 'BOOTSTRAP_OPERATOR_KEY'],
    [{ OPENAI_API_KEY: 'key' }, 'OPENAI_MODEL'],
    [{ OPENAI_MODEL: 'model' }, 'OPENAI_BASE_URL'],
    [{ EMBEDDINGS_MODEL: 'model' }, 'EMBEDDINGS_DIMENSIONS'],
    [{ EMBEDDINGS_API_KEY: 'key' }, 'EMBEDDINGS_MODEL'],
    [{ EMBEDDINGS_QUERY_PREFIX: 'query: ' }, 'EMBEDDINGS_MODEL'],
    [{ EMBEDDINGS: 'remote' }, 'EMBEDDINGS'],
    [{ EMBEDDINGS: 'local' }, 'run: npm run model -- fetch multilingual-e5-small'],
    [{ EMBEDDINGS: 'local', EMBEDDINGS_MODEL: 'bge-m3' }, 'run: npm run model -- fetch bge-m3'],
    [{ EMBEDDINGS: 'local', EMBEDDINGS_API_KEY: 'key' }, 'EMBEDDINGS_API_KEY have to go'],
    [{ EMBEDDINGS: 'local', EMBEDDINGS_DIMENSIONS: '3' }, 'EMBEDDINGS_DIMENSIONS and'],
    [{ RERANK: 'local' }, 'run: npm run model -- fetch mmarco-minilm-l12'],
    [{ RERANK: 'local', RERANK_BASE_URL: 'http://localhost/v1' }, 'RERANK_BASE_URL has to go'],
    [{ RERANK: 'local', RERANK_SHAPE: 'tei' }, 'RERANK_SHAPE has to go'],
    [{ RERANK_SHAPE: 'tei' }, 'RERANK_BASE_URL'],
    [{ RERANK_SHAPE: 'other' }, 'RERANK_SHAPE'],
    [{ QDRANT_API_KEY: 'key' }, 'QDRANT_URL'],
    [{ METRICS_HOST: '0.0.0.0' }, 'METRICS_TOKEN'],
    [{ METRICS_TOKEN_PREVIOUS: 'x'.repeat(16) }, 'METRICS_TOKEN: required with METRICS_TOKEN_'],
    [
      { METRICS_TOKEN: 'x'.repeat(16), METRICS_TOKEN_PREVIOUS: 'x'.repeat(16) },
      'METRICS_TOKEN_PREVIOUS: is the same as METRICS_TOKEN',
    ],
    [
      { ...ELSEWHERE, JWT_SECRET_PREVIOUS: 'x'.repeat(32) },
      'JWT_SECRET: required with JWT_SECRET_PREVIOUS',
    ],
    [{ TRUST_PROXY: 'everyone' }, 'TRUST_PROXY'],
    [{ FINALIZE_RESERVE_SEC: '60' }, 'FINALIZE_RESERVE_SEC'],
    [{ INGESTION_WORKER: 'elsewhere' }, 'INGESTION_WORKER'],
    [{ LEXICAL_WEIGHT: '0' }, 'LEXICAL_WEIGHT'],
    [{ DENSE_WEIGHT: '-1' }, 'DENSE_WEIGHT'],
    [{ DENSE_WEIGHT_BY_LANGUAGE: 'zh' }, '"zh" is not of the form'],
    [{ DENSE_WEIGHT_BY_LANGUAGE: 'zh:' }, '"zh:" is not of the form'],
    [{ DENSE_WEIGHT_BY_LANGUAGE: 'zh:0,' }, '"" is not of the form'],
    [{ DENSE_WEIGHT_BY_LANGUAGE: 'zh:11' }, '"11" is not a weight'],
    [{ DENSE_WEIGHT_BY_LANGUAGE: 'xx:1' }, '"xx" is not a language'],
    [{ DENSE_WEIGHT_BY_LANGUAGE: 'zh:0, zh:1' }, 'names "zh" twice'],
    [{ EMBEDDINGS_CALIBRATION: 'model' }, 'is not of the form model:'],
    [{ EMBEDDINGS_CALIBRATION: 'model:-1,1,0.2;en=0.4/0.3' }, 'anew where an earlier version did'],
    [{ EMBEDDINGS_CALIBRATION: 'model:en=-1/1/4/0.4/0.3' }, 'anew where an earlier version did'],
    [{ EMBEDDINGS_CALIBRATION: 'model:en=-1/1/4' }, 'was found for another model'],
    [{ RERANK_CALIBRATION: 'model:en=-1/1/4,-1/1/4' }, 'is not of the form model:'],
    [{ RERANK_CALIBRATION: 'model:en=-1/1/4' }, 'found for another model than RERANK_MODEL'],
    [{ RERANK_BASE_URL: 'http://localhost/v1' }, 'RERANK_MODEL'],
    [{ RERANK_MODEL: 'model' }, 'RERANK_BASE_URL'],
    [{ RERANK_API_KEY: 'key', RERANK_MODEL: 'model' }, 'RERANK_BASE_URL'],
  ])('refuses %j and names %s', (variables, name) => {
    expect(() => parseConfig(variables)).toThrow(name);
  });

  it('reads the weights of the rankings', () => {
    const { search } = parseConfig({
      DENSE_WEIGHT: '0.5',
      DENSE_WEIGHT_BY_LANGUAGE: 'zh:0, ja : 0.3',
    });

    expect(search.weights).toEqual({
      lexical: 1,
      dense: 0.5,
      denseByLanguage: { zh: 0, ja: 0.3 },
    });
  });

  it('reads calibrations of models with a colon in their name, language by language', () => {
    const { search } = parseConfig({
      EMBEDDINGS_BASE_URL: 'http://localhost/v1',
      EMBEDDINGS_MODEL: 'bge-m3:latest',
      EMBEDDINGS_DIMENSIONS: '1024',
      EMBEDDINGS_CALIBRATION: 'bge-m3:latest:en=-4.5/0.8/5,-1/0.9/3;de=-4/0.9/4.5',
      RERANK_BASE_URL: 'http://localhost/v1',
      RERANK_MODEL: 'r:2',
      RERANK_CALIBRATION: 'r:2:de=-2/0.7/6',
    });

    expect(search.calibration).toEqual({
      en: {
        passage: { intercept: -4.5, before: 0.8, value: 5 },
        lines: { intercept: -1, before: 0.9, value: 3 },
      },
      de: {
        passage: { intercept: -4, before: 0.9, value: 4.5 },
        reranker: { intercept: -2, before: 0.7, value: 6 },
      },
    });
  });

  it.each([
    ['a low weight if it is not calibrated', {}, 0.01],
    ['the weight that is set, calibrated or not', { DENSE_WEIGHT: '0.7' }, 0.7],
    [
      'full weight with a calibration by the operator',
      { EMBEDDINGS_CALIBRATION: 'bge-m3:en=-4.5/0.8/5,-1/0.9/3' },
      1,
    ],
    [
      'full weight with a calibration that ships',
      { EMBEDDINGS_MODEL: 'all-minilm-l6-v2', EMBEDDINGS_DIMENSIONS: '384' },
      1,
    ],
  ])('gives an embedder %s', (_vote, given, dense) => {
    const { search } = parseConfig({
      EMBEDDINGS_BASE_URL: 'http://localhost/v1',
      EMBEDDINGS_MODEL: 'bge-m3',
      EMBEDDINGS_DIMENSIONS: '1024',
      ...given,
    });

    expect(search.weights.dense).toBe(dense);
  });

  it('reports every problem at once', () => {
    expect(() => parseConfig({ PORT: '-1', LOG_LEVEL: 'loud' })).toThrow(/PORT[^]*LOG_LEVEL/);
  });

  it('has a description for every variable', () => {
    const undescribed = Object.entries({ ...Environment.shape, ...toToolVariables(TOOLS) }).filter(
      ([, schema]) => !schema.description,
    );

    expect(undescribed).toEqual([]);
  });

  it('matches .env.example', async () => {
    const written = await readFile(new URL('../../.env.example', import.meta.url), 'utf8');

    expect(written).toBe(renderEnvExample(toToolVariables(TOOLS)));
  });

  it('refuses a source bucket that is also the file store, and an incomplete key', () => {
    const own = { S3_BUCKET: 'files', S3_ENDPOINT: 'http://localhost:9000' };
    const ofSources = { SOURCE_BUCKETS: 'acme=files/a', SOURCE_S3_ENDPOINT: own.S3_ENDPOINT };

    expect(() => parseConfig({ ...own, ...ofSources })).toThrow(/SOURCE_BUCKETS: S3_BUCKET/u);
    expect(() => parseConfig({ SOURCE_S3_ACCESS_KEY_ID: 'a' })).toThrow(/requires the other/u);
    expect(parseConfig({ ...ofSources, SOURCE_S3_ENDPOINT: 'https://s3.example' }).sources).toEqual(
      {
        folders: [],
        buckets: [{ slug: 'acme', bucket: 'files', prefix: 'a/' }],
        s3: { endpoint: 'https://s3.example', region: 'us-east-1', credentials: null },
        origins: [],
        isPublic: true,
      },
    );
  });

  it('reads the origins that sources may use, and refuses invalid ones', () => {
    const given = 'acme=http://cloud.internal:8080, https://dav.internal';

    expect(parseConfig({ SOURCE_ORIGINS: given, URL_INTAKE: 'off' }).sources).toMatchObject({
      origins: [
        { slug: 'acme', origin: 'http://cloud.internal:8080' },
        { slug: null, origin: 'https://dav.internal' },
      ],
      isPublic: false,
    });
    for (const wrong of ['cloud.internal', 'ftp://cloud.internal', 'http://a/path', 'http://b@c']) {
      expect(() => parseConfig({ SOURCE_ORIGINS: wrong })).toThrow(/SOURCE_ORIGINS/u);
    }
  });
});

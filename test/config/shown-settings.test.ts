import { describe, expect, it } from '@jest/globals';
import { toShownSettings } from '../../config/shown-settings.js';

const shown = (values: Record<string, unknown>) =>
  Object.fromEntries(toShownSettings(values, {}).map(({ name, value }) => [name, value]));

describe('the settings shown to an operator', () => {
  it('contain no secret, neither by name nor in a URL', () => {
    const values = {
      OPENAI_API_KEY: 'sk-1',
      S3_ACCESS_KEY_ID: 'AKIA',
      JWT_SECRET: 's',
      METRICS_TOKEN: 't',
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=b',
      REDIS_URL: 'rediss://u:p4ss@redis:6379',
      DATABASE_URL: 'postgresql://app:p4ss@db/kr?sslmode=require&password=p4ss',
    };

    expect(shown(values)).toEqual({
      OPENAI_API_KEY: '***',
      S3_ACCESS_KEY_ID: '***',
      JWT_SECRET: '***',
      METRICS_TOKEN: '***',
      OTEL_EXPORTER_OTLP_HEADERS: '***',
      REDIS_URL: 'rediss://u:***@redis:6379',
      DATABASE_URL: 'postgresql://app:***@db/kr?sslmode=require&password=***',
    });
  });

  it('are shown unchanged if they are not secret, and left out if unset', () => {
    const values = { CHUNK_TOKENS: 400, URL_INTAKE: true, HOST: '::1', PUBLIC_URL: undefined };

    expect(shown(values)).toEqual({ CHUNK_TOKENS: '400', URL_INTAKE: 'true', HOST: '::1' });
  });

  it('begin with those that somebody has set', () => {
    const settings = toShownSettings({ HOST: '127.0.0.1', PORT: 3000 }, { PORT: '3000' });

    expect(settings.map(({ name, isSet }) => [name, isSet])).toEqual([
      ['PORT', true],
      ['HOST', false],
    ]);
  });
});

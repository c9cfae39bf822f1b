import { describe, expect, it } from '@jest/globals';
import { Environment } from '../../config/env.js';
import { findMisspelt } from '../../config/misspelt.js';

const KNOWN = Object.keys(Environment.shape);

describe('an environment variable that is not a setting', () => {
  it.each([
    ['REDIS_ULR', 'REDIS_URL'],
    ['QDRANT_UR', 'QDRANT_URL'],
    ['DATABASE_URLS', 'DATABASE_URL'],
    ['database_url', 'DATABASE_URL'],
    ['MAX_UPLAOD_MB', 'MAX_UPLOAD_MB'],
  ])('%s is reported as a misspelling of %s', (variable, meant) => {
    expect(findMisspelt({ [variable]: 'x' }, KNOWN)).toEqual([{ variable, meant }]);
  });

  it.each([
    'HOME',
    'HOSTNAME',
    'PATH',
    'SHELL',
    'NODE_OPTIONS',
    'LLM_BIG_MODEL',
    'npm_config_user_agent',
  ])('%s is not reported as a misspelling', (variable) => {
    expect(findMisspelt({ [variable]: 'x' }, KNOWN)).toEqual([]);
  });

  it('is not reported if the setting that it resembles is also set', () => {
    expect(findMisspelt({ REDIS_URLS: 'x', REDIS_URL: 'y' }, KNOWN)).toEqual([]);
  });
});

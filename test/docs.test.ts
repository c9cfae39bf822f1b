import { access, readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { Environment } from '../config/env.js';
import { ANALYZER_VERSION } from '../src/language/index.js';
import { TOOLS } from '../src/tools/index.js';
import { toToolVariables } from '../src/tools/variables.js';
import { CHUNKER_VERSION } from '../src/search/index-fingerprint.js';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const DOCUMENTS = [
  'README.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'SECURITY.md',
  'THIRD-PARTY.md',
  'examples/README.md',
  '.github/pull_request_template.md',
  'docs/README.md',
  'docs/add-a-tool.md',
  'docs/capacity.md',
  'docs/citations.md',
  'docs/debugging.md',
  'docs/documents.md',
  'docs/evaluations.md',
  'docs/how-it-works.md',
  'docs/install.md',
  'docs/integrate.md',
  'docs/languages.md',
  'docs/limits.md',
  'docs/memories.md',
  'docs/models.md',
  'docs/network.md',
  'docs/operations.md',
  'docs/organise.md',
  'docs/relevance.md',
  'docs/sign-in.md',
  'docs/sources.md',
  'docs/tools.md',
  'docs/upgrades.md',
  'docs/walk.md',
  'docs/webhooks.md',
  'docs/decisions/README.md',
  'demo/samples/README.md',
];

const read = (path: string) => readFile(join(ROOT, path), 'utf8');

describe('the documentation', () => {
  it('lists every page in docs/README.md, and all of them are tested here', async () => {
    const pages = (await readdir(join(ROOT, 'docs'))).filter((name) => name.endsWith('.md'));
    const index = await read('docs/README.md');

    expect(pages.map((name) => `docs/${name}`).filter((page) => !DOCUMENTS.includes(page))).toEqual(
      [],
    );
    expect(pages.filter((name) => name !== 'README.md' && !index.includes(`](${name})`))).toEqual(
      [],
    );
  });

  it('says for each version whether an upgrade indexes documents again', async () => {
    const [, unreleased = '', ...released] = (await read('CHANGELOG.md')).split(/^## /m);
    // The last is the first version, to which nobody upgrades.
    const upgrades = [unreleased, ...released.slice(0, -1)].map(
      (version) => /^\*\*Upgrade\.\*\* (.+)/m.exec(version)?.[1] ?? 'not said',
    );
    const [today = '', last = ''] = upgrades;
    const [, analyzer, chunker] = /analyzer (\d+), chunker (\d+)/.exec(last) ?? [];
    const isAsBefore = Number(analyzer) === ANALYZER_VERSION && Number(chunker) === CHUNKER_VERSION;

    expect(upgrades).not.toContain('not said');
    expect(today.startsWith(isAsBefore ? 'Nothing is read anew' : 'Every document is')).toBe(true);
  });

  it('has a README of at most 1,000 words', async () => {
    expect((await read('README.md')).split(/\s+/).length).toBeLessThanOrEqual(1_000);
  });

  it.each(DOCUMENTS)('in %s links only to what exists', async (document) => {
    const text = await read(document);
    const targets = [...text.matchAll(/\]\((?!https?:)([^)#\s]+)/g)].map((match) => match[1] ?? '');

    const missing: string[] = [];
    for (const target of targets) {
      await access(join(ROOT, dirname(document), target)).catch(() => missing.push(target));
    }

    expect(missing).toEqual([]);
  });

  it.each(DOCUMENTS)(
    'in %s names only files and folders of the code that exist',
    async (document) => {
      const named = [
        ...(await read(document)).matchAll(
          /`((?:src|config|workers|scripts|prisma|test|bench|chaos|docker|docs|examples|ops)\/[\w./-]*)`/g,
        ),
      ];
      const missing: string[] = [];

      for (const [, path = ''] of named) {
        await access(join(ROOT, path)).catch(() => missing.push(path));
      }

      expect(missing).toEqual([]);
    },
  );

  it.each(DOCUMENTS)('in %s names only npm scripts that exist', async (document) => {
    const { scripts } = z
      .object({ scripts: z.record(z.string(), z.string()) })
      .parse(JSON.parse(await read('package.json')));
    const named = [...(await read(document)).matchAll(/npm run (?:--\w+ )?([\w:-]+)/g)].map(
      (match) => match[1] ?? '',
    );

    expect(named.filter((name) => !(name in scripts))).toEqual([]);
  });

  it.each(DOCUMENTS)('in %s names only environment variables that exist', async (document) => {
    const ofDockerAlone = [
      'POSTGRES_PASSWORD',
      'KR_OWNER_PASSWORD',
      'KR_APP_PASSWORD',
      'REDIS_PASSWORD',
    ];
    const ofExamplesAlone = ['KNOWLEDGE_ROUTER_URL', 'OPERATOR_KEY'];
    const ofTestsAlone = ['KR_TEST_MODEL', 'KR_TEST_SUPERUSER_URL', 'QDRANT_OPENAPI'];
    // Read by Node.js and by glibc.
    const ofRuntimesAlone = ['NODE_OPTIONS', 'NODE_EXTRA_CA_CERTS', 'MALLOC_ARENA_MAX'];
    const known = new Set([
      ...Object.keys({ ...Environment.shape, ...toToolVariables(TOOLS) }),
      ...ofRuntimesAlone,
      ...ofDockerAlone,
      ...ofExamplesAlone,
      ...ofTestsAlone,
    ]);
    const named = [...(await read(document)).matchAll(/`([A-Z]+(?:_[A-Z]+)+)(?:=[^`]*)?`/g)];

    expect(named.map((match) => match[1] ?? '').filter((name) => !known.has(name))).toEqual([]);
  });
});

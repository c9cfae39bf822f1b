import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { createMetrics } from '../../src/platform/telemetry/metrics.js';
import { findProgramOfTests } from '../support/installed.js';

const ROOT = join(import.meta.dirname, '../..');
const RULES = ['ops/prometheus/alerts.yml', 'ops/prometheus/objectives.yml'];
const RULE_TESTS = ['ops/prometheus/alerts.test.yml', 'ops/prometheus/alerts-of-days.test.yml'];
const PROMETHEUS = 'ops/prometheus/prometheus.yml';
const DASHBOARD = 'ops/grafana/knowledge-router.json';
const OPERATIONS = 'docs/operations.md';

const read = (path: string) => readFile(join(ROOT, path), 'utf8');

const promtool = findProgramOfTests('promtool', 'the alert rules are not run.');

if (promtool !== undefined) {
  describe('promtool', () => {
    it.each([
      ['accepts the rules', ['check', 'rules', ...RULES]],
      ['accepts the example configuration', ['check', 'config', '--syntax-only', PROMETHEUS]],
      [
        'sees each alert fire on its fault, and none without a fault',
        ['test', 'rules', ...RULE_TESTS],
      ],
    ])('%s', async (_what, args) => {
      const { stdout } = await promisify(execFile)(promtool, args, { cwd: ROOT });

      expect(stdout).toContain('SUCCESS');
    });
  });
}

describe(RULES.join(' and '), () => {
  it('have a test of both kinds for each alert', async () => {
    const alerts = await readAlerts();
    const tests = (await Promise.all(RULE_TESTS.map(read))).join('\n');

    const untested = alerts.filter(
      (name) =>
        !['fires', 'is silent on a good day'].every((kind) => tests.includes(`${name} ${kind}`)),
    );
    expect(alerts.length).toBeGreaterThan(10);
    expect(untested).toEqual([]);
  });

  it('link each alert to a paragraph that says what to do', async () => {
    const links = [...(await readRules()).matchAll(/runbook: (\S+)/g)].map(([, link = '']) => link);
    const headings = [...(await read(OPERATIONS)).matchAll(/^### (.+)\n\n\S/gm)];
    const anchors = headings.map(([, title = '']) => `${OPERATIONS}#${title.toLowerCase()}`);

    expect(links).toHaveLength((await readAlerts()).length);
    expect(links.filter((link) => !anchors.includes(link))).toEqual([]);
  });
});

describe('the metrics named in', () => {
  it.each([
    ...RULES,
    ...RULE_TESTS,
    DASHBOARD,
    OPERATIONS,
    'docs/debugging.md',
    'docs/limits.md',
    'docs/install.md',
  ])('%s are exported', async (file) => {
    const named = (await read(file)).match(
      /\b(?:kr|http_server|gen_ai|nodejs|process)_[a-z_0-9]+/g,
    );
    const exported = await readExported();

    const unknown = new Set(named?.filter((name) => !exported.has(name)));
    expect([...unknown]).toEqual([]);
  });
});

const readRules = async (): Promise<string> => (await Promise.all(RULES.map(read))).join('\n');

const readAlerts = async (): Promise<string[]> =>
  [...(await readRules()).matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name);

/** Names of metrics with their series, and of labels that look like metrics; `kr_app` and the like are names of other things. */
const readExported = async (): Promise<Set<string>> => {
  const build = { version: '', commit: '' };
  const { render } = createMetrics({ withProcessMetrics: true, build });
  const types = (await render()).body.matchAll(/^# TYPE (\S+) (\S+)$/gm);
  const names = [...types].flatMap(([, name = '', type]) =>
    type === 'histogram' ? [name, `${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
  );
  return new Set([...names, ...LABELS, ...ROLES]);
};

const LABELS = [
  'gen_ai_operation_name',
  'gen_ai_provider_name',
  'gen_ai_request_model',
  'gen_ai_response_model',
  'gen_ai_token_type',
];
const ROLES = ['kr_app', 'kr_owner'];

import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { parse, parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { Environment } from '../../config/env.js';
import { findProgramOfTests } from '../support/installed.js';

const ROOT = join(import.meta.dirname, '../..');
const CHART = join(ROOT, 'ops/helm/knowledge-router');
const SETS = (await readdir(join(CHART, 'ci'))).map((file) => file.replace('-values.yaml', ''));

const helm = findProgramOfTests('helm', 'the chart is not rendered.');

const run = (...args: string[]) => promisify(execFile)(helm ?? '', args);
const valuesOf = (set: string) => ['-f', join(CHART, 'ci', `${set}-values.yaml`)];

/** Read by Node, and not by us. */
const AUTHORITY = 'NODE_EXTRA_CA_CERTS';
const OF_NODE = ['NODE_OPTIONS', AUTHORITY];

const Container = z.object({
  name: z.string(),
  args: z.array(z.string()),
  // Secrets by reference alone: only the path of a file is a `value`.
  env: z
    .array(
      z.union([
        z.strictObject({ name: z.literal(AUTHORITY), value: z.string() }),
        z.strictObject({ name: z.string(), valueFrom: z.unknown() }),
      ]),
    )
    .default([]),
  envFrom: z
    .array(z.looseObject({ secretRef: z.object({ name: z.string() }).optional() }))
    .optional(),
  securityContext: z.unknown().optional(),
  resources: z.object({ limits: z.object({ memory: z.string() }) }),
  livenessProbe: z.unknown().optional(),
  readinessProbe: z.unknown().optional(),
  volumeMounts: z.array(z.looseObject({ name: z.string(), mountPath: z.string() })),
});
const Pod = z.looseObject({
  automountServiceAccountToken: z.literal(false),
  securityContext: z.unknown().optional(),
  containers: z.array(Container).length(1),
  volumes: z.array(z.looseObject({ name: z.string() })),
});
const Rendered = z.looseObject({
  kind: z.string(),
  metadata: z.looseObject({ name: z.string() }),
  data: z.record(z.string(), z.string()).optional(),
  spec: z.unknown().optional(),
});
type Rendered = z.infer<typeof Rendered>;

const render = async (set: string, ...more: string[]): Promise<Rendered[]> => {
  const { stdout } = await run('template', 'kr', CHART, ...valuesOf(set), ...more);
  return parseAllDocuments(stdout)
    .map((document) => z.unknown().parse(document.toJS()))
    .filter((document) => document !== null)
    .map((document) => Rendered.parse(document));
};

const podsOf = (documents: readonly Rendered[]) =>
  documents
    .filter(({ kind }) => kind === 'Deployment' || kind === 'Job')
    .map(({ spec }) => z.looseObject({ template: z.looseObject({ spec: Pod }) }).parse(spec))
    .map(({ template }) => template.spec);

describe('the Helm chart', () => {
  it('has the same version as the package', async () => {
    const chart = z
      .object({ appVersion: z.string() })
      .parse(parse(await readFile(join(CHART, 'Chart.yaml'), 'utf8')));
    const { version } = z
      .object({ version: z.string() })
      .parse(JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')));

    expect(chart.appVersion).toBe(version);
  });

  it('names in its values only variables that exist', async () => {
    const values = await readFile(join(CHART, 'values.yaml'), 'utf8');
    const named = values.match(/\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b/gu) ?? [];

    expect(named).toContain('DATABASE_MIGRATION_URL');
    const ours = named.filter((name) => !OF_NODE.includes(name));
    expect(ours.filter((name) => !(name in Environment.shape))).toEqual([]);
  });

  it('names every secret without which a feature is off, and so does docs/operations.md', async () => {
    const values = await readFile(join(CHART, 'values.yaml'), 'utf8');
    const operations = await readFile(join(ROOT, 'docs/operations.md'), 'utf8');

    for (const name of ['DATABASE_URL', 'BOOTSTRAP_OPERATOR_KEY', 'METRICS_TOKEN', 'JWT_SECRET']) {
      expect(values).toContain(name);
      expect(operations).toContain(name);
    }
  });
});

const HARDENED = {
  allowPrivilegeEscalation: false,
  readOnlyRootFilesystem: true,
  capabilities: { drop: ['ALL'] },
};

const describeRendered = (set: string) => {
  let documents: Rendered[];

  beforeAll(async () => {
    documents = await render(set);
  });

  it('passes helm lint --strict', async () => {
    await expect(run('lint', '--strict', CHART, ...valuesOf(set))).resolves.toBeDefined();
  });

  it('runs no pod as root, with a writable root file system or without a memory limit', () => {
    const pods = podsOf(documents);

    expect(pods.length).toBeGreaterThanOrEqual(2);
    for (const { securityContext, containers } of pods) {
      expect(securityContext).toMatchObject({
        runAsNonRoot: true,
        seccompProfile: { type: 'RuntimeDefault' },
      });
      expect(containers).toMatchObject([{ securityContext: HARDENED }]);
    }
  });

  it('starts files that the build produces, and probes long-running ones', async () => {
    for (const { containers } of podsOf(documents)) {
      const [{ name, args, livenessProbe, readinessProbe }] = containers as [
        z.infer<typeof Container>,
      ];
      const source = args.at(-1)?.replace('dist/', '').replace(/js$/u, 'ts') ?? '';
      expect(await readFile(join(ROOT, source), 'utf8')).not.toBe('');
      if (name === 'migration') continue;
      expect({ livenessProbe, readinessProbe }).toMatchObject({
        livenessProbe: { httpGet: {} },
        readinessProbe: { httpGet: {} },
      });
    }
  });

  it('sets only variables that exist, and contains no secret', () => {
    const settings = documents.flatMap(({ kind, data }) => (kind === 'ConfigMap' ? [data] : []));
    const names = [
      ...settings.flatMap((data) => Object.keys(data ?? {})),
      ...podsOf(documents).flatMap(({ containers }) =>
        containers.flatMap(({ env }) => env.map(({ name }) => name)),
      ),
    ];

    expect(documents.map(({ kind }) => kind)).not.toContain('Secret');
    const ours = names.filter((name) => !OF_NODE.includes(name));
    expect(ours).toContain('METRICS_PORT');
    expect(ours.filter((name) => !(name in Environment.shape))).toEqual([]);
  });

  it("passes the owner's password only to the migrations", () => {
    const knowing = podsOf(documents).filter((pod) =>
      JSON.stringify(pod).includes('DATABASE_MIGRATION_URL'),
    );

    for (const { containers } of knowing) expect(containers).toMatchObject([{ name: 'migration' }]);
  });
};

if (helm !== undefined) {
  describe.each(SETS)('the chart with ci/%s-values.yaml', describeRendered);

  describe('the chart with everything switched on', () => {
    it('scales the API by its CPU and the worker by due tasks', async () => {
      const documents = await render('full');

      const kinds = new Map(documents.map((document) => [document.kind, document.spec]));
      expect(kinds.get('HorizontalPodAutoscaler')).toMatchObject({
        scaleTargetRef: { name: 'kr-api' },
      });
      expect(kinds.get('ScaledObject')).toMatchObject({
        scaleTargetRef: { name: 'kr-worker' },
        triggers: [
          {
            metadata: { query: expect.stringContaining('kr_ingestion_tasks_due'), threshold: '50' },
          },
        ],
      });
      expect(kinds.get('PodMonitor')).toMatchObject({
        podMetricsEndpoints: [
          { authorization: { credentials: { name: 'knowledge-router', key: 'METRICS_TOKEN' } } },
        ],
      });
      expect(documents.filter(({ kind }) => kind === 'PodDisruptionBudget')).toHaveLength(2);
    });
  });

  describe('the chart with a company certificate authority', () => {
    it('mounts it into every pod, including the migrations, and passes its file to Node', async () => {
      const documents = await render('full', '--set', 'certificateAuthority.key=company.pem');

      const folder = '/etc/knowledge-router/authority';
      const file = `${folder}/company.pem`;
      const settings = documents.find(({ kind }) => kind === 'ConfigMap')?.data;
      const pods = podsOf(documents);
      expect(settings).toMatchObject({ [AUTHORITY]: file });
      expect(pods).toHaveLength(3);
      for (const { volumes, containers } of pods) {
        const [{ name, env, volumeMounts }] = containers as [z.infer<typeof Container>];
        expect(volumes).toContainEqual({
          name: 'authority',
          configMap: { name: 'company-authority' },
        });
        expect(volumeMounts).toContainEqual({
          name: 'authority',
          mountPath: folder,
          readOnly: true,
        });
        if (name === 'migration') expect(env).toContainEqual({ name: AUTHORITY, value: file });
      }
    });

    it('mounts nothing if none is named', async () => {
      const documents = await render('minimal');

      expect(JSON.stringify(documents)).not.toMatch(/authority|NODE_EXTRA_CA_CERTS/u);
    });
  });

  describe('a wrong value for the chart', () => {
    it.each([
      ['existingSecret=', 'existingSecret: the name of a Secret'],
      ['migration.existingSecret=', 'migration.existingSecret'],
      ['config.QDRANT_URL=', 'config.QDRANT_URL: required'],
      ['config.S3_BUCKET=', 'config.S3_BUCKET or files.existingClaim: required'],
      [
        'config.OPENAI_API_KEY=secret',
        'config.OPENAI_API_KEY: a secret belongs into existingSecret',
      ],
      ['config.JWT_SECRET=secret', 'config.JWT_SECRET: a secret belongs into existingSecret'],
      ['config.PORT=80', 'config.PORT: set by the chart'],
      ['certificateAuthority.key=../ca.crt', 'certificateAuthority/key'],
      ['worker.autoscaling.enabled=true', 'worker.autoscaling.prometheusAddress: required'],
      ['worker.replica=3', "additional properties 'replica' not allowed"],
    ])('%s is refused with a sentence', async (value, sentence) => {
      await expect(render('minimal', '--set', value)).rejects.toMatchObject({
        stderr: expect.stringContaining(sentence),
      });
    });
  });
}

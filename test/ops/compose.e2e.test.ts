import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { z } from 'zod';
import { Environment } from '../../config/env.js';
import { parseConfig } from '../../config/index.js';
import { findProgramOfTests } from '../support/installed.js';

const ROOT = join(import.meta.dirname, '../..');
const FILE = join(ROOT, 'docker-compose.yml');
const OURS = ['migrate', 'api', 'worker'] as const;
const SECRET = 'a-secret-of-at-least-32-characters';

/** Fills in what has to be set, and what has a default, as Compose does. */
const filled = (_: string, kind: string, rest: string): string => (kind === '?' ? SECRET : rest);

const Service = z.looseObject({
  environment: z.record(z.string(), z.string().nullable()),
  mem_limit: z.union([z.string(), z.number()]),
});
const Compose = z.looseObject({ services: z.record(z.string(), Service.partial()) });

const compose = findProgramOfTests('docker-compose', 'docker-compose.yml is only read.');

const HARDENED = {
  read_only: true,
  cap_drop: ['ALL'],
  security_opt: ['no-new-privileges:true'],
  tmpfs: ['/tmp'],
};

describe('docker-compose.yml', () => {
  let text: string;
  let services: z.infer<typeof Compose>['services'];

  beforeAll(async () => {
    text = await readFile(FILE, 'utf8');
    ({ services } = Compose.parse(parse(text, { merge: true })));
  });

  it.each(OURS)('runs %s read-only, without capabilities and with a memory limit', (name) => {
    expect(services[name]).toMatchObject({ ...HARDENED, mem_limit: expect.any(String) });
  });

  it.each(OURS)('passes %s only variables that exist', (name) => {
    const names = Object.keys(services[name]?.environment ?? {});

    expect(names).toContain('DATABASE_URL');
    expect(names.filter((variable) => !(variable in Environment.shape))).toEqual([]);
  });

  it.each(OURS)(
    'lets %s reach stores without TLS, and requires a password for each of them',
    (name) => {
      const environment = Object.entries(services[name]?.environment ?? {}).flatMap(
        ([key, value]) =>
          value === null ? [] : [[key, value.replace(/\$\{\w+:([?-])([^}]*)\}/gu, filled)]],
      );

      const { insecureStores } = parseConfig({
        NODE_ENV: 'production',
        ...(Object.fromEntries(environment) as Record<string, string>),
      });

      expect(insecureStores).not.toEqual([]);
      expect(insecureStores.filter((problem) => !problem.includes('is without TLS'))).toEqual([]);
    },
  );

  it("passes the owner's password only to the migrations and to PostgreSQL", () => {
    const knowing = Object.entries(services).filter(([, { environment }]) =>
      JSON.stringify(environment ?? {}).includes('KR_OWNER_PASSWORD'),
    );

    expect(knowing.map(([name]) => name)).toEqual(['migrate', 'postgres']);
  });

  it('has no default for a secret, and docs/install.md generates each of them', async () => {
    const required = [...text.matchAll(/\$\{(\w+):\?/gu)].map(([, name = '']) => name);
    // Handed on as it is, and left out where it is not set.
    const handedOn = Object.entries(services['api']?.environment ?? {})
      .filter(([, value]) => value === null)
      .map(([name]) => name);
    // A previous secret is there while it is rotated, and not from the beginning.
    const needed = new Set(
      [...required, ...handedOn].filter((name) => !name.endsWith('_PREVIOUS')),
    );
    const page = await readFile(join(ROOT, 'docs/install.md'), 'utf8');
    const [, made = ''] = /for NAME in ([^;]+); do/u.exec(page) ?? [];

    expect([...needed].sort()).toEqual(made.split(' ').sort());
  });

  if (compose !== undefined) {
    it('is accepted by Compose', async () => {
      const secrets = [...text.matchAll(/\$\{(\w+):\?/gu)].map(([, name = '']) => [name, SECRET]);
      const env: NodeJS.ProcessEnv = { ...Object.fromEntries(secrets), PATH: process.env['PATH'] };
      const args = ['-f', FILE, '--env-file', '/dev/null', 'config', '--format', 'json'];

      const { stdout } = await promisify(execFile)(compose, args, { env });

      expect(Compose.parse(JSON.parse(stdout)).services['api']).toMatchObject({
        ...HARDENED,
        env_file: [{ path: join(ROOT, 'knowledge-router.env'), required: false }],
        environment: { METRICS_TOKEN: SECRET },
      });
    });

    it('is refused by Compose if a secret is missing', async () => {
      const env = { PATH: process.env['PATH'] };

      await expect(
        promisify(execFile)(compose, ['-f', FILE, '--env-file', '/dev/null', 'config', '-q'], {
          env,
        }),
      ).rejects.toMatchObject({ stderr: expect.stringMatching(/set [A-Z_]+/u) });
    });
  }
});

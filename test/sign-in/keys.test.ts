import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { parseConfig } from '../../config/index.js';
import { createFolderSecretFiles } from '../../src/platform/files/folder-secret-files.js';
import { openSignInKeys, SIGN_IN_SECRET, type Keys } from '../../src/sign-in/keys.js';

const SECRET = 'Zk3vQ8sX1mB6tY0rL5wN9cJ2hD7gF4aP';
const NEW_SECRET = 'Pa4Fg7Dh2Jc9Nw5Lr0Yt6Bm1Xs8Qv3kZ';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'kr-keys-'));
});
afterEach(() => rm(root, { recursive: true }));

type Setting = { secret: string | null; previousSecret?: string; isEmbedded: boolean };
const open = ({ previousSecret = '', ...setting }: Setting) =>
  openSignInKeys(
    {
      database: { withLock: (_lock, work) => work() },
      secretFiles: createFolderSecretFiles({ root }),
    },
    { ...setting, previousSecret: previousSecret || null },
  );
const toText = (keys: Keys | undefined) => keys?.map((key) => key.export().toString('hex'));

describe('the signing keys of sign-in', () => {
  it('are derived from a secret that the embedded database creates once and keeps private', async () => {
    const first = await open({ secret: null, isEmbedded: true });
    const second = await open({ secret: null, isEmbedded: true });

    const path = join(root, SIGN_IN_SECRET);
    expect((await readFile(path, 'utf8')).trim().length).toBeGreaterThanOrEqual(64);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(toText(second?.accessToken)).toEqual(toText(first?.accessToken));
  });

  it('do not exist for an external database without a secret that its processes share', async () => {
    expect(await open({ secret: null, isEmbedded: false })).toBeNull();
  });

  it('are created again if the stored secret is empty or cut off', async () => {
    await open({ secret: null, isEmbedded: true });
    await writeFile(join(root, SIGN_IN_SECRET), '\n');

    await open({ secret: null, isEmbedded: true });

    const kept = await readFile(join(root, SIGN_IN_SECRET), 'utf8');
    expect(kept.trim().length).toBeGreaterThanOrEqual(64);
  });

  it('are the same in all processes with the same secret, and differ by purpose', async () => {
    const [here, there] = await Promise.all([
      open({ secret: SECRET, isEmbedded: false }),
      open({ secret: SECRET, isEmbedded: true }),
    ]);

    expect(toText(here?.accessToken)).toEqual(toText(there?.accessToken));
    expect(toText(here?.accessToken)).not.toEqual(toText(here?.atRest));
  });
});

describe('the signing keys while their secret is rotated', () => {
  it('begin with the keys of the new secret, followed by those of the previous one', async () => {
    const before = await open({ secret: SECRET, isEmbedded: false });
    const after = await open({ secret: NEW_SECRET, previousSecret: SECRET, isEmbedded: false });

    expect(toText(after?.atRest)?.[1]).toEqual(toText(before?.atRest)?.[0]);
    expect(toText(after?.atRest)?.[0]).not.toEqual(toText(before?.atRest)?.[0]);
  });

  it('are those of the stored secret, followed by those of one that was set before', async () => {
    const kept = await open({ secret: null, isEmbedded: true });
    const both = await open({ secret: null, previousSecret: SECRET, isEmbedded: true });

    expect(toText(both?.accessToken)?.[0]).toEqual(toText(kept?.accessToken)?.[0]);
    expect(both?.accessToken).toHaveLength(2);
  });
});

describe('JWT_SECRET', () => {
  it.each([
    ['empty', ''],
    ['only spaces', '   '],
    ['short', 'Zk3vQ8sX1mB6tY0rL5wN9cJ2hD7gF4a'],
    ['a date', '2026-11-24'],
    ['one character over and over', 'x'.repeat(64)],
    ['a placeholder', 'please-change-me-to-something-long-1234'],
    ['the name of the setting', 'knowledge-router-jwt-secret-0123456789'],
    ['an example', 'your-256-bit-key-goes-here-abcdefghijk'],
  ])('is refused at startup if it is %s', (_what, secret) => {
    expect(() => parseConfig({ JWT_SECRET: secret })).toThrow('JWT_SECRET');
  });

  it('is accepted if it is long and random', () => {
    expect(parseConfig({ JWT_SECRET: SECRET }).jwtSecret).toBe(SECRET);
  });

  it('is not required', () => {
    expect(parseConfig({}).jwtSecret).toBeNull();
  });
});

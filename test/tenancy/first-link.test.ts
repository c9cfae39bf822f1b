import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createFolderSecretFiles } from '../../src/platform/files/folder-secret-files.js';
import { createFirstLink } from '../../src/tenancy/first-link.js';

let folder: string;
let nowMs = 0;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kr-first-link-'));
  nowMs = Date.parse('2026-11-26T12:00:00Z');
});
afterEach(() => rm(folder, { recursive: true }));

// Anew for each call, as after a restart.
const firstLink = () =>
  createFirstLink({
    secretFiles: createFolderSecretFiles({ root: folder }),
    now: () => new Date(nowMs),
  });

describe('the link of the first start', () => {
  it('signs in once, also after a restart', async () => {
    const { token } = await firstLink().issue();

    expect(await firstLink().take(token)).toBe(true);
    expect(await firstLink().take(token)).toBe(false);
  });

  it('signs in only one of many who use it at the same moment', async () => {
    const { token } = await firstLink().issue();

    const taken = await Promise.all(Array.from({ length: 8 }, () => firstLink().take(token)));

    expect(taken.filter(Boolean)).toHaveLength(1);
  });

  it('is valid for ten minutes', async () => {
    const { token, expiresAt } = await firstLink().issue();

    expect(expiresAt.getTime() - nowMs).toBe(600_000);
    nowMs += 600_000;
    expect(await firstLink().take(token)).toBe(false);
  });

  it('stays valid if somebody shows another token', async () => {
    const { token } = await firstLink().issue();

    expect(await firstLink().take(`${token}x`)).toBe(false);
    expect(await firstLink().take('')).toBe(false);
    expect(await firstLink().take(token)).toBe(true);
  });
});

import { randomBytes, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { SecretFiles } from '../platform/files/folder-secret-files.js';
import { hashSecret } from '../shared/api-key.js';

type Deps = {
  secretFiles: Pick<SecretFiles, 'read' | 'write' | 'remove'>;
  now: () => Date;
  random?: (size: number) => Buffer;
};

export type FirstLink = ReturnType<typeof createFirstLink>;

/** The hash and expiry of the open link; not included in backups. */
const FIRST_LINK_FILE = 'secrets/first-link';

const LIFETIME_MS = 10 * 60_000;

const Kept = z.object({ tokenHash: z.base64(), expiresAt: z.coerce.date() });

/** The link with which the first administrator signs in without a key: valid once, for ten minutes. */
export const createFirstLink = ({ secretFiles, now, random = randomBytes }: Deps) => ({
  /** A token for the link; an earlier one becomes invalid. */
  issue: async (): Promise<{ token: string; expiresAt: Date }> => {
    const token = `krl_${random(32).toString('base64url')}`;
    const expiresAt = new Date(now().getTime() + LIFETIME_MS);
    const kept = { tokenHash: hashSecret(token).toString('base64'), expiresAt };
    await secretFiles.write(FIRST_LINK_FILE, `${JSON.stringify(kept)}\n`);
    return { token, expiresAt };
  },
  /** True for the open token, which is then used up: of several concurrent callers one succeeds. */
  take: async (token: string): Promise<boolean> => {
    const kept = parse(await secretFiles.read(FIRST_LINK_FILE));
    if (kept === null || kept.expiresAt <= now()) return false;
    const expected = Buffer.from(kept.tokenHash, 'base64');
    const given = hashSecret(token);
    const isRight = expected.length === given.length && timingSafeEqual(expected, given);
    return isRight && (await secretFiles.remove(FIRST_LINK_FILE));
  },
});

const parse = (text: string | null): z.infer<typeof Kept> | null => {
  try {
    return Kept.parse(JSON.parse(text ?? ''));
  } catch {
    return null;
  }
};

import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

const Secrets = z.object({
  ownerPassword: z.string().min(32),
  applicationPassword: z.string().min(32),
});
export type Secrets = z.infer<typeof Secrets>;

/** Processes that start at once all end up with the passwords that the first one wrote. */
export const readOrCreateSecrets = async (dataDir: string): Promise<Secrets> => {
  const folder = join(dataDir, 'secrets');
  const file = join(folder, 'postgres.json');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const draft = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`;
  const secrets: Secrets = { ownerPassword: newPassword(), applicationPassword: newPassword() };
  await writeFile(draft, JSON.stringify(secrets), { mode: 0o600, flag: 'wx' });
  try {
    // A link appears complete or not at all, and never overwrites an existing file.
    await link(draft, file);
  } catch (error) {
    if (!isExisting(error)) throw error;
  } finally {
    await rm(draft, { force: true });
  }
  return Secrets.parse(JSON.parse(await readFile(file, 'utf8')));
};

const newPassword = () => randomBytes(24).toString('base64url');

const isExisting = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === 'EEXIST';

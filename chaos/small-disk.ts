import { execFile } from 'node:child_process';
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

export type SmallDisk = {
  folder: string;
  /** False where it could not be mounted, for want of rights. */
  isItsOwn: boolean;
  fill(): Promise<void>;
  free(): Promise<void>;
  close(): Promise<void>;
};

const MEGABYTE = Buffer.alloc(1024 * 1024);

const fillUp = async (file: string): Promise<void> => {
  const ballast = await open(file, 'w');
  try {
    for (;;) await ballast.write(MEGABYTE);
  } catch {
    // No room for a megabyte; nor, below, for a byte.
    for (;;) if (!(await ballast.write(MEGABYTE, 0, 512).catch(() => null))) break;
  } finally {
    await ballast.close();
  }
};

/** A disk of its own, small enough to be filled. */
export const mountSmallDisk = async (folder: string, sizeMb: number): Promise<SmallDisk> => {
  await mkdir(folder, { mode: 0o700 });
  const isItsOwn = await run('mount', [
    '-t',
    'tmpfs',
    '-o',
    `size=${sizeMb}m,mode=0700`,
    'tmpfs',
    folder,
  ]).then(
    () => true,
    () => false,
  );
  const ballast = join(folder, 'ballast');
  return {
    folder,
    isItsOwn,
    fill: () => fillUp(ballast),
    free: () => rm(ballast, { force: true }),
    close: async () => {
      if (isItsOwn) await run('umount', ['-l', folder]).catch(() => undefined);
    },
  };
};

import { open } from 'node:fs/promises';

/** A rename is durable only once the folder that holds the name is. */
export const syncFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};

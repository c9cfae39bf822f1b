import { authorizedFetch } from './client.js';
import { readProblem, RequestError } from './problem.js';

/** By a request of ours, for the address alone carries no credential. */
export const download = async (path: string, name: string): Promise<void> => {
  const response = await authorizedFetch(new Request(path));
  if (!response.ok) throw new RequestError(await readProblem(response));
  save(await response.blob(), name);
};

/** Gives the browser a file to keep. */
export const save = (content: Blob, name: string): void => {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
};

import { createKeyedLock, type KeyedLock } from '../../../shared/async.js';

/** Runs one piece of work at a time per name, in the order of asking. */
export type WriterLock = KeyedLock;

/** Holds within this process; `outer` (an advisory lock, say) is taken inside it, so one process asks for it once. */
export const createWriterLock = (outer?: WriterLock): WriterLock => {
  const inProcess = createKeyedLock();
  return (name, work) => inProcess(name, () => (outer === undefined ? work() : outer(name, work)));
};

import { loadConfig } from '../config/index.js';
import { compose } from '../src/compose/index.js';
import { openWorker, runUntilSignal } from '../src/compose/process.js';

await runUntilSignal({
  open: () => openWorker(loadConfig(), { compose }),
  begin: (worker, signal) => worker.begin(signal),
});

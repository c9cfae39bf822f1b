import { loadConfig } from '../config/index.js';
import { compose } from '../src/compose.js';
import { openWorker, runUntilSignal } from '../src/process.js';

await runUntilSignal({
  open: () => openWorker(loadConfig(), { compose }),
  begin: (worker, signal) => worker.begin(signal),
});

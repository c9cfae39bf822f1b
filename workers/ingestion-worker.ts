import { loadConfig } from '../config/index.js';
import { compose } from '../src/compose.js';
import { openWorker } from '../src/open-process.js';
import { runUntilSignal } from '../src/run-until-signal.js';

await runUntilSignal({
  open: () => openWorker(loadConfig(), { compose }),
  begin: (worker, signal) => worker.begin(signal),
});

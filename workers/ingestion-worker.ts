import { loadConfig } from '../config/index.js';
import { compose } from '../src/composition-root.js';
import { runUntilSignal } from '../src/run-until-signal.js';

await runUntilSignal({
  open: () => compose(loadConfig()),
  begin: (application) => application.startWorker(),
});

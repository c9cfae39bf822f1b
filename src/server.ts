import { loadConfig } from '../config/index.js';
import { compose } from './composition-root.js';
import { runUntilSignal } from './run-until-signal.js';

await runUntilSignal({
  open: () => compose(loadConfig()),
  begin: (application) => application.serve(),
});

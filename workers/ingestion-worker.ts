import { loadConfig } from '../config/index.js';
import { compose } from '../src/composition-root.js';
import { runUntilSignal } from '../src/run-until-signal.js';

await runUntilSignal(async () => {
  const application = await compose(loadConfig());
  await application.startWorker();
  return application;
});

import { loadConfig } from '../config/index.js';
import { compose } from './composition-root.js';
import { runUntilSignal } from './run-until-signal.js';

await runUntilSignal(async () => {
  const application = await compose(loadConfig());
  await application.serve();
  return application;
});

import { loadConfig } from '../config/index.js';
import { compose } from '../src/composition-root.js';

const app = await compose(loadConfig());
const worker = await app.startWorker();

let closing = false;
const close = async (): Promise<void> => {
  if (closing) return;
  closing = true;
  await worker.close();
  await app.close();
};

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.on(signal, () => {
    close().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  });
}

import { endWithParent } from '../../isolated/end-with-parent.js';
import { loadModel, loadRuntime } from './inference.js';
import { Start, type Said } from './messages.js';
import { createModelServer } from './model-server.js';

const say = (message: Said): void => {
  process.send?.(message);
};

const start = async (message: unknown): Promise<void> => {
  const { socket, folder, threads, models } = Start.parse(message);
  const runtime = await loadRuntime(folder).catch((error: unknown) => {
    say({ type: 'failed', what: 'runtime', reason: String(error) });
    return null;
  });
  if (runtime === null) return;
  const loading = models.map(
    (model) => [model.manifest.name, loadModel(runtime, model, threads)] as const,
  );
  createModelServer(new Map(loading)).listen(socket, () => {
    say({ type: 'listening' });
  });
  try {
    await Promise.all(loading.map(([, loaded]) => loaded));
    say({ type: 'loaded' });
  } catch (error) {
    say({ type: 'failed', what: 'model', reason: String(error) });
  }
};

// Entry of the process of local models: loads them, answers on a socket, and exits when its parent is gone.
endWithParent();
process.on('message', (message) => {
  void start(message).catch(() => process.exit(1));
});

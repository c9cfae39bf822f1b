import type { Config } from '../config/index.js';
import { listen, type Listener } from './api/listen.js';
import type { Closers } from './closers.js';
import { createMetricsListener } from './observability/metrics-listener.js';
import type { MetricsRegistry } from './observability/metrics.js';

/** The listener for figures and liveness, apart from the public port. */
export const openMetrics = async (
  { metrics: { host, port, token } }: Config,
  { registry, closers }: { registry: MetricsRegistry; closers: Closers },
  isAlive: () => boolean,
): Promise<Listener> => {
  const listener = await listen(createMetricsListener({ registry, token, isAlive }), {
    host,
    port,
    settings: { host: 'METRICS_HOST', port: 'METRICS_PORT' },
  });
  closers.add(() => listener.close());
  return listener;
};

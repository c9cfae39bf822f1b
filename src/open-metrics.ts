import type { Config } from '../config/index.js';
import { listen } from './http/index.js';
import { createMetricsListener } from './platform/telemetry/metrics-listener.js';
import type { MetricsRegistry } from './platform/telemetry/metrics.js';

type Shown = { registry: Pick<MetricsRegistry, 'render'>; isAlive: () => boolean };

export type MetricsDoor = {
  show(shown: Shown): void;
  close(): Promise<void>;
};

const NOTHING_YET: Shown = {
  registry: { render: () => Promise.reject(new Error('Nothing has been opened yet.')) },
  isAlive: () => true,
};

/** The listener for figures and liveness, apart from the public port; alive, but without figures, until it is given some. */
export const openMetrics = async ({
  metrics: { host, port, token },
}: Pick<Config, 'metrics'>): Promise<MetricsDoor> => {
  let shown = NOTHING_YET;
  const server = createMetricsListener({
    registry: { render: () => shown.registry.render() },
    token,
    isAlive: () => shown.isAlive(),
  });
  const listener = await listen(server, {
    host,
    port,
    settings: { host: 'METRICS_HOST', port: 'METRICS_PORT' },
  });
  return {
    show: (given) => {
      shown = given;
    },
    close: () => listener.close(),
  };
};

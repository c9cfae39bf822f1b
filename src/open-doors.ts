import type { RequestListener } from 'node:http';
import type { Config } from '../config/index.js';
import { createHttpServer, createWaitingApi, listen, type Listener } from './http/index.js';
import { openMetrics, type MetricsDoor } from './open-metrics.js';
import type { Logger } from './platform/telemetry/telemetry.js';

type ApiDoor = Listener & { handOver(api: RequestListener): void };

/** The ports of a server: open before there is anything behind them, and told later who answers. */
export type Doors = { api: ApiDoor; metrics: MetricsDoor; close(): Promise<void> };

export const openDoors = async (config: Config, logger: Logger): Promise<Doors> => {
  const metrics = await openMetrics(config);
  try {
    const api = await openApiDoor(config, logger);
    const close = async () => {
      await api.close();
      await metrics.close();
    };
    return { api, metrics, close };
  } catch (error) {
    await metrics.close();
    throw error;
  }
};

const openApiDoor = async ({ http }: Config, logger: Logger): Promise<ApiDoor> => {
  let answer: RequestListener = createWaitingApi(logger);
  const server = createHttpServer((request, response) => answer(request, response));
  const listener = await listen(server, { ...http, settings: { host: 'HOST', port: 'PORT' } });
  return {
    ...listener,
    handOver: (api) => {
      answer = api;
    },
  };
};

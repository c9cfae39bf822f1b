import type { ChatModel } from './model.js';
import type { Logger, Metrics } from '../telemetry/telemetry.js';
import { createFailoverChatModel, type FailoverOptions } from './failover-chat-model.js';
import type { ModelPrices } from './meter-model.js';
import { createOpenAiChatModel } from './openai-chat-model.js';

type Backend = {
  name: string;
  baseUrl: string;
  apiKey: string;
  model: string;
  protocol: string;
};

type Options = Pick<FailoverOptions, 'order' | 'failover'> & {
  backends: readonly Backend[];
  streamIdleMs: number;
  prices: ModelPrices;
  metrics: Pick<Metrics, 'breakerChanged' | 'modelRetried'>;
  logger: Pick<Logger, 'warn'>;
};

/** The chat endpoints of the configuration, as one model. */
export const createChatModels = ({
  backends,
  streamIdleMs,
  prices,
  ...options
}: Options): ChatModel =>
  createFailoverChatModel({
    ...options,
    backends: new Map(
      backends.map(({ name, ...endpoint }) => [
        name,
        createOpenAiChatModel({
          ...endpoint,
          backend: name,
          streamIdleMs,
          prices,
          onRetry: (reason) => {
            options.metrics.modelRetried({ backend: name, reason });
          },
        }),
      ]),
    ),
  });

import type { Config } from '../../config/index.js';
import { MODEL_PRICES } from '../../config/model-prices.js';
import { createChatModels } from '../platform/models/failover-chat-model.js';
import { createHttpReranker } from '../platform/models/http-reranker.js';
import {
  leaveSlowEmbedderAlone,
  leaveSlowRerankerAlone,
  type LeftAlone,
} from '../platform/models/left-alone.js';
import { openLocalModels } from '../platform/models/local/open-local-models.js';
import type { Fetch } from '../platform/models/bounded-fetch.js';
import type { ChatModel, Embedder } from '../platform/models/model.js';
import {
  measureChatModel,
  observeEmbedder,
  observeReranker,
  toEndpoint,
  traceChatModel,
} from '../platform/models/observed-models.js';
import { probeEndpoints } from '../platform/models/probe-endpoints.js';
import {
  checkDimensions,
  createOpenAiEmbedder,
} from '../platform/models/providers/openai/embedder.js';
import { openProxiedFetch } from '../platform/web/outgoing-proxy.js';
import type { CleanText } from '../shared/credential-filter.js';
import type { Logger, Metrics, Tracer } from '../platform/telemetry/telemetry.js';
import type { Closers } from './process.js';

type Opening = {
  overrides: { chatModel?: ChatModel | null; embedder?: Embedder | null };
  telemetry: { metrics: Metrics; logger: Logger; tracer: Tracer };
  closers: Closers;
  /** Removes credentials from endpoints' answers. */
  clean: CleanText;
};

/** Opens the configured models; local ones get a process. */
export const openModels = async (config: Config, opening: Opening) => {
  const { overrides, telemetry, clean } = opening;
  const { metrics, logger, tracer } = telemetry;
  const fetch = await openProxiedFetch(config.outgoingProxy);
  probeModels(config, opening, fetch);
  const prices = MODEL_PRICES.usdPerMillionTokens;
  const leftAlone = new Set<string>();
  const onLeftAlone = (told: LeftAlone): void => {
    metrics.modelLeftAlone(told);
    leftAlone[told.isLeftAlone ? 'add' : 'delete'](`${told.backend}: ${told.task}`);
  };
  const chat =
    overrides.chatModel === undefined
      ? config.chatModels &&
        createChatModels({
          ...config.chatModels,
          metrics,
          logger,
          prices,
          clean,
          send: fetch,
          onLeftAlone,
          settingsOf: (name) => settingsOf(config, name),
        })
      : overrides.chatModel && measureChatModel(overrides.chatModel, { metrics, endpoint: null });
  const send = await openLocal(config, opening);
  const embedder =
    overrides.embedder === undefined
      ? await openEmbedder(config, { metrics, send, clean, fetch })
      : overrides.embedder;
  const { reranker: asked } = config;
  const reranker =
    asked &&
    createHttpReranker({
      ...asked,
      clean,
      send: fetch,
      ...(asked.local && { send, budgetMs: RERANK_SHARE * config.search.rerankTimeoutMs }),
    });
  const guarding = { logger, now: Date.now, onChange: onLeftAlone };
  const embedderEndpoint = config.embedder && toEndpoint('openai', config.embedder);
  const rerankerEndpoint = config.reranker && toEndpoint(config.reranker.shape, config.reranker);
  return {
    modelsLeftAlone: () => [...leftAlone],
    isUncalibrated: embedder !== null && config.search.isUncalibrated,
    chat: chat && traceChatModel(chat, tracer),
    embedder:
      embedder &&
      leaveSlowEmbedderAlone(
        observeEmbedder(embedder, { tracer, metrics, endpoint: embedderEndpoint }),
        guarding,
      ),
    reranker:
      reranker &&
      leaveSlowRerankerAlone(
        observeReranker(reranker, { tracer, metrics, endpoint: rerankerEndpoint }),
        guarding,
      ),
  };
};

/** In the background, so that an unreachable endpoint does not delay the start but is reported. */
const probeModels = (
  { modelEndpoints }: Config,
  { telemetry: { logger }, closers }: Opening,
  send: Fetch,
): void => {
  const probing = new AbortController();
  const probed = probeEndpoints(modelEndpoints, { logger, send, signal: probing.signal });
  closers.add(() => {
    probing.abort();
    return probed;
  });
};

/** The prefix of a chat endpoint's settings: `OPENAI`, or `LLM_` and its name. */
const settingsOf = ({ chatModels, modelEndpoints }: Config, name: string): string => {
  const at = chatModels?.backends.findIndex((backend) => backend.name === name) ?? -1;
  return modelEndpoints[at]?.urlVariable.replace(/_BASE_URL$/, '') ?? '';
};

/** The share of its time limit after which our own reranker stops; the scores it has by then are used. */
const RERANK_SHARE = 0.4;

type Send = Awaited<ReturnType<typeof openLocalModels>>['send'] | undefined;

const openLocal = async (
  { localModels: { embedder, reranker, ...place }, processLimits }: Config,
  { overrides, telemetry: { logger }, closers }: Opening,
): Promise<Send> => {
  const wanted = [overrides.embedder === undefined ? embedder : null, reranker];
  const models = wanted.filter((model) => model !== null);
  if (models.length === 0) return undefined;
  const options = { ...processLimits.localModels, ...place, models, logger };
  const local = await openLocalModels(options);
  closers.add(() => local.close());
  return local.send;
};

const openEmbedder = async (
  { embedder }: Config,
  {
    metrics,
    send,
    clean,
    fetch,
  }: Pick<Opening, 'clean'> & { metrics: Metrics; send: Send; fetch: Fetch },
): Promise<Embedder | null> => {
  if (embedder === null) return null;
  const options = { ...embedder, clean, metrics, prices: MODEL_PRICES.usdPerMillionTokens };
  if (embedder.local !== null) return createOpenAiEmbedder({ ...options, send, isLocal: true });
  const remote = { ...options, send: fetch };
  await checkDimensions(remote);
  return createOpenAiEmbedder(remote);
};

import type { ChatModel, Embedder, Reranker } from './model.js';
import type { Metrics, ModelEndpoint, Tracer } from '../telemetry/telemetry.js';
import { meterModel } from './meter-model.js';
import type { ModelCall } from '../../shared/execution.js';

type Measuring = {
  metrics: Pick<Metrics, 'modelCallFinished'>;
  /** Null for a model in a test. */
  endpoint: ModelEndpoint | null;
};

type Observers = Measuring & { tracer: Tracer };

/** Derives from the base URL where an endpoint's calls go. */
export const toEndpoint = (provider: string, { baseUrl }: { baseUrl: string }): ModelEndpoint => {
  const { hostname, port, protocol } = new URL(baseUrl);
  return { provider, address: hostname, port: Number(port) || (protocol === 'https:' ? 443 : 80) };
};

/** The same model with metrics for every call. */
export const measureChatModel = (chat: ChatModel, { metrics, endpoint }: Measuring): ChatModel =>
  meterModel(chat, {
    record: (call) => {
      metrics.modelCallFinished({ ...call, requestModel: chat.model, endpoint });
    },
  });

/** The same model with a span for every call; attributes follow OpenTelemetry's GenAI conventions and carry no content. */
export const traceChatModel = (chat: ChatModel, tracer: Tracer): ChatModel => ({
  model: chat.model,
  provider: chat.provider,
  ...(chat.modelOf && { modelOf: (backend: string) => chat.modelOf?.(backend) }),
  complete: (request, options) =>
    tracer.inSpan(
      {
        name: `chat ${chat.model}`,
        attributes: {
          'gen_ai.operation.name': 'chat',
          ...(chat.provider !== undefined && { 'gen_ai.provider.name': chat.provider }),
          'gen_ai.request.model': chat.model,
          'gen_ai.request.max_tokens': request.maxTokens,
          'gen_ai.request.temperature': request.temperature,
          'kr.purpose': request.purpose,
        },
      },
      async (span) => {
        const result = await chat.complete(request, options);
        const { cachedTokens } = result.usage;
        span.set({
          'gen_ai.response.model': result.model,
          'gen_ai.response.finish_reason': result.finishReason,
          'gen_ai.usage.input_tokens': result.usage.promptTokens,
          'gen_ai.usage.output_tokens': result.usage.completionTokens,
          ...(cachedTokens !== undefined && {
            'gen_ai.usage.cache_read.input_tokens': cachedTokens,
          }),
          'kr.backend': result.backend,
          'kr.switched': result.switched,
        });
        return result;
      },
    ),
});

/** A refusal costs nothing; the cost of abandoned work is unknown. */
const lost = ({ aborted }: AbortSignal): Pick<ModelCall, 'costUsd' | 'outcome'> =>
  aborted ? { costUsd: null, outcome: 'cancelled' } : { costUsd: 0, outcome: 'error' };

/** The same embedder with a span and metrics for every call. */
export const observeEmbedder = (
  embedder: Embedder,
  { tracer, metrics, endpoint }: Observers,
): Embedder => ({
  model: embedder.model,
  dimensions: embedder.dimensions,
  embed: (texts, options) => {
    const startedAt = performance.now();
    const finished = (call: Pick<ModelCall, 'promptTokens' | 'costUsd' | 'outcome'>) => {
      const durationMs = performance.now() - startedAt;
      const { model } = embedder;
      metrics.modelCallFinished({
        purpose: 'embed',
        model,
        cachedTokens: 0,
        completionTokens: 0,
        durationMs,
        requestModel: model,
        endpoint,
        ...call,
      });
    };
    const attributes = {
      'gen_ai.operation.name': 'embeddings',
      'gen_ai.provider.name': 'openai',
      'gen_ai.request.model': embedder.model,
      'gen_ai.embeddings.dimension.count': embedder.dimensions,
      'kr.texts': texts.length,
    };
    return tracer.inSpan({ name: `embeddings ${embedder.model}`, attributes }, async (span) => {
      try {
        const embeddings = await embedder.embed(texts, options);
        const { promptTokens, costUsd } = embeddings;
        span.set({ 'gen_ai.usage.input_tokens': promptTokens });
        finished({ promptTokens, costUsd, outcome: 'ok' });
        return embeddings;
      } catch (error) {
        finished({ promptTokens: 0, ...lost(options.signal) });
        throw error;
      }
    });
  },
});

/** The same reranker with a span and metrics for every call; it reports no tokens, and its price is unknown. */
export const observeReranker = (
  reranker: Reranker,
  { tracer, metrics, endpoint }: Observers,
): Reranker => ({
  model: reranker.model,
  rerank: (query, texts, options) => {
    const startedAt = performance.now();
    const finished = (call: Pick<ModelCall, 'costUsd' | 'outcome'>) => {
      const durationMs = performance.now() - startedAt;
      const { model } = reranker;
      metrics.modelCallFinished({
        purpose: 'rerank',
        model,
        durationMs,
        promptTokens: 0,
        cachedTokens: 0,
        completionTokens: 0,
        requestModel: model,
        endpoint,
        ...call,
      });
    };
    const attributes = {
      'gen_ai.operation.name': 'rerank',
      'gen_ai.request.model': reranker.model,
      'kr.texts': texts.length,
    };
    return tracer.inSpan({ name: `rerank ${reranker.model}`, attributes }, async () => {
      try {
        const scores = await reranker.rerank(query, texts, options);
        finished({ costUsd: null, outcome: 'ok' });
        return scores;
      } catch (error) {
        finished(lost(options.signal));
        throw error;
      }
    });
  },
});

import type { ModelPurpose } from '../../shared/execution.js';
import type { Writing } from '../../shared/model-choice.js';

export type ChatToolCall = { id: string; name: string; argumentsJson: string };

export type ChatMessage = (
  | {
      role: 'system';
      content: string;
      /** How many characters at the beginning are the same for all users of a tenant, so that the endpoint can cache them. */
      sharedChars?: number;
    }
  | { role: 'user'; content: string }
  | { role: 'assistant'; content: string; toolCalls?: readonly ChatToolCall[] }
  | { role: 'tool'; toolCallId: string; content: string }
) & {
  /** True for a message of the conversation before the question: dropped first if a prompt is too long. */
  isHistory?: true;
};

export type ChatToolDefinition = {
  name: string;
  description: string;
  parameters: Record<string, unknown>;
};

export type ChatRequest = Pick<Writing, 'topP' | 'stop' | 'seed' | 'reasoningEffort'> & {
  purpose: Exclude<ModelPurpose, 'embed' | 'rerank'>;
  /** Name of the only endpoint to ask; undefined: the configured endpoints in order. */
  backend?: string | undefined;
  messages: readonly ChatMessage[];
  maxTokens: number;
  temperature: number;
  /** Parameters of a caller or an assistant that override ours. If the endpoint refuses them, it is asked again without them. */
  wishes?: Writing | undefined;
  /** Structured output: a JSON schema the content must satisfy. */
  responseSchema?: { name: string; schema: Record<string, unknown> };
  /** A caller wrote the schema, so its refusal does not show what the endpoint supports. */
  isForeignSchema?: boolean;
  tools?: readonly ChatToolDefinition[];
};

/** The part of a request that depends on how an endpoint accepts tools. */
export type ChatShape = Pick<ChatRequest, 'messages' | 'responseSchema' | 'tools'>;

/** A request whose shape depends on the decision protocol (given by name) of the endpoint that is about to be asked. */
export type DecisionRequest = Omit<ChatRequest, keyof ChatShape> & {
  shapeFor: (protocol: string) => ChatShape;
};

export type ChatUsage = {
  promptTokens: number;
  completionTokens: number;
  /** How many of the prompt tokens were read from the endpoint's cache. */
  cachedTokens?: number;
  /** How many of the completion tokens were reasoning. */
  thoughtTokens?: number;
};

export type FinishReason = 'stop' | 'length' | 'tool_calls' | 'content_filter' | 'other';

export type ChatResult = {
  content: string;
  toolCalls: readonly ChatToolCall[];
  usage: ChatUsage;
  /** Null if the model has no known price. */
  costUsd: number | null;
  finishReason: FinishReason;
  model: string;
  backend: string;
  /** The protocol with which the answering endpoint was asked. */
  protocol: string;
  /** True if an earlier endpoint of the list failed and this one was asked instead. */
  switched: boolean;
  /** True if the endpoint refused the caller's parameters and answered without them. */
  refusedWishes?: boolean;
};

export type CallOptions = {
  signal: AbortSignal;
  /** Epoch milliseconds at which the signal will abort: a Retry-After beyond it is not waited for. */
  deadlineAt?: number | undefined;
};

export type ChatCallOptions = CallOptions & {
  /** The tenant of the call: tenants take turns at an endpoint with few slots. */
  tenantId?: string | undefined;
  /**
   * If given, text is passed on as it arrives. The pieces together are the result's `content`, except for tool calls written as text. A
   * call that fails after the first piece is not retried unless `mayBeginAnew` allows it. The stream is read no further until the returned
   * promise is settled.
   */
  onText?: ((text: string) => void | Promise<void>) | undefined;
  /** Called for every piece of a stream (text, reasoning or part of a tool call), because it shows that the endpoint is working. */
  onProgress?: (() => void) | undefined;
  /** Called when an endpoint failed after its first text. True: that text was discarded, so another endpoint may start over. */
  mayBeginAnew?: (() => boolean) | undefined;
};

/**
 * Rejects with AppError `model_unavailable`, `model_invalid_output`, `model_context_exceeded`, `deadline_exceeded` or
 * `cancelled`.
 */
export type ChatModel = {
  readonly model: string;
  /** The vendor whose API it speaks, as OpenTelemetry names it; undefined for a model in a test. */
  readonly provider?: string | undefined;
  /** The model of a named endpoint; undefined if there is none. */
  modelOf?(backend: string): string | undefined;
  complete(request: ChatRequest | DecisionRequest, options: ChatCallOptions): Promise<ChatResult>;
};

/** `costUsd` is null if the model has no known price or the endpoint reports no tokens (`promptTokens` is then 0). */
export type Embeddings = { vectors: Float32Array[]; promptTokens: number; costUsd: number | null };

/** How a model distinguishes questions from passages: by a prefix, or by a field of the request as the vendor names it. */
export type TellingApart = {
  queryPrefix: string;
  passagePrefix: string;
  inputType: 'cohere' | 'voyage' | null;
};

export type EmbedOptions = CallOptions & {
  /** The first this many texts are questions; all others are passages. Default: none. */
  questions?: number | undefined;
  /** `background` waits behind all interactive calls; the default is interactive. */
  priority?: 'interactive' | 'background' | undefined;
  /** Called with each part as soon as it is embedded, in the order of the texts; later failures do not undo it. */
  onPart?: ((part: Embeddings) => void) | undefined;
};

/**
 * Vectors in the order of the texts, count and dimension checked, no NaN, no zero vector.
 * Rejects with `embedder_unavailable` or `embedder_invalid_output`.
 */
export type Embedder = {
  readonly model: string;
  readonly dimensions: number;
  embed(texts: readonly string[], options: EmbedOptions): Promise<Embeddings>;
};

/**
 * Scores how relevant each text is to the query, in the order of the texts. Scores are finite, and comparable within one call only; null
 * for a text that was not reached in time. Rejects with `model_unavailable` or `model_invalid_output`.
 */
export type Reranker = {
  readonly model: string;
  rerank(query: string, texts: readonly string[], options: CallOptions): Promise<(number | null)[]>;
};

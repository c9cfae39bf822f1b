import type { ModelPurpose } from '../../shared/execution.js';
import type { Writing } from '../../shared/model-choice.js';

export type ChatToolCall = { id: string; name: string; argumentsJson: string };

export type ChatMessage = (
  | {
      role: 'system';
      content: string;
      /** How many characters at its beginning are the same for all users of a tenant, so that the endpoint can cache them. */
      sharedChars?: number;
    }
  | { role: 'user'; content: string }
  | { role: 'assistant'; content: string; toolCalls?: readonly ChatToolCall[] }
  | { role: 'tool'; toolCallId: string; content: string }
) & {
  /** True for a message of the conversation before the question: left out first where a prompt is too long. */
  isHistory?: true;
};

export type ChatToolDefinition = {
  name: string;
  description: string;
  parameters: Record<string, unknown>;
};

export type ChatRequest = Pick<Writing, 'topP' | 'stop' | 'seed' | 'reasoningEffort'> & {
  purpose: Exclude<ModelPurpose, 'embed' | 'rerank'>;
  /** Name of the only endpoint to ask; undefined: the endpoints of the settings in their order. */
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

/** The part of a request that depends on how an endpoint is told of tools. */
export type ChatShape = Pick<ChatRequest, 'messages' | 'responseSchema' | 'tools'>;

/** A request whose shape depends on the decision protocol, by its name, of the endpoint that is about to be asked. */
export type DecisionRequest = Omit<ChatRequest, keyof ChatShape> & {
  shapeFor: (protocol: string) => ChatShape;
};

export type ChatUsage = {
  promptTokens: number;
  completionTokens: number;
  /** How many of the prompt tokens were read from the endpoint's cache. */
  cachedTokens?: number;
  /** How many of the completion tokens were thoughts. */
  thoughtTokens?: number;
};

export type FinishReason = 'stop' | 'length' | 'tool_calls' | 'content_filter' | 'other';

export type ChatResult = {
  content: string;
  toolCalls: readonly ChatToolCall[];
  usage: ChatUsage;
  /** Null when the model has no known price. */
  costUsd: number | null;
  finishReason: FinishReason;
  model: string;
  backend: string;
  /** The protocol that the answering endpoint was asked by. */
  protocol: string;
  /** True when an earlier endpoint of the list failed and this one stood in. */
  switched: boolean;
  /** True if the endpoint refused the caller's parameters and answered without them. */
  refusedWishes?: boolean;
};

export type CallOptions = {
  signal: AbortSignal;
  /** Epoch milliseconds at which the signal will fire: a Retry-After beyond it is not waited for. */
  deadlineAt?: number | undefined;
};

export type ChatCallOptions = CallOptions & {
  /** The tenant of the call: tenants take turns at an endpoint with few places. */
  tenantId?: string | undefined;
  /**
   * Given: the text is handed over as it comes. The texts concatenated are the result's `content`, but for tool calls that were written as
   * text; a call that fails after the first of them is not tried again, unless `mayBeginAnew` says so. The stream is read no further until
   * the returned promise is settled.
   */
  onText?: ((text: string) => void | Promise<void>) | undefined;
  /** Called for every piece of a stream, be it text, a thought or part of a tool call: the endpoint is at work. */
  onProgress?: (() => void) | undefined;
  /** Asked when an endpoint failed after its first text. True: that text was thrown away, so another endpoint may begin anew. */
  mayBeginAnew?: (() => boolean) | undefined;
};

/**
 * Rejects with AppError `model_unavailable`, `model_invalid_output`, `model_context_exceeded`, `deadline_exceeded` or
 * `cancelled`.
 */
export type ChatModel = {
  readonly model: string;
  /** The vendor whose API it speaks, as OpenTelemetry names it; undefined where a test plays the model. */
  readonly provider?: string | undefined;
  /** The model of a named endpoint; undefined if there is none. */
  modelOf?(backend: string): string | undefined;
  complete(request: ChatRequest | DecisionRequest, options: ChatCallOptions): Promise<ChatResult>;
};

/** `costUsd` is null when the model has no known price or the endpoint reports no tokens, which are 0 then. */
export type Embeddings = { vectors: Float32Array[]; promptTokens: number; costUsd: number | null };

/** The way in which a model is told questions from passages: by what is written before them, or by a field of the request, as its vendor names it. */
export type TellingApart = {
  queryPrefix: string;
  passagePrefix: string;
  inputType: 'cohere' | 'voyage' | null;
};

export type EmbedOptions = CallOptions & {
  /** So many texts, from the first on, are questions; all others are passages. Default: none. */
  questions?: number | undefined;
  /** `background` waits for everything that somebody is waiting for; otherwise it is a question of now. */
  priority?: 'interactive' | 'background' | undefined;
  /** Told of each part as soon as it is embedded, in the order of the texts: what a later failure does not take back. */
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
 * Scores how relevant each text is to the query, in the order of the texts: finite, and comparable within one call only; null for one that
 * it did not come to in its time.
 * Rejects with `model_unavailable` or `model_invalid_output`.
 */
export type Reranker = {
  readonly model: string;
  rerank(query: string, texts: readonly string[], options: CallOptions): Promise<(number | null)[]>;
};

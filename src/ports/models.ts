import type { ModelPurpose } from '../domain/execution.js';

export type ChatToolCall = { id: string; name: string; argumentsJson: string };

export type ChatMessage =
  | { role: 'system' | 'user'; content: string }
  | { role: 'assistant'; content: string; toolCalls?: readonly ChatToolCall[] }
  | { role: 'tool'; toolCallId: string; content: string };

export type ChatToolDefinition = {
  name: string;
  description: string;
  parameters: Record<string, unknown>;
};

export type ChatRequest = {
  purpose: Exclude<ModelPurpose, 'embed'>;
  messages: readonly ChatMessage[];
  maxTokens: number;
  temperature: number;
  /** Structured output: a JSON schema the content must satisfy. */
  responseSchema?: { name: string; schema: Record<string, unknown> };
  tools?: readonly ChatToolDefinition[];
};

export type ChatUsage = { promptTokens: number; completionTokens: number };

export type ChatResult = {
  content: string;
  toolCalls: readonly ChatToolCall[];
  usage: ChatUsage;
  /** Null when the model has no known price. */
  costUsd: number | null;
  finishReason: 'stop' | 'length' | 'tool_calls' | 'content_filter' | 'other';
  model: string;
  backend: string;
};

export type CallOptions = {
  signal: AbortSignal;
  /** Epoch milliseconds at which the signal will fire: a Retry-After beyond it is not waited for. */
  deadlineAt?: number | undefined;
};

/** Rejects with AppError `model_unavailable`, `model_invalid_output`, `deadline_exceeded` or `cancelled`. */
export type ChatModel = {
  readonly model: string;
  complete(request: ChatRequest, options: CallOptions): Promise<ChatResult>;
};

/**
 * Vectors in the order of the texts, count and dimension checked, no NaN, no zero vector.
 * Rejects with `embedder_unavailable` or `embedder_invalid_output`.
 */
export type Embedder = {
  readonly model: string;
  readonly dimensions: number;
  embed(texts: readonly string[], options: CallOptions): Promise<Float32Array[]>;
};

import type { ParsedReply } from '../chat-reply.js';
import type { Endpoint } from '../endpoint.js';
import type { ChatCallOptions, ChatRequest } from '../model.js';

/** Features that an endpoint has refused, and that later calls leave out. */
export type Refused = ReadonlySet<string>;

/** A request in the shape of its decision protocol, and the features assumed to be refused. */
export type Sent = { request: ChatRequest; refused: Refused; isStreamed: boolean };

export type Try = Pick<ChatCallOptions, 'signal' | 'onText' | 'onProgress'>;

export type ChatEndpoint = Endpoint & {
  model: string;
  /** Fields added to the body of every request. */
  body?: Readonly<Record<string, unknown>> | undefined;
};

/** One provider's wire format. Failures of `exchange` are EndpointErrors, or AppErrors if retrying cannot help. */
export type ChatWire = {
  /**
   * Sends one request and returns its reply; its text goes to `onText`, in pieces if `isStreamed`; `onProgress` is called for every piece.
   */
  exchange: (sent: Sent, call: Try) => Promise<ParsedReply>;
  /** The features to leave out of the next try after a refusal; undefined if nothing that was sent explains it. */
  adaptTo: (error: unknown, sent: Sent) => Refused | undefined;
  /** True if the refusal means that the prompt is longer than the model can read. */
  isContextExceeded: (error: unknown) => boolean;
};

export type Provider = {
  /** OpenTelemetry's name for it, with which `LLM_<NAME>_PROVIDER` selects it. */
  name: string;
  openChat: (endpoint: ChatEndpoint) => ChatWire;
  /** The request for the list of models, which is free. */
  toProbe: (endpoint: Endpoint) => { url: string; headers: Record<string, string> };
};

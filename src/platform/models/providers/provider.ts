import type { ParsedReply } from '../chat-reply.js';
import type { Endpoint } from '../endpoint.js';
import type { ChatCallOptions, ChatRequest } from '../model.js';

/** Features of an endpoint that it refused, learnt from its refusals and left out of the next calls. */
export type Refused = ReadonlySet<string>;

/** A request in the shape of its decision protocol, and what the endpoint is taken to refuse. */
export type Sent = { request: ChatRequest; refused: Refused; isStreamed: boolean };

export type Try = Pick<ChatCallOptions, 'signal' | 'onText' | 'onProgress'>;

export type ChatEndpoint = Endpoint & {
  model: string;
  /** Fields that are added to the body of every request. */
  body?: Readonly<Record<string, unknown>> | undefined;
};

/** One provider's wire format. Failures of `exchange` are EndpointErrors, or AppErrors where no other try may help. */
export type ChatWire = {
  /** One request and its reply; its text goes to `onText`, in pieces where `isStreamed`; `onProgress` hears of every piece. */
  exchange: (sent: Sent, call: Try) => Promise<ParsedReply>;
  /** The features to leave out of the next try after a refusal; undefined when nothing that was sent explains it. */
  adaptTo: (error: unknown, sent: Sent) => Refused | undefined;
  /** True for a refusal because the prompt is longer than the model can read. */
  isContextExceeded: (error: unknown) => boolean;
};

export type Provider = {
  /** The name that OpenTelemetry gives it, and by which `LLM_<NAME>_PROVIDER` chooses it. */
  name: string;
  openChat: (endpoint: ChatEndpoint) => ChatWire;
  /** The request that asks for the list of models, which costs nothing. */
  toProbe: (endpoint: Endpoint) => { url: string; headers: Record<string, string> };
};

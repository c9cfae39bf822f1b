import { AppError } from '../../src/shared/errors.js';
import { shapeRequest } from '../../src/platform/models/fit-context.js';
import type { ChatModel, ChatRequest, ChatResult } from '../../src/platform/models/model.js';
import type { DecisionProtocolName } from '../../src/workflow/decide/index.js';
import type { Reply as Written } from './decisions.js';

import { decideBy } from './decisions.js';

export { decide, decideBy } from './decisions.js';

type Reply = Written | Error;

type Say = (text: string) => Promise<void>;
type Scripted =
  Reply | ((request: ChatRequest, signal: AbortSignal, say: Say) => Reply | Promise<Reply>);
type Script = Partial<Record<ChatRequest['purpose'], readonly Scripted[]>>;

export type ScriptedChatModel = ChatModel & {
  readonly requests: readonly ChatRequest[];
  /** Throws when a call was made that nobody scripted, or a scripted one was not made. */
  verify(): void;
};

/** Never answers; gives up when it is told to. */
export const hangs = (_request: ChatRequest, signal: AbortSignal): Promise<Reply> =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(new AppError('cancelled', 'Stopped.')));
  });

const toResult = (reply: Written, protocol: DecisionProtocolName): ChatResult => ({
  content: '',
  toolCalls: [],
  usage: { promptTokens: 100, completionTokens: 10 },
  costUsd: 0.001,
  finishReason: 'stop',
  model: 'scripted-1',
  backend: 'scripted',
  protocol,
  switched: false,
  ...(typeof reply === 'string' ? { content: reply } : reply),
});

/** Plays a model from a script per purpose; the last entry marked by `repeat` goes on for ever. */
export const createScriptedChatModel = (
  script: Script,
  {
    repeat = [],
    protocol = 'structured',
  }: { repeat?: readonly ChatRequest['purpose'][]; protocol?: DecisionProtocolName } = {},
): ScriptedChatModel => {
  const requests: ChatRequest[] = [];
  const unscripted: string[] = [];
  const made = new Map<string, number>();
  const next = (purpose: ChatRequest['purpose']): Scripted | undefined => {
    const entries = script[purpose] ?? [];
    const count = made.get(purpose) ?? 0;
    made.set(purpose, count + 1);
    return entries[count] ?? (repeat.includes(purpose) ? entries.at(-1) : undefined);
  };
  return {
    model: 'scripted-1',
    requests,
    complete: async (asked, { signal, onText }) => {
      const request = shapeRequest(asked, protocol);
      requests.push(request);
      const entry = next(request.purpose);
      if (entry === undefined) {
        unscripted.push(request.purpose);
        throw new Error(`Nobody scripted this call of the model: ${request.purpose}.`);
      }
      let said = '';
      const say: Say = async (text) => {
        said += text;
        await onText?.(text);
      };
      const reply = typeof entry === 'function' ? await entry(request, signal, say) : entry;
      if (reply instanceof Error) throw reply;
      const content = (typeof reply === 'string' ? reply : reply.content) ?? '';
      if (said === '') for (const piece of content.match(/[^]{1,7}/g) ?? []) await say(piece);
      return toResult(reply, protocol);
    },
    verify: () => {
      const unused = Object.entries(script).filter(
        ([purpose, entries]) => (made.get(purpose) ?? 0) < entries.length,
      );
      if (unscripted.length > 0) throw new Error(`Unscripted calls: ${unscripted.join(', ')}.`);
      if (unused.length > 0) {
        throw new Error(`Never asked: ${unused.map(([purpose]) => purpose).join(', ')}.`);
      }
    },
  };
};

export const PROTOCOLS: readonly DecisionProtocolName[] = ['structured', 'tools', 'react'];

/** Writes decisions as a model that follows a protocol does, and plays such a model. */
export const playBy = (protocol: DecisionProtocolName) => ({
  write: decideBy[protocol],
  scripted: (script: Script, options: { repeat?: readonly ChatRequest['purpose'][] } = {}) =>
    createScriptedChatModel(script, { ...options, protocol }),
});

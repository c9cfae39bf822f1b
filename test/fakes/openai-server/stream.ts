import type { ServerResponse } from 'node:http';
import { setImmediate as immediate, setTimeout as pause } from 'node:timers/promises';
import { toUsage, type ChatCall, type ChatReply } from './replies.js';

type Delta = Record<string, unknown>;

const toChunk = (call: ChatCall, delta: Delta, finishReason: string | null = null): unknown => ({
  id: 'chatcmpl-fake',
  object: 'chat.completion.chunk',
  created: 0,
  model: call.model,
  choices: [{ index: 0, delta, finish_reason: finishReason }],
});

const toEvent = (value: unknown): string =>
  `data: ${typeof value === 'string' ? value : JSON.stringify(value)}\n\n`;

/** Words with the space before them, as a model writes them. */
const toPieces = (content: string): string[] => content.match(/\s*\S+\s*$|\s*\S+/g) ?? [];

const toToolDeltas = ({ toolCalls = [] }: ChatReply): Delta[] =>
  toolCalls.flatMap(({ id, name, arguments: given }, index) => [
    { tool_calls: [{ index, id, type: 'function', function: { name, arguments: '' } }] },
    ...(given.match(/[^]{1,5}/g) ?? []).map((piece) => ({
      tool_calls: [{ index, function: { arguments: piece } }],
    })),
  ]);

export const openStream = (response: ServerResponse): void => {
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
  response.flushHeaders();
};

/** Resolves when the event has left this process; false once nobody listens. */
export const sendEvent = async (response: ServerResponse, value: unknown): Promise<boolean> => {
  if (response.destroyed) return false;
  await new Promise<void>((resolve) => {
    response.write(toEvent(value), () => {
      resolve();
    });
  });
  return !response.destroyed;
};

export const sendPieces = async (
  response: ServerResponse,
  call: ChatCall,
  pieces: readonly string[],
): Promise<void> => {
  openStream(response);
  for (const content of pieces) await sendEvent(response, toChunk(call, { content }));
};

export const sendEndlessly = async (
  response: ServerResponse,
  call: ChatCall,
  { piece, pauseMs }: { piece: string; pauseMs: number },
): Promise<void> => {
  openStream(response);
  while (await sendEvent(response, toChunk(call, { content: piece }))) {
    if (pauseMs > 0) await pause(pauseMs);
    // Lets the server see that the client went away.
    else await immediate();
  }
};

type Pace = { pauseMs?: number };

/** A whole answer, piece by piece, as OpenAI streams it. */
export const streamReply = async (
  response: ServerResponse,
  call: ChatCall,
  { reply, pauseMs = 0 }: { reply: ChatReply } & Pace,
): Promise<void> => {
  const deltas: Delta[] = [
    { role: 'assistant', content: '' },
    ...toPieces(reply.content).map((content) => ({ content })),
    ...toToolDeltas(reply),
  ];
  openStream(response);
  for (const delta of deltas) {
    if (pauseMs > 0) await pause(pauseMs);
    if (!(await sendEvent(response, toChunk(call, delta)))) return;
  }
  const finishReason = reply.finishReason ?? (reply.toolCalls ? 'tool_calls' : 'stop');
  await sendEvent(response, toChunk(call, {}, finishReason));
  if (call.stream_options?.include_usage === true) {
    await sendEvent(response, { model: call.model, choices: [], usage: toUsage(call, reply) });
  }
  await sendEvent(response, '[DONE]');
  response.end();
};

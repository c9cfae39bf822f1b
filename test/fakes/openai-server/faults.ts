import type { ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { toCompletion, type ChatCall, type Fault } from './replies.js';
import { openStream, sendEndlessly, sendEvent, sendPieces, streamReply } from './stream.js';

const EMPTY_CALL: ChatCall = { model: 'none', messages: [] };

export const sendJson = (response: ServerResponse, status: number, body: unknown): void => {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
};

const sendStatus = (response: ServerResponse, fault: Extract<Fault, { fault: 'status' }>): void => {
  const { status, message = 'scripted failure', code = null, headers = {} } = fault;
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  sendJson(response, status, { error: { message, type: 'error', code, param: null } });
};

/** The first bytes of an answer, in the form that was asked for. */
const begin = async (
  response: ServerResponse,
  { call, after }: { call: ChatCall; after: readonly string[] },
): Promise<void> => {
  if (call.stream === true) {
    await sendPieces(response, call, after);
    return;
  }
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
  await new Promise((resolve) => response.write('{"choices": [', resolve));
};

export const sendFault = async (
  response: ServerResponse,
  fault: Fault,
  call: ChatCall = EMPTY_CALL,
): Promise<void> => {
  switch (fault.fault) {
    case 'status':
      sendStatus(response, fault);
      return;
    case 'html':
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end('<html><body>Sign in</body></html>');
      return;
    case 'cut':
      await begin(response, { call, after: fault.after ?? [] });
      response.destroy();
      return;
    case 'stall':
      await begin(response, { call, after: fault.after ?? [] });
      return;
    case 'hang':
      return;
    case 'json':
      sendJson(response, 200, fault.body);
      return;
    case 'one_piece':
      sendJson(response, 200, toCompletion(call, fault.reply));
      return;
    case 'slow':
      if (call.stream === true) {
        await streamReply(response, call, { reply: { content: fault.content }, ...fault });
        return;
      }
      await pause(fault.pauseMs);
      sendJson(response, 200, toCompletion(call, fault.content));
      return;
    case 'endless':
      await sendEndlessly(response, call, { pauseMs: 0, ...fault });
      return;
    case 'events':
      openStream(response);
      for (const event of fault.events) await sendEvent(response, event);
      response.end();
  }
};

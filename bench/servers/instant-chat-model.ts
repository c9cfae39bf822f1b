import { decide } from '../../test/fakes/scripted-chat-model.js';
import type { ChatModel, ChatResult } from '../../src/platform/models/model.js';
import { timedPieces } from './timed-pieces.js';

type Script = { question: string; answer: string };

const toResult = (content: string): ChatResult => ({
  content,
  toolCalls: [],
  usage: { promptTokens: 100, completionTokens: 10 },
  costUsd: 0.001,
  finishReason: 'stop',
  model: 'instant-1',
  backend: 'instant',
  protocol: 'structured',
  switched: false,
});

/** Searches, then answers, and remembers nothing; an answer that is streamed tells when its sentences were made. */
export const createInstantChatModel = ({ question, answer }: Script): ChatModel => ({
  model: 'instant-1',
  complete: async ({ purpose }, { onText }) => {
    if (purpose !== 'answer') return toResult(decide.search(question));
    if (onText === undefined) return toResult(answer);
    const pieces: string[] = [];
    for await (const piece of timedPieces(' [1]')) {
      pieces.push(piece);
      await onText(piece);
    }
    return toResult(pieces.join(''));
  },
});

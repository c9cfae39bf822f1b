import { decide } from '../../test/fakes/scripted-chat-model.js';
import type { ChatModel, ChatResult } from '../../src/platform/models/model.js';
import { introducedPieces, timedPieces } from './timed-pieces.js';

/** The answer comes in one piece, or in pieces that say when they were made, after a sentence with a citation or after an introduction. */
export type Pace = 'at once' | 'timed' | 'introduced';

type Script = { question: string; answer: string; pace: Pace };

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

/** Searches, then answers, and remembers nothing. */
export const createInstantChatModel = ({ question, answer, pace }: Script): ChatModel => ({
  model: 'instant-1',
  complete: async ({ purpose }, { onText }) => {
    if (purpose !== 'answer') return toResult(decide.search(question));
    const pieces: string[] = [];
    for await (const piece of PACES[pace](answer)) {
      pieces.push(piece);
      await onText?.(piece);
    }
    return toResult(pieces.join(''));
  },
});

const PACES: Record<Pace, (answer: string) => AsyncIterable<string>> = {
  'at once': async function* (answer) {
    yield answer;
  },
  timed: async function* (answer) {
    yield `${answer}.\n`;
    yield* timedPieces();
  },
  introduced: introducedPieces,
};

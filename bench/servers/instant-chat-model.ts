import { decide } from '../../test/fakes/scripted-chat-model.js';
import type { ChatModel, ChatResult } from '../../src/platform/models/model.js';
import { introducedPieces, timedPieces } from './timed-pieces.js';

type Script = { question: string; answer: string; isIntroduced: boolean };

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

/** Searches, then answers, and remembers nothing; an answer that is streamed tells when its sentences were made, behind one that cites. */
export const createInstantChatModel = ({ question, answer, isIntroduced }: Script): ChatModel => ({
  model: 'instant-1',
  complete: async ({ purpose }, { onText }) => {
    if (purpose !== 'answer') return toResult(decide.search(question));
    if (onText === undefined) return toResult(answer);
    const pieces: string[] = [];
    const say = async (piece: string): Promise<void> => {
      pieces.push(piece);
      await onText(piece);
    };
    if (!isIntroduced) await say(`${answer}.\n`);
    for await (const piece of isIntroduced ? introducedPieces(answer) : timedPieces()) {
      await say(piece);
    }
    return toResult(pieces.join(''));
  },
});

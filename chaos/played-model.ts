import { startOpenAiServer } from '../test/fakes/openai-server/index.js';
import { cooperativeModel } from '../test/fakes/openai-server/cooperative-model.js';
import { hashedEmbeddings } from '../test/fakes/openai-server/hashed-embeddings.js';
import type { ChatScript, EmbeddingScript } from '../test/fakes/openai-server/replies.js';

const DIMENSIONS = 32;

export type EmbedderMood =
  'well' | 'too few' | 'not a number' | 'zeros' | 'wrong order' | 'too many requests';

export type PlayedModel = {
  variables: Record<string, string>;
  /** Sets how the embedder answers from now on. */
  setMood(mood: EmbedderMood): void;
  /** Answers given in a mood other than `well`. */
  moodyAnswers(): number;
  /** A pause before each piece of an answer. */
  setPause(ms: number): void;
  close(): Promise<void>;
};

/** Says of what the user wants remembered that it is to be; otherwise it does what the cooperative one does. */
const rememberingModel: ChatScript = (call, number) => {
  const prompt = call.messages.findLast(({ role }) => role === 'user')?.content ?? '';
  const [, messageId] = /\(message id ([^)\s]+)\)/.exec(prompt) ?? [];
  const [quote] = /Remember that [^.\n]+\./.exec(prompt) ?? [];
  const isDecision = call.response_format?.json_schema?.name === 'decision';
  const isAsked =
    messageId !== undefined && quote !== undefined && !prompt.includes('observations');
  if (!isDecision || !isAsked) return cooperativeModel(call, number);
  return JSON.stringify({
    reasoning: 'It is to be remembered.',
    decision: 'CALL_TOOLS',
    tools: [{ name: 'create_memory', arguments: JSON.stringify({ messageId, quote }) }],
    then: 'answer',
    question: null,
    confidence: 0.9,
  });
};

const spoil = (mood: EmbedderMood, vectors: number[][]): ReturnType<EmbeddingScript> => {
  switch (mood) {
    case 'well':
      return vectors;
    case 'too few':
      return vectors.slice(1);
    case 'not a number':
      return vectors.map((vector) => vector.map(() => Number.NaN));
    case 'zeros':
      return vectors.map((vector) => vector.map(() => 0));
    case 'wrong order': {
      const data = vectors.map((embedding) => ({ object: 'embedding', index: 7, embedding }));
      return { fault: 'json', body: { object: 'list', model: 'm', data, usage: {} } };
    }
    case 'too many requests':
      return { fault: 'status', status: 429, headers: { 'retry-after': '1' } };
  }
};

/** A model and an embedder that a server on this machine plays. */
export const openModel = async (): Promise<PlayedModel> => {
  let mood: EmbedderMood = 'well';
  let moody = 0;
  let pauseMs = 0;
  const chat: ChatScript = (call, number) => {
    const reply = rememberingModel(call, number);
    return pauseMs > 0 && call.stream === true && typeof reply === 'string'
      ? { fault: 'slow', content: reply, pauseMs }
      : reply;
  };
  const embed: EmbeddingScript = ({ input }) => {
    if (mood !== 'well') moody += 1;
    return spoil(mood, hashedEmbeddings(input, DIMENSIONS));
  };
  const server = await startOpenAiServer({ chat, embed });
  return {
    variables: {
      OPENAI_BASE_URL: server.baseUrl,
      OPENAI_MODEL: 'chaos-model',
      EMBEDDINGS_BASE_URL: server.baseUrl,
      EMBEDDINGS_MODEL: 'chaos-embedder',
      EMBEDDINGS_DIMENSIONS: String(DIMENSIONS),
      EVIDENCE_MIN_SIMILARITY: '0.85',
    },
    setMood: (next) => {
      mood = next;
      moody = 0;
    },
    moodyAnswers: () => moody,
    setPause: (ms) => {
      pauseMs = ms;
    },
    close: () => server.close(),
  };
};

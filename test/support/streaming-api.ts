import type { ChatAnswer } from '../../src/workflow/chat.js';
import { AppError } from '../../src/shared/errors.js';
import type { TurnEvent } from '../../src/workflow/turn.js';
import { createFakeApiDeps } from '../fakes/api-deps.js';
import { createFakeUseCases } from '../fakes/api-use-cases.js';
import { askForEvents } from './event-stream.js';
import { serveApi } from './serve-api.js';

type Overrides = NonNullable<Parameters<typeof createFakeApiDeps>[0]>;
export type AskedTurn = Parameters<NonNullable<Overrides['runTurn']>>[0];
type Play = (emit: (event: TurnEvent) => void | Promise<void>, asked: AskedTurn) => Promise<void>;

export const QUESTION = { message: 'How many days?' };
export const TIMING = { heartbeatMs: 15_000, stallLimitMs: 20_000, recheckMs: 30_000 };

/** The API with a turn that a test plays, and one member who asks. */
export const serveStreams = async (overrides: Overrides) => {
  const fake = createFakeApiDeps(overrides);
  const api = await serveApi(fake.deps);
  const key = fake.keys.issue({ role: 'member' });
  const ask = (signal?: AbortSignal) =>
    askForEvents({ url: api.url, key: key.apiKey, body: QUESTION }, signal);
  return { ...fake, api, key, ask };
};

/** A turn that tells what the test wants it to tell, and then has its answer. */
export const turnOf =
  (play: Play) =>
  async (asked: AskedTurn): Promise<ChatAnswer> => {
    const answer = await createFakeUseCases().runTurn(asked);
    const { emit = async () => undefined } = asked;
    await emit({ type: 'node', node: 'initialize', phase: 'start' });
    const { executionId, sessionId } = answer;
    await emit({ type: 'execution', executionId, sessionId });
    await play(emit, asked);
    return answer;
  };

const untilAborted = ({ signal }: AskedTurn): Promise<never> =>
  new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new AppError('cancelled', 'Stopped.')));
  });

/** Has begun its answer and gets no further. */
export const writesUntilAborted = turnOf(async (emit, asked) => {
  await emit({ type: 'delta', text: 'Three' });
  await untilAborted(asked);
});

import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { Agent, request } from 'node:https';

type Target = { port: number; key: string };

/** An answer that no client should have to see, with what was asked. */
type Lost = { what: string; status: number | string };

/** Several clients that ask one thing after the other, over connections that they keep. Each repeats a request whose API was killed once. */
export const askWithoutPause = (target: Target, clients = 4) => {
  const agent = new Agent({ keepAlive: true, rejectUnauthorized: false });
  const counts = { answered: 0, repeated: 0 };
  const lost: Lost[] = [];
  let isOver = false;
  const askOne = async (turn: number): Promise<void> => {
    const wish = WISHES[turn % WISHES.length] ?? WISHES[0];
    const idempotencyKey = randomUUID();
    const status = await send({ ...target, agent, idempotencyKey }, wish);
    if (isGood(status)) {
      counts.answered += 1;
      return;
    }
    counts.repeated += 1;
    lost.push({ what: wish.what, status });
    const again = await send({ ...target, agent, idempotencyKey }, wish);
    if (isGood(again)) counts.answered += 1;
    else lost.push({ what: `${wish.what}, once more`, status: again });
  };
  const client = async (number: number): Promise<void> => {
    for (let turn = number; !isOver; turn += 1) await askOne(turn);
  };
  const running = Promise.all(Array.from({ length: clients }, (_, number) => client(number)));
  return {
    /** Those that were lost since the last call. */
    takeLost: () => lost.splice(0),
    answered: () => counts.answered,
    end: async () => {
      isOver = true;
      await running;
      agent.destroy();
      return counts;
    },
  };
};

const isGood = (status: number | string): boolean => status === 200 || status === 202;

const JSON_BODY = { 'Content-Type': 'application/json' };
const BOUNDARY = 'a-boundary';

const WISHES = [
  {
    what: 'GET /v1/me',
    method: 'GET',
    path: '/v1/me',
    headers: {},
    body: () => '',
    isKeyed: false,
  },
  {
    what: 'POST /v1/search',
    method: 'POST',
    path: '/v1/search',
    headers: JSON_BODY,
    body: () => '{"query":"days of leave"}',
    isKeyed: false,
  },
  {
    what: 'POST /v1/chat',
    method: 'POST',
    path: '/v1/chat',
    headers: JSON_BODY,
    body: () => '{"message":"How many days of leave are there?"}',
    isKeyed: false,
  },
  {
    what: 'POST /v1/documents',
    method: 'POST',
    path: '/v1/documents',
    headers: { 'Content-Type': `multipart/form-data; boundary=${BOUNDARY}` },
    body: () =>
      [
        `--${BOUNDARY}`,
        'Content-Disposition: form-data; name="file"; filename="note.txt"',
        'Content-Type: text/plain',
        '',
        `A note of its own: ${randomUUID()}.`,
        `--${BOUNDARY}--`,
        '',
      ].join('\r\n'),
    isKeyed: true,
  },
] as const;

type Sending = Target & { agent: Agent; idempotencyKey: string };

const send = async (
  { port, key, agent, idempotencyKey }: Sending,
  { method, path, headers, body, isKeyed }: (typeof WISHES)[number],
): Promise<number | string> => {
  const asking = request({
    host: '127.0.0.1',
    port,
    method,
    path,
    agent,
    headers: {
      ...headers,
      Authorization: `Bearer ${key}`,
      ...(isKeyed && { 'Idempotency-Key': idempotencyKey }),
    },
  });
  asking.end(body());
  try {
    const [answer] = (await once(asking, 'response')) as [IncomingMessage];
    const text = Buffer.concat((await answer.toArray()) as Buffer[]).toString();
    const status = answer.statusCode ?? 0;
    return isGood(status) ? status : `${status} ${text.slice(0, 300)}`;
  } catch (error) {
    return error instanceof Error ? error.message : 'broken off';
  }
};

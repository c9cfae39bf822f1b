import { setTimeout as delay } from 'node:timers/promises';

/** Asks again until the answer satisfies; rejects with the last answer when the time is up. */
export const eventually = async <Answer>(
  ask: () => Answer | Promise<Answer>,
  isSatisfied: (answer: Answer) => boolean,
  timeoutMs = 20_000,
): Promise<Answer> => {
  const deadlineMs = performance.now() + timeoutMs;
  for (;;) {
    const answer = await ask();
    if (isSatisfied(answer)) return answer;
    if (performance.now() > deadlineMs) {
      throw new Error(`Still not after ${timeoutMs} ms: ${JSON.stringify(answer)}`);
    }
    await delay(20);
  }
};

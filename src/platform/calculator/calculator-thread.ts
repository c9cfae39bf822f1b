import { parentPort } from 'node:worker_threads';
import { calculate } from './calculate.js';
import type { Answer } from './messages.js';
import { Refusal } from './refusal.js';

const answer = (expression: string): Answer => {
  try {
    return { type: 'value', value: calculate(expression) };
  } catch (error) {
    if (error instanceof Refusal) return { type: 'refused', reason: error.message };
    throw error;
  }
};

// Entry of the thread: one expression at a time, ended from outside when it takes too long.
parentPort?.on('message', (expression: string) => {
  parentPort?.postMessage(answer(expression));
});
// The library makes much of itself when it is first used; that is no time of anybody's expression.
answer('sqrt(2 kg to g / 1 g) + 10%');
parentPort?.postMessage({ type: 'ready' } satisfies Answer);

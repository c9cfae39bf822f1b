import { endWithParent } from '../end-with-parent.js';
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

// Entry of the process: one expression at a time, ended from outside when it takes too long.
endWithParent();
process.on('message', (expression: string) => {
  process.send?.(answer(expression));
});
// The library makes much of itself when it is first used; that is no time of anybody's expression.
answer('sqrt(2 kg to g / 1 g) + 10%');
process.send?.({ type: 'ready' } satisfies Answer);

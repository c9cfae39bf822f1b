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

// Entry of the process: evaluates one expression at a time and is ended from outside when one takes too long.
endWithParent();
process.on('message', (expression: string) => {
  process.send?.(answer(expression));
});
// The library initializes itself on first use; no expression should be charged for that.
answer('sqrt(2 kg to g / 1 g) + 10%');
process.send?.({ type: 'ready' } satisfies Answer);

import { z } from 'zod';
import { declareTool } from '../tool.js';

const Input = z.strictObject({
  expression: z
    .string()
    .trim()
    .min(1)
    .max(500)
    .describe('For example "15% of 200", "sqrt(144) + 5" or "100 km/h to mi/h".'),
});

export const mathCalc = declareTool({
  name: 'math_calc',
  description:
    'Calculates an arithmetic expression exactly: + - * / ^ and brackets, percentages ("15% of 200", "340 + 12%"), units ("5 kg to lb", "3 hours + 20 minutes in minutes"), roots, logarithms, trigonometry, rounding, mean, median, sum of numbers, factorial. Numbers have a decimal point. It knows no variables, no equations to solve, no lists, no currencies and no dates.',
  input: Input,
  risk: 'safe',
  calculates: true,
  create:
    ({ calculator }) =>
    async ({ expression }, { scope, signal, onTurn }) => {
      const owner = { tenantId: scope.tenantId, userId: scope.userId, onTurn };
      const value = await calculator.calculate(expression, owner, signal);
      const text = `${expression} = ${value}`;
      return { summary: '1 value', evidence: [{ kind: 'value', text }] };
    },
});

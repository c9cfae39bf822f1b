import { createCalculator } from '../../../src/platform/isolated/calculator/calculator.js';
import { hostileArguments } from '../service-cases.js';
import type { ToolBench, ToolCase } from '../tool-bench.js';

export const mathCalcBench: ToolBench = {
  tool: 'math_calc',
  open: async () => {
    const calculator = createCalculator();
    return {
      deps: { calculator },
      cases: [...hostileArguments({ expression: '1 + 1' }), ...values(), ...refusals()],
      close: () => calculator.close(),
    };
  },
};

const values = (): ToolCase[] =>
  [
    ['15 * 8', '120'],
    ['sqrt(144) + 5', '17'],
    ['0.1 + 0.2', '0.3'],
    ['12 % of 340', '40.8'],
    ['15% of 200', '30'],
    ['340 + 12%', '380.8'],
    ['1,234.5 + 1', '1235.5'],
    ['1.234,5 + 1', '1235.5'],
    ['1 234 567 / 2', '617283.5'],
    ['max(1, 2, 3) * min(4, 5)', '12'],
    ['round(2.345, 2)', '2.35'],
    ['2^64', '18446744073709551616'],
    ['10! / 8!', '90'],
    ['1 / 3', '0.333333333333333 (rounded)'],
    ['sin(90 deg)', '1'],
    ['log10(1000)', '3'],
    ['5 ft in in', '60 in'],
    ['100 km/h to m/s', '27.7777777777778 m / s (rounded)'],
    ['20 degC to degF', '68 degF'],
    ['3 hours + 20 minutes in minutes', '200 minutes'],
    ['mean(2, 4, 9)', '5'],
    ['-(2 + 3)^2', '-25'],
  ].map(([expression = '', value = '']) => ({
    name: expression,
    arguments: { expression },
    expected: { texts: [new RegExp(`= ${value.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`)] },
  }));

const refusals = (): ToolCase[] =>
  (
    [
      ['1 / 0', /division by 0/],
      ['9^9^9', /too large/],
      ['9^9^9^9', /no finite result/],
      ['sqrt(-1)', /no real result/],
      ['5 kg to m', /Units do not match/],
      ['5 kg + 3 s', /Units do not match/],
      ['1,234 * 2', /ambiguous/],
      ['max(1,234)', /ambiguous/],
      ['2 +', /cannot be read/],
      ['((1)', /cannot be read/],
      ['x + 1', /neither a number/],
      ['500 EUR to HUF', /neither a number/],
      ['sum(1:1e7)', /Only numbers/],
      ['ones(3000, 3000)', /no function/],
      ['factorial(1e9)', /too long/],
      ['import("fs")', /no function/],
      ['evaluate("1 + 1")', /no function/],
      ['createUnit("foo")', /no function/],
      ['derivative("x^2", "x")', /no function/],
      ['a = 5', /Only numbers/],
      ['pi.constructor', /Only numbers/],
      ['cos.constructor("return process")()', /./],
      ['__proto__', /neither a number/],
      ['[1, 2, 3]', /Only numbers/],
      ['"a text"', /Only numbers/],
      ['what is the capital of France', /./],
      ['1'.repeat(501), /500/],
    ] satisfies [string, RegExp][]
  ).map(([expression, message]) => ({
    name: expression.slice(0, 60),
    arguments: { expression },
    expected: { code: 'invalid_arguments', message },
  }));

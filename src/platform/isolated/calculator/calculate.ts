import { all, create, type BigNumber, type MathNode, type MathType, type Unit } from 'mathjs';
import { Refusal } from './refusal.js';

/** More digits than are ever shown, so that those shown are right. */
const PRECISION = 64;

const math = create(all ?? {}, { number: 'BigNumber', precision: PRECISION, relTol: 1e-60 });

const own = create(all ?? {}, { number: 'BigNumber', precision: PRECISION });

/** A number with a greater power of ten counts as infinite and is refused: one of a billion digits would take all memory. */
const GREATEST_POWER = 5000;
for (const instance of [math, own]) {
  // The types omit the number class of an instance.
  const made: object = instance;
  const { BigNumber: numbers } = made as {
    BigNumber: { set: (limits: { maxE: number; minE: number }) => void };
  };
  numbers.set({ maxE: GREATEST_POWER, minE: -GREATEST_POWER });
}

// An intermediate value that is not finite must not end as a number: 5 / (1 / 0) is not 0.
math.import(
  {
    divide: (left: MathType, right: MathType) => own.divide(left, requireDivisor(right)),
    mod: (left: BigNumber, right: BigNumber) =>
      own.mod(requireExact(left), requireExact(requireDivisor(right))),
    // There are at least two, or the library refuses.
    gcd: (...values: BigNumber[]) =>
      own.gcd(...(values.map(requireExact) as [BigNumber, BigNumber])),
    lcm: (...values: BigNumber[]) =>
      own.lcm(...(values.map(requireExact) as [BigNumber, BigNumber])),
    pow: (base: MathType, exponent: BigNumber) => requireFinite(own.pow(base, exponent)),
  },
  { override: true },
);

/** The value of an arithmetic expression as text; throws a `Refusal` if it has none. It has no time limit of its own. */
export const calculate = (written: string): string => {
  const tree = parse(readExpression(written));
  tree.traverse(check);
  return write(evaluate(tree), { hasFunction: tree.filter(isFunction).length > 0, unit: '' });
};

const parse = (text: string): MathNode => {
  try {
    return math.parse(text);
  } catch (cause) {
    throw new Refusal(`The expression cannot be read: ${messageOf(cause)}.`, { cause });
  }
};

const requireDivisor = <Value extends MathType>(value: Value): Value => {
  // The target unit of a conversion is not an amount, so it has no value.
  const isAmount = !math.isUnit(value) || math.isBigNumber(value.toJSON().value);
  if (isAmount && math.isZero(value)) throw new Refusal('It has no result: a division by 0.');
  return value;
};

const requireFinite = <Value extends MathType>(value: Value): Value => {
  if (math.isBigNumber(value) && !value.isFinite()) {
    throw new Refusal('It has no finite result: a number in it is too large, or divided by 0.');
  }
  return value;
};

/** The last digit decides a remainder, so it must still be exact. */
const requireExact = <Value extends MathType>(value: Value): Value => {
  if (math.isBigNumber(value) && value.e >= PRECISION) {
    throw new Refusal(`Remainders are calculated of numbers of at most ${PRECISION} digits.`);
  }
  return value;
};

const OPERATORS: ReadonlySet<string> = new Set([
  'add',
  'subtract',
  'multiply',
  'divide',
  'dotDivide',
  'pow',
  'mod',
  'factorial',
  'unaryMinus',
  'unaryPlus',
  'to',
]);

const FUNCTIONS: ReadonlySet<string> = new Set([
  'abs',
  'cbrt',
  'ceil',
  'exp',
  'fix',
  'floor',
  'hypot',
  'log',
  'log10',
  'log2',
  'mod',
  'nthRoot',
  'pow',
  'round',
  'sign',
  'sqrt',
  'square',
  'cube',
  'to',
  'acos',
  'asin',
  'atan',
  'atan2',
  'cos',
  'cosh',
  'sin',
  'sinh',
  'tan',
  'tanh',
  'max',
  'mean',
  'median',
  'min',
  'prod',
  'std',
  'sum',
  'variance',
  'combinations',
  'factorial',
  'gcd',
  'lcm',
  'permutations',
]);

const CONSTANTS: ReadonlySet<string> = new Set(['pi', 'e', 'tau', 'phi']);

/** Refuses everything not named here: assignments, member access, lists, texts, and all other functions of the library. */
const check = (node: MathNode): void => {
  if (math.isConstantNode(node) && isNumber(node.value)) return;
  if (math.isParenthesisNode(node)) return;
  if (math.isOperatorNode(node) && OPERATORS.has(node.fn)) return;
  if (math.isFunctionNode(node) && math.isSymbolNode(node.fn)) {
    const { name } = node.fn;
    if (FUNCTIONS.has(name)) return;
    throw new Refusal(
      `There is no function "${name}" here. There are: ${[...FUNCTIONS].join(', ')}.`,
    );
  }
  if (math.isSymbolNode(node)) {
    const { name } = node;
    if (CONSTANTS.has(name) || FUNCTIONS.has(name) || math.Unit.isValuelessUnit(name)) return;
    throw new Refusal(`"${name}" is neither a number, a unit nor a constant.`);
  }
  throw new Refusal(
    'Only numbers, units, brackets, + - * / ^ % !, conversions ("5 kg to lb") and functions can be calculated with.',
  );
};

/** A percentage contains a 100 that is not a BigNumber. */
const isNumber = (value: unknown): boolean => math.isBigNumber(value) || typeof value === 'number';

const isFunction = (node: MathNode): boolean => math.isFunctionNode(node);

const evaluate = (tree: MathNode): unknown => {
  try {
    // Only constants and functions are allowed, so nothing is looked up in a scope.
    return tree.compile().evaluate() as unknown;
  } catch (cause) {
    if (cause instanceof Refusal) throw cause;
    throw new Refusal(`It cannot be calculated: ${messageOf(cause)}.`, { cause });
  }
};

const messageOf = (cause: unknown): string =>
  (cause instanceof Error ? cause.message : 'unknown reason').slice(0, 200).replace(/\.$/, '');

const write = (value: unknown, written: Written): string => {
  if (math.isBigNumber(value)) return formatNumber(value, written);
  if (math.isUnit(value)) return writeUnit(value, written);
  if (math.isComplex(value)) throw new Refusal('It has no real result.');
  throw new Refusal('The result is not a number.');
};

const writeUnit = (unit: Unit, written: Written): string => {
  const name = unit.formatUnits();
  // The types promise a number, but a unit of BigNumbers returns a BigNumber.
  const value: unknown = unit.toNumeric(name === '' ? unit.toString() : name);
  return formatNumber(toBigNumber(value), { ...written, unit: name });
};

const toBigNumber = (value: unknown): BigNumber => {
  if (math.isBigNumber(value)) return value;
  if (typeof value === 'number') return math.bignumber(value);
  throw new Refusal('The result has no value.');
};

type Written = {
  /** Sines, roots and the like are rounded, so a result that should be 0 is only close to 0. */
  hasFunction: boolean;
  /** Follows the number; may be empty. */
  unit: string;
};

/** A rounding error in the last digit cannot reach this many digits. */
const EXACT_DIGITS = 40;
/** The number of reliable digits: the last few of those used in the calculation may be wrong. */
const SURE_DIGITS = 60;
const SHOWN_DIGITS = 15;
const LONGEST_DECIMALS = 20;
const GREATEST_EXPONENT = 1000;
const NEARLY_ZERO_EXPONENT = -50;

/** All digits if there are few, otherwise the first fifteen, marked as rounded. */
const formatNumber = (value: BigNumber, { hasFunction, unit }: Written): string => {
  const { digits, isRounded } = toDigits(value, hasFunction);
  return [digits, unit, isRounded ? '(rounded)' : ''].filter((part) => part !== '').join(' ');
};

type Digits = { digits: string; isRounded: boolean };

const toDigits = (value: BigNumber, hasFunction: boolean): Digits => {
  if (value.isNaN()) throw new Refusal('It has no result.');
  if (!value.isFinite()) throw new Refusal('It has no finite result: a number in it is too large.');
  if (value.isZero()) return { digits: '0', isRounded: false };
  if (hasFunction && value.e < NEARLY_ZERO_EXPONENT) return { digits: '0', isRounded: true };
  if (Math.abs(value.e) > GREATEST_EXPONENT) {
    const size = value.e > 0 ? 'large' : 'close to 0';
    throw new Refusal(`The result is too ${size}: its power of ten is ${value.e}.`);
  }
  if (value.isInteger() && value.e < EXACT_DIGITS)
    return { digits: value.toFixed(), isRounded: false };
  const exact = value.toSignificantDigits(EXACT_DIGITS);
  const isWhole = exact.equals(value.toSignificantDigits(SURE_DIGITS));
  const isShort = exact.decimalPlaces() <= LONGEST_DECIMALS && Math.abs(exact.e) < EXACT_DIGITS;
  if (isWhole && isShort) return { digits: exact.toFixed(), isRounded: false };
  const shown = exact.toSignificantDigits(SHOWN_DIGITS);
  return { digits: shown.toString(), isRounded: !isWhole || !shown.equals(exact) };
};

const MAX_CHARS = 500;

/** Turns an expression as people write it into the library's syntax: signs, percentages, and numbers with unambiguous separators. */
const readExpression = (written: string): string => {
  if (written.length > MAX_CHARS) {
    throw new Refusal(`The expression is longer than ${MAX_CHARS} characters.`);
  }
  const signs = SIGNS.reduce((text, [sign, by]) => text.replace(sign, by), written);
  const text = signs.replace(/^\s*=|[=?]\s*$/g, '').trim();
  if (text === '') throw new Refusal('The expression is empty.');
  return withoutSeparators(text)
    .replace(/\bper ?cent\b/gi, '%')
    .replace(/%\s*of\b/gi, '% *')
    .replace(/\bln\s*\(/g, 'log(');
};

const SIGNS: readonly [RegExp, string][] = [
  [/[\u00a0\u202f\u2009\t\r\n]/g, ' '],
  [/[×·⋅∙]/g, '*'],
  [/[÷∶]/g, '/'],
  [/[−–—]/g, '-'],
  [/²/g, '^2'],
  [/³/g, '^3'],
  [/\u03c0/g, ' pi '],
  [/√\s*(?=\()/g, 'sqrt'],
  [/√\s*(\d+(?:\.\d+)?)/g, 'sqrt($1)'],
  [/°\s*([CF])\b/g, ' deg$1'],
  [/[’‘]/g, "'"],
];

const NUMBER = /(?<![\w.])\d[\d.,'_]*(?: \d{3}(?!\d)(?:[.,]\d+)?)*/g;

/** Between the arguments of a function a comma separates them; elsewhere it belongs to a number. */
const withoutSeparators = (text: string): string => {
  const inFunction = findArguments(text);
  return text.replace(NUMBER, (number, at: number) => {
    // A trailing separator ends an argument or a sentence.
    const [, body = number, rest = ''] = /^(.*?)([.,']*)$/.exec(number) ?? [];
    return (inFunction[at] === true ? readArgument(body) : readNumber(body)) + rest;
  });
};

/** For every character, whether its innermost brackets are those of a function. */
const findArguments = (text: string): boolean[] => {
  const open: boolean[] = [];
  return Array.from({ length: text.length }, (_, at) => {
    if (text[at] === '(') open.push(/[a-z]\w*\s*$/i.test(text.slice(Math.max(0, at - 40), at)));
    const isInside = open.at(-1) ?? false;
    if (text[at] === ')') open.pop();
    return isInside;
  });
};

const readArgument = (body: string): string => {
  if (/^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(body)) {
    throw new Refusal(
      `"${body}" is ambiguous between the brackets of a function: write its numbers without thousands separators, and a space after a comma that parts two of them.`,
    );
  }
  return body.includes(',') ? body : readNumber(body);
};

const GROUPS = /^\d{1,3}(?:(?: \d{3})+|(?:'\d{3})+|(?:_\d{3})+)(?=$|[.,])/;

const readNumber = (body: string): string => {
  const text = GROUPS.test(body) ? body.replace(/[ '_]/g, '') : body;
  if (/^\d+(?:\.\d+)?$/.test(text)) return text;
  const isGrouped = text !== body;
  if (!isGrouped && /^\d{1,3}(?:(?:,\d{3})+\.\d+|(?:,\d{3}){2,})$/.test(text)) {
    return text.replaceAll(',', '');
  }
  if (!isGrouped && /^\d{1,3}(?:(?:\.\d{3})+,\d+|(?:\.\d{3}){2,})$/.test(text)) {
    return text.replaceAll('.', '').replace(',', '.');
  }
  if (!isGrouped && /^[1-9]\d{0,2},\d{3}$/.test(text)) {
    const [thousands, decimals] = [text.replace(',', ''), text.replace(',', '.')];
    throw new Refusal(`"${body}" is ambiguous: write ${thousands}, or ${decimals}.`);
  }
  if (/^\d+,\d+$/.test(text)) return text.replace(',', '.');
  throw new Refusal(
    `"${body}" cannot be read as a number: write it without thousands separators and with a decimal point.`,
  );
};

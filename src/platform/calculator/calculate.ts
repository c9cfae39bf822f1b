import { all, create, type BigNumber, type MathNode, type MathType, type Unit } from 'mathjs';
import { formatNumber, type Written } from './format-number.js';
import { readExpression } from './read-expression.js';
import { Refusal } from './refusal.js';

/** More digits than are ever shown, so that what is shown is right. */
const PRECISION = 64;

const math = create(all ?? {}, { number: 'BigNumber', precision: PRECISION, relTol: 1e-60 });

const own = create(all ?? {}, { number: 'BigNumber', precision: PRECISION });

// What is not finite in between must not come out as a number: 5 / (1 / 0) is not 0.
math.import(
  {
    divide: (left: MathType, right: MathType) => own.divide(left, requireDivisor(right)),
    mod: (left: BigNumber, right: BigNumber) => own.mod(left, requireDivisor(right)),
    pow: (base: MathType, exponent: BigNumber) => requireFinite(own.pow(base, exponent)),
  },
  { override: true },
);

/** The value of an arithmetic expression as text; throws a `Refusal` where it has none. Runs as long as it takes. */
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
  // A unit in a conversion is no amount of it, and so has no value.
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

const OPERATORS: ReadonlySet<string> = new Set([
  ...['add', 'subtract', 'multiply', 'divide', 'dotDivide', 'pow', 'mod', 'factorial'],
  ...['unaryMinus', 'unaryPlus', 'to'],
]);

const FUNCTIONS: ReadonlySet<string> = new Set([
  ...['abs', 'cbrt', 'ceil', 'exp', 'fix', 'floor', 'hypot', 'log', 'log10', 'log2', 'mod'],
  ...['nthRoot', 'pow', 'round', 'sign', 'sqrt', 'square', 'cube', 'to'],
  ...['acos', 'asin', 'atan', 'atan2', 'cos', 'cosh', 'sin', 'sinh', 'tan', 'tanh'],
  ...['max', 'mean', 'median', 'min', 'prod', 'std', 'sum', 'variance'],
  ...['combinations', 'factorial', 'gcd', 'lcm', 'permutations'],
]);

const CONSTANTS: ReadonlySet<string> = new Set(['pi', 'e', 'tau', 'phi']);

/** What is not named here does not run: no assignment, no member access, no list, no text, no function of the library but these. */
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

/** A percentage holds a 100 that is no big number. */
const isNumber = (value: unknown): boolean => math.isBigNumber(value) || typeof value === 'number';

const isFunction = (node: MathNode): boolean => math.isFunctionNode(node);

const evaluate = (tree: MathNode): unknown => {
  try {
    // With constants and functions alone nothing is looked up in a scope.
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
  throw new Refusal('The result is no number.');
};

const writeUnit = (unit: Unit, written: Written): string => {
  const name = unit.formatUnits();
  // The types promise a number, but of a unit of big numbers it is a big one.
  const value: unknown = unit.toNumeric(name === '' ? unit.toString() : name);
  return formatNumber(toBigNumber(value), { ...written, unit: name });
};

const toBigNumber = (value: unknown): BigNumber => {
  if (math.isBigNumber(value)) return value;
  if (typeof value === 'number') return math.bignumber(value);
  throw new Refusal('The result has no value.');
};

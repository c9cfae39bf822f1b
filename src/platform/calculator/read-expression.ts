import { Refusal } from './refusal.js';

const MAX_CHARS = 500;

/** An expression as people write it, as the library reads it: signs, percentages, and numbers with separators that can mean one thing only. */
export const readExpression = (written: string): string => {
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
  [/π/g, ' pi '],
  [/√\s*(?=\()/g, 'sqrt'],
  [/√\s*(\d+(?:\.\d+)?)/g, 'sqrt($1)'],
  [/°\s*([CF])\b/g, ' deg$1'],
  [/[’‘]/g, "'"],
];

const NUMBER = /(?<![\w.])\d[\d.,'_]*(?: \d{3}(?!\d)(?:[.,]\d+)?)*/g;

/** Between the arguments of a function a comma parts them; anywhere else it belongs to a number. */
const withoutSeparators = (text: string): string => {
  const inFunction = findArguments(text);
  return text.replace(NUMBER, (number, at: number) => {
    // What ends in a separator is an argument, or a sentence.
    const [, body = number, rest = ''] = /^(.*?)([.,']*)$/.exec(number) ?? [];
    return (inFunction[at] === true ? readArgument(body) : readNumber(body)) + rest;
  });
};

/** For every character, whether the innermost brackets around it are those of a function. */
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

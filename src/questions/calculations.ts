import { NUMBER, readNumber } from './written-number.js';

type Wording = {
  /** In front of what is to be computed. A strong one says that it is to be computed; a weak one asks what something is. */
  strong: string;
  weak: string;
  /** Behind it. */
  tail: string;
  /** The operators as words, and the sign that each stands for. */
  operators: readonly (readonly [words: string, sign: string])[];
  /** `P` is the percentage, `N` the number it is taken of. */
  percent: readonly string[];
  /** `N` is the number whose root it is. */
  root: string;
};

const WORDINGS: Readonly<Record<string, Wording>> = {
  en: {
    strong:
      "how much (?:is|are)|calculate|compute|work out|evaluate|what(?: is|'s) the (?:result|sum|value) of|can you calculate",
    weak: "what(?: is|'s|s| are)|and what(?: is|'s)",
    tail: 'equals?(?: what)?|is what|is how much',
    operators: [
      ['plus', '+'],
      ['minus', '-'],
      ['times|multiplied by', '*'],
      ['divided by', '/'],
    ],
    percent: ['P ?(?:%|percent|per cent) of N'],
    root: '(?:the )?square root of N',
  },
  hu: {
    strong:
      'mennyi(?: az?| lesz| lesz az?)?|(?:számold|számítsd) ki,?(?: hogy)?(?: mennyi)?|mi az eredménye ennek:?',
    weak: 'mi az?',
    tail: 'mennyi|az mennyi|egyenlő|mennyivel egyenlő',
    operators: [
      ['plusz|meg', '+'],
      ['mínusz|minusz', '-'],
      ['-?sz[eoö]r|szorozva', '*'],
      ['osztva', '/'],
    ],
    percent: [
      'N(?:-?n[ae]k)? (?:az? )?P ?(?:%|százalék)(?:-?(?:[ae]|át))?',
      'P ?(?:%|százalék)-?a (?:az? )?N-?n[ae]k',
    ],
    root: '(?:az? )?(?:N négyzetgyöke|négyzetgyök N|gyök N)',
  },
  de: {
    strong:
      'wie ?viel (?:ist|sind|ergibt|macht)|was (?:ergibt|macht)|berechnen?(?: sie)?|rechne(?: mir)?(?: aus)?',
    weak: 'was (?:ist|sind)',
    tail: 'ist wie ?viel|gleich|ergibt',
    operators: [
      ['plus', '+'],
      ['minus', '-'],
      ['mal|multipliziert mit', '*'],
      ['geteilt durch|durch|dividiert durch', '/'],
    ],
    percent: ['P ?(?:%|prozent) (?:von|aus) N'],
    root: '(?:die )?(?:quadrat)?wurzel (?:aus|von) N',
  },
  fr: {
    strong:
      'combien (?:font|fait|ça fait|vaut|valent|est-ce que font)|calcule[rz]?|quel est le résultat de',
    weak: "(?:qu'est-ce que|que fait|que font|c'est combien)",
    tail: '(?:ça )?(?:fait|font|égale?) combien|égale?',
    operators: [
      ['plus', '+'],
      ['moins', '-'],
      ['fois|multiplié par', '*'],
      ['divisé par', '/'],
    ],
    percent: ['P ?(?:%|pour ?cent) de N'],
    root: '(?:la )?racine carrée de N',
  },
  es: {
    strong: 'cu[aá]nto (?:es|son|da|suma)|calcul[ae]r?|cu[aá]l es el resultado de',
    weak: 'qu[eé] es',
    tail: '(?:es|son|da) cu[aá]nto|es igual a',
    operators: [
      ['m[aá]s', '+'],
      ['menos', '-'],
      ['por|multiplicado por', '*'],
      ['dividido (?:por|entre)|entre', '/'],
    ],
    percent: ['(?:el )?P ?(?:%|por ?ciento) de N'],
    root: '(?:la )?ra[ií]z cuadrada de N',
  },
  vi: {
    strong: '(?:hãy )?tính(?: giúp(?: tôi)?)?(?: giá trị)?',
    weak: '(?!)',
    tail: '(?:thì )?(?:bằng|là|được)(?: bao nhiêu| mấy)',
    operators: [
      ['cộng(?: với)?', '+'],
      ['trừ(?: đi)?', '-'],
      ['nhân(?: với)?', '*'],
      ['chia(?: cho)?', '/'],
    ],
    percent: ['P ?(?:%|phần trăm) (?:của|trên) N'],
    root: 'căn bậc hai(?: của)? N',
  },
  zh: {
    strong: '请?(?:帮我)?(?:计算一下|计算|算一下|算算|算)',
    weak: '(?!)',
    tail: '(?:的结果)?(?:等于|是|得|=)?(?:多少|几)|等于',
    operators: [
      ['加上?', '+'],
      ['减去?', '-'],
      ['乘以?', '*'],
      ['除以', '/'],
    ],
    percent: ['N ?的 ?P ?%'],
    root: '根号 ?N|N ?的平方根',
  },
};

/** What is to be computed, as an expression in signs and digits; `language` is null where no word of any language says so. */
export type Calculation = { expression: string; language: string | null };

/** The calculation that a question, in lower case and without its question mark, asks for and nothing else; null for any other question. */
export const findCalculation = (question: string, language: string): Calculation | null => {
  const reader = READERS.get(language);
  const whole = toSigns(question);
  if (reader === undefined || whole === null) return null;
  const plain = whole.replace(/\s*=\s*$/, '').trim();
  const body = plain.replace(reader.strong, '').replace(reader.tail, '').trim();
  const asked = body.replace(reader.weak, '').trim();
  const isSure = plain !== whole.trim() || body !== plain;
  const share = reader.toShare(asked) ?? toChange(asked);
  const expression = share
    ? writeShare(share, language)
    : writeArithmetic(reader.toSigns(asked), { language, isSure });
  if (expression === null) return null;
  const isWorded = asked !== plain || /\p{L}/u.test(asked.replace(/sqrt/g, ''));
  return { expression, language: isWorded ? language : null };
};

/** Characters that compatibility forms would turn into other numbers: 5⁴ is not 54. */
const LOST = /[⁰⁴-⁹ⁱⁿ₀-₉¹¼-¾⅐-↏]/u;

const toSigns = (text: string): string | null =>
  LOST.test(text)
    ? null
    : text
        .replace(/(?<=[\d)])\s?²/g, ' ^ 2')
        .replace(/(?<=[\d)])\s?³/g, ' ^ 3')
        .replace(/[×·⋅∙∗]/g, '*')
        .replace(/÷/g, '/')
        .replace(/[−–]/g, '-')
        .replace(/\*\*/g, '^')
        .replace(/√\s?\(/g, 'sqrt(')
        .replace(/√\s?(\d+(?:[.,]\d+)?)/g, 'sqrt($1)')
        .replace(/(?<=\d) x (?=\d)/g, ' * ')
        .replace(/(?<=\d) : (?=\d)/g, ' / ');

/** A percentage of a number, or a number changed by it. */
type Share = { share: string; whole: string; sign: '*' | '+' | '-' };

const toReader = ({ strong, weak, tail, operators, percent, root }: Wording, blanks: string) => {
  const roots = new RegExp(root.replace(/N/g, `(${NUMBER})`), 'gu');
  const shares = percent.map((pattern) => {
    const groups = pattern.replace('P', `(?<share>${NUMBER})`).replace('N', `(?<whole>${NUMBER})`);
    return new RegExp(`^${groups}$`, 'u');
  });
  const signs = operators.map(([words, sign]) => ({
    sign,
    pattern: new RegExp(String.raw`(?<=[\d)])\s?(?:${words})\s?(?=sqrt|[\d(-])`, 'gu'),
  }));
  return {
    strong: new RegExp(String.raw`^(?:${strong})(?:${blanks}|:\s*)(?=.)`, 'u'),
    weak: new RegExp(`^(?:${weak})${blanks}`, 'u'),
    tail: new RegExp(`${blanks}(?:${tail})$`, 'u'),
    toShare: (text: string): Share | null => {
      const found = shares.map((share) => share.exec(text)?.groups).find(Boolean);
      const { share, whole } = found ?? {};
      return share === undefined || whole === undefined ? null : { share, whole, sign: '*' };
    },
    toSigns: (text: string): string => {
      const rooted = text.replace(roots, (_found, ...numbers: unknown[]) => {
        const number = numbers.find((value) => typeof value === 'string' && /^\d/.test(value));
        return `sqrt(${String(number)})`;
      });
      return signs
        .reduce((known, { pattern, sign }) => known.replace(pattern, ` ${sign} `), rooted)
        .replace(HUNGARIAN_ENDING, '$1');
    },
  };
};

/** "osztva 8-cal" */
const HUNGARIAN_ENDING = /( [*/] \d+)-?\p{L}?[ae]l$/u;

const CHANGE = new RegExp(String.raw`^(?<whole>${NUMBER}) ?(?<sign>[+-]) ?(?<share>${NUMBER}) ?%$`);

const toChange = (text: string): Share | null => {
  const { whole, sign, share } = CHANGE.exec(text)?.groups ?? {};
  if (whole === undefined || share === undefined) return null;
  return { whole, share, sign: sign === '-' ? '-' : '+' };
};

const writeShare = ({ share, whole, sign }: Share, language: string): string | null => {
  const [part, all] = [readNumber(share, language), readNumber(whole, language)];
  if (part === undefined || all === undefined) return null;
  return sign === '*' ? `${part}% of ${all}` : `${all} ${sign} ${part}%`;
};

const TOKEN = new RegExp(String.raw`\s*(?:(${NUMBER})|(sqrt)|([-+*/^()]))`, 'uy');
const MAX_TOKENS = 60;

type Token = { kind: 'number' | 'sign'; text: string; isApart: boolean };

const writeArithmetic = (
  written: string,
  { language, isSure }: { language: string; isSure: boolean },
): string | null => {
  const tokens = toTokens(written, language);
  const isAsked = tokens !== null && isArithmetic(tokens) && !isDoubtful(tokens, isSure);
  return isAsked ? writeTokens(tokens) : null;
};

const toTokens = (text: string, language: string): Token[] | null => {
  const tokens: Token[] = [];
  let at = 0;
  while (at < text.length) {
    TOKEN.lastIndex = at;
    const [found, number, root, sign] = TOKEN.exec(text) ?? [];
    if (found === undefined || tokens.length >= MAX_TOKENS) return null;
    const read = number === undefined ? (root ?? sign) : readNumber(number, language);
    if (read === undefined) return null;
    at += found.length;
    const isApart = /^\s/.test(found) && /^\s/.test(text.slice(at, at + 1));
    tokens.push({ kind: number === undefined ? 'sign' : 'number', text: read, isApart });
  }
  return tokens;
};

/** Whether the tokens make one expression that computes something. */
const isArithmetic = (tokens: readonly Token[]): boolean => {
  let at = 0;
  let operations = 0;
  const take = (...texts: string[]): boolean => {
    const token = tokens[at];
    const isTaken = token?.kind === 'sign' && texts.includes(token.text);
    at += isTaken ? 1 : 0;
    return isTaken;
  };
  const isSum = (): boolean => {
    do if (!isOperand()) return false;
    while (take('+', '-', '*', '/', '^') && (operations += 1) > 0);
    return true;
  };
  const isOperand = (): boolean => {
    take('-');
    if (tokens[at]?.kind === 'number') {
      at += 1;
      return true;
    }
    const isRoot = take('sqrt');
    operations += isRoot ? 1 : 0;
    return take('(') && isSum() && take(')');
  };
  return isSum() && at === tokens.length && operations > 0;
};

const YEAR = /^(?:19|20)\d\d$/;

/** 9/11, 24/7 and 2024-2025 are names of something else; a sum of these signs alone has blanks around them, or a word that says it is one. */
const isDoubtful = (tokens: readonly Token[], isSure: boolean): boolean => {
  const signs = tokens.filter(({ kind, text }) => kind === 'sign' && text !== '(' && text !== ')');
  const numbers = tokens.filter(({ kind }) => kind === 'number');
  const isOfDates = signs.every(({ text }) => text === '-' || text === '/');
  if (!isOfDates) return false;
  if (numbers.every(({ text }) => YEAR.test(text))) return true;
  return !isSure && !signs.every(({ isApart }) => isApart);
};

/** "15 * 8", "sqrt(144) + 5", "-3 * (2 + 1)" */
const writeTokens = (tokens: readonly Token[]): string =>
  tokens.reduce((written, { kind, text }, position) => {
    const before = tokens[position - 1];
    const isFirst = before === undefined || (before.kind === 'sign' && before.text !== ')');
    const isBinary = kind === 'sign' && !isFirst && text !== ')' && text !== '(';
    return written + (isBinary ? ` ${text} ` : text);
  }, '');

const READERS = new Map(
  Object.entries(WORDINGS).map(([language, wording]) => [
    language,
    toReader(wording, language === 'zh' ? String.raw`\s*` : String.raw`\s+`),
  ]),
);

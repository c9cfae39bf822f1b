import { toUnit } from './units.js';

type Numerals = {
  /** From 1 on, one word each; alternatives and inflected forms by a slash. */
  upToNineteen: string;
  /** 20, 30 … 90. */
  tens: string;
  /** 100, 200 …; a language that multiplies has the first alone. */
  hundreds?: string;
  /** How a ten and a one become one word. */
  glue?: (ten: string, one: string) => string;
  /** Also articles, nouns or parts of other words: a number only in front of a unit. */
  ambiguous?: string;
};

const NUMERALS: Readonly<Record<string, Numerals>> = {
  en: {
    upToNineteen:
      'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen',
    tens: 'twenty thirty forty fifty sixty seventy eighty ninety',
    hundreds: 'hundred',
    ambiguous: 'one',
  },
  hu: {
    upToNineteen:
      'egy kettő/két három négy öt hat hét nyolc kilenc tíz tizenegy tizenkettő/tizenkét tizenhárom tizennégy tizenöt tizenhat tizenhét tizennyolc tizenkilenc',
    tens: 'húsz/huszon harminc negyven ötven hatvan hetven nyolcvan kilencven',
    hundreds:
      'száz kétszáz/kettőszáz háromszáz négyszáz ötszáz hatszáz hétszáz nyolcszáz kilencszáz',
    glue: (ten, one) => ten + one,
    ambiguous: 'egy hat hét',
  },
  de: {
    upToNineteen:
      'ein/eine/einen/einem/einer/eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn',
    tens: 'zwanzig dreißig/dreissig vierzig fünfzig sechzig siebzig achtzig neunzig',
    hundreds:
      'hundert/einhundert zweihundert dreihundert vierhundert fünfhundert sechshundert siebenhundert achthundert neunhundert',
    glue: (ten, one) => `${one}und${ten}`,
    ambiguous: 'ein eine einen einem einer eins acht',
  },
  nl: {
    upToNineteen:
      'een/één twee drie vier vijf zes zeven acht negen tien elf twaalf dertien veertien vijftien zestien zeventien achttien negentien',
    tens: 'twintig dertig veertig vijftig zestig zeventig tachtig negentig',
    hundreds:
      'honderd tweehonderd driehonderd vierhonderd vijfhonderd zeshonderd zevenhonderd achthonderd negenhonderd',
    glue: (ten, one) => `${one}${one.endsWith('e') ? 'ën' : 'en'}${ten}`,
    ambiguous: 'een één',
  },
  sv: {
    upToNineteen:
      'en/ett två tre fyra fem sex sju åtta nio tio elva tolv tretton fjorton femton sexton sjutton arton nitton',
    tens: 'tjugo trettio fyrtio femtio sextio sjuttio åttio nittio',
    hundreds: 'hundra',
    glue: (ten, one) => ten + one,
    ambiguous: 'en ett',
  },
  fr: {
    upToNineteen:
      'un/une deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize',
    tens: 'vingt/vingts trente quarante cinquante soixante septante huitante nonante',
    hundreds: 'cent/cents',
    ambiguous: 'un une neuf six',
  },
  es: {
    upToNineteen:
      'un/uno/una dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete dieciocho diecinueve',
    tens: 'veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa',
    hundreds:
      'cien/ciento doscientos/doscientas trescientos/trescientas cuatrocientos/cuatrocientas quinientos/quinientas seiscientos/seiscientas setecientos/setecientas ochocientos/ochocientas novecientos/novecientas',
    ambiguous: 'un uno una once',
  },
  it: {
    upToNineteen:
      'un/uno/una due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici sedici diciassette diciotto diciannove',
    tens: 'venti trenta quaranta cinquanta sessanta settanta ottanta novanta',
    hundreds:
      'cento duecento trecento quattrocento cinquecento seicento settecento ottocento novecento',
    glue: (ten, one) => (/^[uo]/.test(one) ? ten.slice(0, -1) : ten) + one.replace('tre', 'tré'),
    ambiguous: 'un uno una sei',
  },
  pt: {
    upToNineteen:
      'um/uma dois/duas três quatro cinco seis sete oito nove dez onze doze treze quatorze/catorze quinze dezesseis/dezasseis dezessete/dezassete dezoito dezenove/dezanove',
    tens: 'vinte trinta quarenta cinquenta sessenta setenta oitenta noventa',
    hundreds:
      'cem/cento duzentos/duzentas trezentos/trezentas quatrocentos/quatrocentas quinhentos/quinhentas seiscentos/seiscentas setecentos/setecentas oitocentos/oitocentas novecentos/novecentas',
    ambiguous: 'um uma',
  },
  ru: {
    upToNineteen:
      'один/одна/одно/одного/одной/одну два/две/двух/двум/двумя три/трёх/трех/трём/трем/тремя четыре/четырёх/четырех пять/пяти шесть/шести семь/семи восемь/восьми девять/девяти десять/десяти одиннадцать/одиннадцати двенадцать/двенадцати тринадцать/тринадцати четырнадцать/четырнадцати пятнадцать/пятнадцати шестнадцать/шестнадцати семнадцать/семнадцати восемнадцать/восемнадцати девятнадцать/девятнадцати',
    tens: 'двадцать/двадцати тридцать/тридцати сорок/сорока пятьдесят/пятидесяти шестьдесят/шестидесяти семьдесят/семидесяти восемьдесят/восьмидесяти девяносто/девяноста',
    hundreds:
      'сто/ста двести/двухсот триста/трёхсот/трехсот четыреста/четырёхсот/четырехсот пятьсот/пятисот шестьсот/шестисот семьсот/семисот восемьсот/восьмисот девятьсот/девятисот',
    ambiguous: 'один одна одно одного одной одну',
  },
  tr: {
    upToNineteen: 'bir iki üç dört beş altı yedi sekiz dokuz on',
    tens: 'yirmi otuz kırk elli altmış yetmiş seksen doksan',
    hundreds: 'yüz',
    ambiguous: 'bir altı yedi on yüz kırk',
  },
  vi: {
    upToNineteen: 'một/mốt hai ba bốn/tư năm/lăm sáu bảy tám chín mười',
    tens: '',
    hundreds: 'trăm',
    ambiguous: 'một mốt hai ba tư năm lăm bảy',
  },
};

const HUNDRED = 100;

// "veintidós" alone among the tens of its language is one word.
const SPANISH_TWENTIES =
  'veintiuno/veintiún/veintiuna veintidós veintitrés veinticuatro veinticinco veintiséis veintisiete veintiocho veintinueve';

const AMBIGUOUS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(NUMERALS).map(([language, { ambiguous = '' }]) => [
    language,
    new Set(ambiguous.split(' ')),
  ]),
);

const DIGITS: ReadonlyMap<string, number> = new Map(
  Array.from('零一二三四五六七八九').map((digit, value): [string, number] => [digit, value]),
).set('〇', 0);
const ALIASES: ReadonlyMap<string, string> = new Map([
  ['两', '二'],
  ['兩', '二'],
]);

const NUMERAL = /[零〇一二两兩三四五六七八九十百千]{1,20}/g;
const PERCENT = /百分之([零〇一二两兩三四五六七八九十百]{1,10})/g;

/** Lower-case tokens with the numerals of the language written as digits. */
export const writeDigits = (tokens: readonly string[], language: string): string[] => {
  const words = WORDS.get(language);
  if (words === undefined) return [...tokens];
  const written: string[] = [];
  for (let at = 0; at < tokens.length;) {
    const token = tokens[at] ?? '';
    const read = readNumeral(tokens, at, words);
    const isDoubtful = read?.length === 1 && AMBIGUOUS.get(language)?.has(token) === true;
    const isNumber = !isDoubtful || toUnit(tokens[at + 1] ?? '') !== undefined;
    if (read === undefined || !isNumber) {
      written.push(token);
      at += 1;
    } else {
      written.push(String(read.value));
      at += read.length;
    }
  }
  return written;
};

const CONNECTORS = new Set(['and', 'et', 'y', 'e']);

const VIETNAMESE_TENS = 'mươi';

type Read = { value: number; length: number };

const readNumeral = (
  tokens: readonly string[],
  start: number,
  words: ReadonlyMap<string, number>,
): Read | undefined => {
  const first = words.get(tokens[start] ?? '');
  if (first === undefined) return undefined;
  let read: Read = { value: first, length: 1 };
  for (;;) {
    const at = start + read.length;
    if (tokens[at] === VIETNAMESE_TENS && read.value < 10) {
      read = { value: read.value * 10, length: read.length + 1 };
      continue;
    }
    const skipped = CONNECTORS.has(tokens[at] ?? '') && read.value >= 20 ? 1 : 0;
    const next = words.get(tokens[at + skipped] ?? '');
    const value = next === undefined ? undefined : combine(read.value, next);
    if (value === undefined) return read;
    read = { value, length: read.length + skipped + 1 };
  }
};

/** What two numerals in a row make together: twenty five, two hundred, quatre-vingt-dix; undefined where they are two numbers. */
const combine = (known: number, next: number): number | undefined => {
  const isOne = known >= 1 && known < 10;
  if (next === HUNDRED && isOne) return known * HUNDRED;
  if (known === 4 && next === 20) return 80;
  if (known >= HUNDRED && known % HUNDRED === 0 && next < HUNDRED) return known + next;
  const rest = known % HUNDRED;
  if (rest >= 10 && rest % 10 === 0 && next < 10) return known + next;
  return (rest === 60 || rest === 80) && next >= 10 && next < 20 ? known + next : undefined;
};

/** 星期三 is a day of the week. */
const DAY_BEFORE = /(?:星期|周|礼拜|禮拜)$/;
const COUNTED_AFTER = /^(?:月|日|号|年|条|章|页|节|款|岁|层|楼|倍|月份)/;
/** 十分 is "very", 万 and 千万 are "by all means" as often as numbers. */
const HARMLESS = /^(?:十分(?!钟)|千万|百[货姓科般])/;

const isNumber = (numeral: string, before: string, after: string): boolean => {
  if (DAY_BEFORE.test(before) || after.startsWith('曜') || HARMLESS.test(numeral + after)) {
    return false;
  }
  const [first = ''] = numeral;
  if (before.endsWith('第') || COUNTED_AFTER.test(after) || toUnit(after) !== undefined) {
    return numeral.length > 1 || DIGITS.has(ALIASES.get(first) ?? first) || first === '十';
  }
  return numeral.length > 1 && /[十百千]/.test(numeral);
};

/** The text with the numbers that are written in Han characters in digits; a lone 一 that counts nothing stays a word. */
export const writeHanDigits = (text: string): string =>
  text
    .replace(PERCENT, (_whole, numeral: string) => `${toNumber(numeral)}%`)
    .replace(NUMERAL, (numeral: string, at: number, whole: string) => {
      const end = at + numeral.length;
      const isWritten = isNumber(
        numeral,
        whole.slice(Math.max(0, at - 2), at),
        whole.slice(end, end + 4),
      );
      return isWritten ? toNumber(numeral) : numeral;
    });

const SCALES: ReadonlyMap<string, number> = new Map([
  ['十', 10],
  ['百', 100],
  ['千', 1000],
]);

/** 二〇二四 is read digit by digit, 二十五 by its scales. */
const toNumber = (numeral: string): string => {
  const characters = Array.from(numeral);
  if (!characters.some((character) => SCALES.has(character))) {
    return characters.map((character) => toDigit(character) ?? 0).join('');
  }
  let sum = 0;
  let digit: number | undefined;
  for (const character of characters) {
    const scale = SCALES.get(character);
    if (scale === undefined) digit = toDigit(character);
    else {
      sum += (digit ?? 1) * scale;
      digit = undefined;
    }
  }
  return String(sum + (digit ?? 0));
};

const toDigit = (character: string): number | undefined =>
  DIGITS.get(ALIASES.get(character) ?? character);

const numbered = (list: string, step: number, first: number): [string, number][] =>
  list
    .split(' ')
    .filter((forms) => forms !== '')
    .flatMap((forms, position) =>
      forms.split('/').map((form): [string, number] => [form, first + position * step]),
    );

const toWords = ({ upToNineteen, tens, hundreds = '', glue }: Numerals): Map<string, number> => {
  const ones = numbered(upToNineteen, 1, 1);
  const whole = numbered(tens, 10, 20);
  const glued = whole.flatMap(([ten, value]) =>
    ones
      .filter(([, one]) => glue !== undefined && one < 10)
      .map(([word, one]): [string, number] => [glue?.(ten, word) ?? '', value + one]),
  );
  return new Map([...glued, ...whole, ...ones, ...numbered(hundreds, HUNDRED, HUNDRED)]);
};

const WORDS: ReadonlyMap<string, ReadonlyMap<string, number>> = new Map(
  Object.entries(NUMERALS).map(([language, numerals]) => {
    const words = toWords(numerals);
    if (language === 'es') {
      for (const [form, value] of numbered(SPANISH_TWENTIES, 1, 21)) words.set(form, value);
    }
    return [language, words];
  }),
);

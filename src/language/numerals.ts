import { toUnit } from './units.js';
import { numbered } from './word-lists.js';

type Numerals = {
  /** From 1 on, one word each; alternatives and inflected forms by a slash. */
  upToNineteen: string;
  /** 20, 30 … 90. */
  tens: string;
  /** 100, 200 …; a language that multiplies has the first alone. */
  hundreds?: string;
  /** 21 to 29, where only these are one word. */
  twenties?: string;
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
    twenties:
      'veintiuno/veintiún/veintiuna veintidós veintitrés veinticuatro veinticinco veintiséis veintisiete veintiocho veintinueve',
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

const DIGITS: ReadonlyMap<string, number> = new Map(
  ['零〇', '一', '二两兩', '三', '四', '五', '六', '七', '八', '九'].flatMap((forms, value) =>
    Array.from(forms, (form): [string, number] => [form, value]),
  ),
);

const NUMERAL = /[零〇一二两兩三四五六七八九十百千]{1,20}/g;
const PERCENT = /百分之([零〇一二两兩三四五六七八九十百]{1,10})/g;

/** Lower-case tokens with the numerals of the language written as digits. */
export const writeDigits = (tokens: readonly string[], language: string): string[] => {
  const words = WORDS.get(language);
  if (words === undefined) return [...tokens];
  const written: string[] = [];
  for (let at = 0; at < tokens.length;) {
    const token = tokens[at] ?? '';
    const read = readNumeral(tokens, at, words.values);
    const isDoubtful = read?.length === 1 && words.ambiguous.has(token);
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
    return numeral.length > 1 || DIGITS.has(first) || first === '十';
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

const SCALES: Readonly<Record<string, number>> = { 十: 10, 百: 100, 千: 1000 };

/** 二〇二四 is read digit by digit, 二十五 by its scales. */
const toNumber = (numeral: string): string => {
  const characters = Array.from(numeral);
  const digits = characters.map((character) => DIGITS.get(character));
  if (!digits.includes(undefined)) return digits.join('');
  let sum = 0;
  for (const [at, character] of characters.entries()) {
    const scale = SCALES[character];
    if (scale !== undefined) sum += scale * (digits[at - 1] ?? 1);
  }
  return String(sum + (digits.at(-1) ?? 0));
};

type Words = { values: ReadonlyMap<string, number>; ambiguous: ReadonlySet<string> };

const toWords = ({ upToNineteen, tens, twenties = '', ...rest }: Numerals): Words => {
  const { hundreds = '', glue, ambiguous = '' } = rest;
  const ones = numbered(upToNineteen);
  const whole = numbered(tens, 20, 10);
  const glued = whole.flatMap(([ten, value]) =>
    ones
      .filter(([, one]) => glue !== undefined && one < 10)
      .map(([word, one]): [string, number] => [glue?.(ten, word) ?? '', value + one]),
  );
  const values = [...glued, ...whole, ...ones, ...numbered(twenties, 21)];
  return {
    values: new Map([...values, ...numbered(hundreds, HUNDRED, HUNDRED)]),
    ambiguous: new Set(ambiguous.split(' ')),
  };
};

const WORDS: ReadonlyMap<string, Words> = new Map(
  Object.entries(NUMERALS).map(([language, numerals]) => [language, toWords(numerals)]),
);

import { NUMBER, readNumber } from './written-number.js';

/** An amount of one currency in another, by their ISO 4217 codes; the amount is digits with a decimal point. */
export type Conversion = { amount: string; base: string; target: string };

/** The conversion that a question, in lower case and without its question mark, asks for and nothing else; null for any other question. */
export const findConversion = (question: string, language: string): Conversion | null => {
  for (const pattern of PATTERNS.get(language) ?? []) {
    const found = pattern.exec(question)?.groups;
    if (found === undefined) continue;
    const { sum, sumBehind, money, moneyBefore, into = '' } = found;
    const amount = readNumber(sum ?? sumBehind ?? '', language);
    const base = toCurrency(money ?? moneyBefore ?? '');
    const target = toCurrency(into);
    if (amount !== undefined && base !== undefined && target !== undefined && base !== target) {
      return { amount, base, target };
    }
  }
  return null;
};

/** `A` is the amount with its currency, `T` the other currency. */
const WORDINGS: Readonly<Record<string, readonly string[]>> = {
  en: [
    "(?:(?:how much (?:is|are)|what(?: is|'s|s| are)|convert|exchange|change|calculate) )?A (?:in|to|into|as)(?: an?)? T",
    'how much (?:is|are) A worth in T',
    'how many T (?:is|are|for|equals?|make|do i get for|will i get for|can i get for) A',
  ],
  hu: [
    '(?:(?:mennyi(?:t ér| az?)?|váltsd át(?: az?)?|számold át(?: az?)?|számítsd át(?: az?)?|mennyi lesz) )?A (?=.*(?:ban|ben|ra|re)$)T',
    'A (?:az? |az )?(?:hány|mennyi) T',
    '(?:hány|mennyi) T A',
    'A (?=\\S*(?:ban|ben|ra|re) )T (?:mennyi|átváltva|átszámítva)',
  ],
  de: [
    '(?:(?:wie ?viel (?:ist|sind|kosten)|was (?:ist|sind)|rechne(?: mir)?|wandle|konvertiere|tausche) )?A in T(?: um)?',
    'A (?:sind|ist) wie ?viele? T',
    'wie ?viele? T (?:sind|ist|bekomme ich für|ergeben) A',
  ],
  fr: [
    '(?:(?:combien (?:font|fait|valent|vaut)|que (?:valent|vaut)|converti[rs](?:sez)?|changer?) )?A en T',
    "combien (?:de |d')T (?:font|fait|valent|pour) A",
  ],
  es: [
    '(?:(?:cu[aá]ntos? (?:es|son|valen|vale)|convierte|convertir|convierta|cambia|cambiar|a cu[aá]nto equivalen) )?A (?:en|a) T',
    'cu[aá]nt[oa]s T (?:son|hay en|equivalen a) A',
  ],
  vi: [
    '(?:(?:đổi|quy đổi|chuyển|chuyển đổi|hãy đổi) )?A (?:sang|ra|thành|qua) T(?: (?:là |được |bằng )?bao nhiêu)?',
    'A (?:bằng|là|đổi được|tương đương|đổi ra(?: được)?) (?:bao nhiêu|mấy) T',
  ],
  zh: [
    '(?:请?把|请?将)?A ?(?:换成|兑换成|兑换为|兑换|折合成|折合|兑|转换成|换算成|换) ?(?:多少|几)? ?T(?:是多少|等于多少)?',
    'A ?(?:等于|是|合|值|折合|能换|可以换|可以兑换) ?(?:多少|几) ?T',
  ],
};

const NAME = String.raw`[\p{L}\p{Sc}][\p{L}\p{Sc}. -]{0,30}`;

/** Where nothing but a blank parts the two currencies, the first one may have the fewest words or the most. */
const toPatterns = (source: string): RegExp[] =>
  ['?', ''].map((most) => {
    const first = `(?<sum>${NUMBER}) ?(?<money>${NAME}${most})`;
    const signed = `(?<moneyBefore>\\p{Sc}) ?(?<sumBehind>${NUMBER})`;
    const whole = source
      .replace(/A(?![a-z])/, () => `(?:${first}|${signed})`)
      .replace(/T(?![a-z])/, () => `(?<into>${NAME}?)`);
    return new RegExp(`^${whole}$`, 'u');
  });

const CODES = new Set(
  `aud bgn brl cad chf cny czk dkk eur gbp hkd huf idr ils inr isk jpy krw mxn myr nok nzd php pln ron rub sek sgd thb try
  uah usd vnd zar`.split(/\s+/),
);

/** What people call them, in all languages at once; a slash parts names. A name that several currencies go by is none of them. */
const NAMES: Readonly<Record<string, string>> = {
  aud: 'australian dollar/ausztrál dollár/australischer dollar/dollar australien/dólar australiano/đô la úc/澳元/澳大利亚元',
  brl: 'brazilian real/brazil real/real brasileño/real brésilien',
  cad: 'canadian dollar/kanadai dollár/kanadischer dollar/kanadische dollar/dollar canadien/dólar canadiense/đô la canada/加元/加拿大元',
  chf: 'swiss franc/svájci frank/schweizer franken/franken/franc suisse/franco suizo/franc thụy sĩ/瑞士法郎',
  cny: 'yuan/renminbi/jüan/kínai jüan/chinese yuan/nhân dân tệ/人民币/元/rmb',
  czk: 'czech koruna/czech crown/cseh korona/tschechische krone/couronne tchèque/corona checa/kč/捷克克朗',
  dkk: 'danish krone/danish crown/dán korona/dänische krone/couronne danoise/corona danesa/丹麦克朗',
  eur: 'euro/euró/ơ rô/€/欧元',
  gbp: 'pound/pound sterling/pounds sterling/british pound/font/angol font/font sterling/pfund/britisches pfund/britische pfund/livre sterling/libra esterlina/bảng anh/£/英镑',
  hkd: 'hong kong dollar/hongkongi dollár/đô la hồng kông/港币/港元',
  huf: 'forint/ft/hungarian forint/magyar forint/florint/forinto/florín húngaro/福林/匈牙利福林',
  inr: 'indian rupee/indiai rúpia/₹/印度卢比',
  jpy: 'yen/japanese yen/jen/japán jen/yên/yên nhật/日元/日圆',
  krw: 'won/south korean won/korean won/₩/韩元',
  nok: 'norwegian krone/norwegian crown/norvég korona/norwegische krone/couronne norvégienne/corona noruega/挪威克朗',
  pln: 'zloty/złoty/polish zloty/zł/lengyel zloty/兹罗提',
  ron: 'romanian leu/lej/román lej',
  rub: 'rouble/ruble/rubel/russian ruble/orosz rubel/rublo/₽/卢布',
  sek: 'swedish krona/swedish crown/svéd korona/schwedische krone/couronne suédoise/corona sueca/瑞典克朗',
  sgd: 'singapore dollar/szingapúri dollár/đô la singapore/新加坡元/新元',
  thb: 'baht/thai baht/泰铢',
  try: 'turkish lira/török líra/türkische lira/livre turque/lira turca/₺/土耳其里拉',
  uah: 'hryvnia/hrivnya/ukrán hrivnya/₴',
  usd: 'dollar/us dollar/u.s. dollar/us-dollar/american dollar/dollár/amerikai dollár/dollar américain/dólar/dólar estadounidense/dolar/đô la/đô la mỹ/đô/$/美元/美金',
  vnd: 'dong/vietnamese dong/vietnami dong/đồng/đồng việt nam/việt nam đồng/₫/越南盾',
};

const BY_NAME: ReadonlyMap<string, string> = new Map(
  Object.entries(NAMES).flatMap(([code, names]) =>
    names.split('/').map((name): [string, string] => [name, code.toUpperCase()]),
  ),
);

/** As a noun ends where it is counted or converted into. */
const ENDINGS = /(?:-?(?:ban|ben|ra|re|nak|nek|ért|ből|ból|be|ba|[oóe]?t)|e?s|en|n)$/u;

const toCurrency = (written: string): string | undefined => {
  const name = written.trim();
  const bare = name.replace(ENDINGS, '');
  const forms = [name, bare, bare.replace(/á$/, 'a').replace(/é$/, 'e'), toSingular(name)];
  for (const form of forms) {
    if (CODES.has(form)) return form.toUpperCase();
    const known = BY_NAME.get(form);
    if (known !== undefined) return known;
  }
  return undefined;
};

/** "francs suisses" and "dólares estadounidenses" as "franc suisse" and "dólar estadounidense". */
const toSingular = (name: string): string =>
  name
    .split(' ')
    .map((word) => (/r(?=es$)/.test(word) ? word.slice(0, -2) : word.replace(/s$/, '')))
    .join(' ');

const PATTERNS = new Map(
  Object.entries(WORDINGS).map(([language, sources]) => [language, sources.flatMap(toPatterns)]),
);

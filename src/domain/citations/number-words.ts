const NUMERALS = [
  'one two three four five six seven eight nine ten eleven twelve',
  'egy kettő három négy öt hat hét nyolc kilenc tíz tizenegy tizenkettő',
  'ein zwei drei vier fünf sechs sieben acht neun zehn elf zwölf',
  'un deux trois quatre cinq six sept huit neuf dix onze douze',
  'un dos tres cuatro cinco seis siete ocho nueve diez once doce',
  'một hai ba bốn năm sáu bảy tám chín mười',
  '一 二 三 四 五 六 七 八 九 十 十一 十二',
];

const VALUES: ReadonlyMap<string, string> = new Map([
  ...NUMERALS.flatMap((numerals) =>
    numerals.split(' ').map((word, position): [string, string] => [word, String(position + 1)]),
  ),
  ...Object.entries({
    két: '2',
    eine: '1',
    einen: '1',
    einem: '1',
    einer: '1',
    une: '1',
    una: '1',
    两: '2',
    fifteen: '15',
    twenty: '20',
    thirty: '30',
    forty: '40',
    fifty: '50',
    sixty: '60',
    ninety: '90',
    hundred: '100',
    tizenöt: '15',
    húsz: '20',
    harminc: '30',
    negyven: '40',
    ötven: '50',
    hatvan: '60',
    kilencven: '90',
    száz: '100',
    fünfzehn: '15',
    zwanzig: '20',
    dreißig: '30',
    vierzig: '40',
    fünfzig: '50',
    sechzig: '60',
    neunzig: '90',
    hundert: '100',
    quinze: '15',
    vingt: '20',
    trente: '30',
    quarante: '40',
    cinquante: '50',
    soixante: '60',
    cent: '100',
    quince: '15',
    veinte: '20',
    treinta: '30',
    cuarenta: '40',
    cincuenta: '50',
    sesenta: '60',
    noventa: '90',
    cien: '100',
  }),
]);

/** Also articles, nouns or parts of other words: a number only in front of a unit. */
const AMBIGUOUS = new Set(
  'one egy hat hét ein eine einen einem einer acht un une una neuf six once một hai ba năm bảy'.split(
    ' ',
  ),
);
const HAN = /^\p{sc=Han}/u;

/** The digits a numeral stands for. */
export const toDigits = (
  word: string,
  { beforeUnit }: { beforeUnit: boolean },
): string | undefined =>
  (AMBIGUOUS.has(word) || HAN.test(word)) && !beforeUnit ? undefined : VALUES.get(word);

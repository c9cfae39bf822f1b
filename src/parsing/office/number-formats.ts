/** A number of an automatic list in the notation that its level has; names are those of Word. */
export const formatListNumber = (value: number, format: string): string => {
  if (value < 0 || value > MAX_VALUE) return String(value);
  return FORMATS.get(format)?.(value) ?? String(value);
};

const MAX_VALUE = 32_767;
const MAX_REPEATED = 20;

type Format = (value: number) => string;

const ROMAN: readonly (readonly [number, string])[] = [
  [1000, 'm'],
  [900, 'cm'],
  [500, 'd'],
  [400, 'cd'],
  [100, 'c'],
  [90, 'xc'],
  [50, 'l'],
  [40, 'xl'],
  [10, 'x'],
  [9, 'ix'],
  [5, 'v'],
  [4, 'iv'],
  [1, 'i'],
];

const roman: Format = (value) => {
  let left = value;
  return ROMAN.map(([size, sign]) => {
    const times = Math.floor(left / size);
    left -= times * size;
    return sign.repeat(times);
  }).join('');
};

/** Letters, and after the last of them each twice: z, aa, bb. */
const repeating = (letters: string): Format => {
  const all = Array.from(letters);
  return (value) =>
    value === 0
      ? ''
      : (all[(value - 1) % all.length] ?? '').repeat(
          Math.min(MAX_REPEATED, Math.ceil(value / all.length)),
        );
};

/** Letters, then the numbers themselves. */
const listed = (letters: string): Format => {
  const all = Array.from(letters);
  return (value) => all[value - 1] ?? String(value);
};

const digits = (signs: string): Format => {
  const all = Array.from(signs);
  return (value) =>
    Array.from(String(value))
      .map((digit) => all[Number(digit)] ?? digit)
      .join('');
};

const CHINESE_DIGITS = '〇一二三四五六七八九';

/** Numbers as they are spoken: 十二, 二十, 一百零三. */
const chinese =
  (zero: string): Format =>
  (value) => {
    if (value === 0) return '〇';
    const all = Array.from(CHINESE_DIGITS);
    const units = ['', '十', '百', '千', '万'];
    let text = '';
    let isGap = false;
    const figures = Array.from(String(value)).map(Number);
    figures.forEach((digit, at) => {
      const place = figures.length - 1 - at;
      if (digit === 0) isGap = true;
      else {
        text += `${isGap ? zero : ''}${all[digit] ?? ''}${units[place] ?? ''}`;
        isGap = false;
      }
    });
    return value >= 10 && value < 20 ? text.replace(/^一/u, '') : text;
  };

const ordinal: Format = (value) => {
  const isTeen = value % 100 >= 11 && value % 100 <= 13;
  const ending = isTeen ? 'th' : (['th', 'st', 'nd', 'rd'][value % 10] ?? 'th');
  return `${value}${ending}`;
};

const signFrom = (first: number, last: number): Format => {
  return (value) =>
    value >= 1 && value <= last ? String.fromCodePoint(first + value - 1) : String(value);
};

const LATIN = 'abcdefghijklmnopqrstuvwxyz';
const STEMS = '甲乙丙丁戊己庚辛壬癸';
const BRANCHES = '子丑寅卯辰巳午未申酉戌亥';
const HEBREW_UNITS = ['', 'א', 'ב', 'ג', 'ד', 'ה', 'ו', 'ז', 'ח', 'ט'];
const HEBREW_TENS = ['', 'י', 'כ', 'ל', 'מ', 'נ', 'ס', 'ע', 'פ', 'צ'];

const hebrew: Format = (value) => {
  if (value === 0 || value > 99) return String(value);
  if (value === 15 || value === 16) return `ט${HEBREW_UNITS[value - 9] ?? ''}`;
  return `${HEBREW_TENS[Math.floor(value / 10)] ?? ''}${HEBREW_UNITS[value % 10] ?? ''}`;
};

const spoken = chinese('零');
const japanese = chinese('');

const FORMATS: ReadonlyMap<string, Format> = new Map(
  Object.entries({
    decimal: String,
    none: () => '',
    decimalZero: (value: number) => String(value).padStart(2, '0'),
    decimalZero3: (value: number) => String(value).padStart(3, '0'),
    decimalZero4: (value: number) => String(value).padStart(4, '0'),
    decimalZero5: (value: number) => String(value).padStart(5, '0'),
    lowerRoman: roman,
    upperRoman: (value: number) => roman(value).toUpperCase(),
    lowerLetter: repeating(LATIN),
    upperLetter: repeating(LATIN.toUpperCase()),
    ordinal,
    numberInDash: (value: number) => `- ${value} -`,
    chicago: repeating('*†‡§'),
    hex: (value: number) => value.toString(16).toUpperCase(),
    decimalFullWidth: digits('０１２３４５６７８９'),
    decimalFullWidth2: digits('０１２３４５６７８９'),
    decimalEnclosedCircle: signFrom(0x2460, 20),
    decimalEnclosedCircleChinese: signFrom(0x2460, 20),
    decimalEnclosedParen: signFrom(0x2474, 20),
    decimalEnclosedFullstop: signFrom(0x2488, 20),
    chineseCounting: spoken,
    chineseCountingThousand: spoken,
    taiwaneseCounting: spoken,
    taiwaneseCountingThousand: spoken,
    japaneseCounting: japanese,
    koreanCounting: listed('일이삼사오육칠팔구십'),
    ideographDigital: digits(CHINESE_DIGITS),
    japaneseDigitalTenThousand: digits(CHINESE_DIGITS),
    taiwaneseDigital: digits(CHINESE_DIGITS),
    koreanDigital: digits('영일이삼사오육칠팔구'),
    ideographTraditional: listed(STEMS),
    ideographZodiac: listed(BRANCHES),
    ganada: listed('가나다라마바사아자차카타파하'),
    chosung: listed('ㄱㄴㄷㄹㅁㅂㅅㅇㅈㅊㅋㅌㅍㅎ'),
    aiueo: listed('ｱｲｳｴｵｶｷｸｹｺｻｼｽｾｿﾀﾁﾂﾃﾄﾅﾆﾇﾈﾉﾊﾋﾌﾍﾎﾏﾐﾑﾒﾓﾔﾕﾖﾗﾘﾙﾚﾛﾜｦﾝ'),
    aiueoFullWidth: listed(
      'アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワヲン',
    ),
    iroha: listed('ｲﾛﾊﾆﾎﾍﾄﾁﾘﾇﾙｦﾜｶﾖﾀﾚｿﾂﾈﾅﾗﾑｳﾉｵｸﾔﾏｹﾌｺｴﾃｱｻｷﾕﾒﾐｼﾋﾓｾｽ'),
    irohaFullWidth: listed(
      'イロハニホヘトチリヌルヲワカヨタレソツネナラムウノオクヤマケフコエテアサキユメミシヒモセス',
    ),
    hebrew1: hebrew,
    hebrew2: repeating('אבגדהוזחטיכלמנסעפצקרשת'),
    arabicAlpha: listed('أبتثجحخدذرزسشصضطظعغفقكلمنهوي'),
    arabicAbjad: listed('أبجدهوزحطيكلمنسعفصقرشتثخذضظغ'),
    russianLower: repeating('абвгдежзиклмнопрстуфхцчшщыэюя'),
    russianUpper: repeating('АБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЫЭЮЯ'),
    thaiNumbers: digits('๐๑๒๓๔๕๖๗๘๙'),
    hindiNumbers: digits('०१२३४५६७८९'),
  } satisfies Record<string, Format>),
);

const entries = (lists: Record<string, string>): [string, string][] =>
  Object.entries(lists).flatMap(([name, forms]) =>
    forms.split(/\s+/).map((form): [string, string] => [form, name]),
  );

/** Words and signs that make a number a quantity. The languages share one table: a unit stands right beside its number, so a homograph elsewhere does no harm. */
const UNITS: ReadonlyMap<string, string> = new Map(
  entries({
    second: 's sec second másodperc sekunde seconde segundo giây 秒',
    minute: 'min minute perc minuto phút 分钟 分',
    hour: 'h hr hrs hour óra órá stunde heure hora giờ 小时 个小时 钟头',
    day: 'd day nap tag jour día días ngày 天 日',
    workday: 'workday munkanap arbeitstag werktag 工作日 个工作日',
    week: 'week hét het woche semaine semana tuần 周 星期 个星期',
    month: 'month hónap hónapo monat mois mes meses tháng 个月',
    year: 'year yr yrs év éve éves évet évig évre évente jahr an ans année año năm 年',
    percent: '% percent százalék prozent 百分',
    permille: '‰',
    eur: '€ eur euro euró 欧元',
    usd: '$ usd dollar dollár dólar đô 美元',
    huf: 'huf ft forint',
    gbp: '£ gbp pound font',
    cny: '¥ cny rmb yuan 元 人民币',
    vnd: '₫ vnd đồng',
    thousand: 'thousand ezer tausend mille mil nghìn ngàn 千',
    tenthousand: '万',
    million: 'million millió millionen millón millones triệu 百万',
    billion: 'billion milliárd milliarde milliard tỷ 亿',
    celsius: '°c celsius',
    fahrenheit: '°f fahrenheit',
    kilometre: 'km kilometer kilometre kilomètre kilómetro 公里',
    metre: 'm meter metre mètre metro mét 米',
    centimetre: 'cm 厘米',
    millimetre: 'mm 毫米',
    mile: 'mile mérföld',
    squaremetre: 'm² m2 nm 平方米',
    kilogram: 'kg kilo 公斤 千克',
    gram: 'g gram gramm gramo 克',
    tonne: 't ton tonne tonna 吨',
    litre: 'l liter litre litro 升',
    kilobyte: 'kb',
    megabyte: 'mb',
    gigabyte: 'gb',
    terabyte: 'tb',
    person: 'person people fő személy personen personne persona người 人 名',
    time: 'time times alkalom alkalommal mal fois veces vez lần 次',
  }),
);

const MIN_PREFIX = 3;
const MAX_SUFFIX = 5;
/** Longest unit written in a script without spaces. */
const MAX_UNSPACED = 4;
const UNSPACED = /^\p{sc=Han}/u;

const longestPrefix = (word: string, shortest: number): string | undefined => {
  for (let length = word.length; length >= shortest; length -= 1) {
    const unit = UNITS.get(word.slice(0, length));
    if (unit !== undefined) return unit;
  }
  return undefined;
};

/** The unit that a lower-case word or sign names, inflected or not; undefined when it names none. */
export const toUnit = (word: string): string | undefined => {
  if (UNSPACED.test(word)) return longestPrefix(word.slice(0, MAX_UNSPACED), 1);
  return UNITS.get(word) ?? longestPrefix(word, Math.max(MIN_PREFIX, word.length - MAX_SUFFIX));
};

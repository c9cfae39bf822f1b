const MIN_PREFIX = 4;
const MAX_SUFFIX = 5;
/** Of the three letters "day", "nap" or "час" other words are made, too: these endings alone leave them units. */
const SHORT_LENGTH = 3;
const SHORT_ENDINGS: ReadonlySet<string> = new Set(
  `s e en es n ot os ok on onta onként ig i ja ra tól ból nyi okat okon t át án ás et ek nek ben re val vel
  а у ов ам ами ах ом ы е лет lük lık lar ler de da den dan ü ı ün ın lardan lerde`.split(/\s+/),
);
/** Longest unit written in a script without spaces. */
const MAX_UNSPACED = 4;
const UNSPACED = /^\p{sc=Han}/u;

/** The unit that a lower-case word or sign names, inflected or not; undefined when it names none. */
export const toUnit = (word: string): string | undefined => {
  if (UNSPACED.test(word)) return longestPrefix(word.slice(0, MAX_UNSPACED), 1);
  const known =
    UNITS.get(word) ?? longestPrefix(word, Math.max(MIN_PREFIX, word.length - MAX_SUFFIX));
  if (known !== undefined || !SHORT_ENDINGS.has(word.slice(SHORT_LENGTH))) return known;
  return UNITS.get(word.slice(0, SHORT_LENGTH));
};

const word = (inside: string): string => String.raw`(?<![\p{L}\p{N}])(?:${inside})(?![\p{L}\p{N}])`;

const longestPrefix = (word: string, shortest: number): string | undefined => {
  for (let length = word.length; length >= shortest; length -= 1) {
    const unit = UNITS.get(word.slice(0, length));
    if (unit !== undefined) return unit;
  }
  return undefined;
};

/** What stands in front of a period that something is counted by. */
const LEADS: Readonly<Record<string, string>> = {
  en: 'per|each|every|a|an',
  hu: 'minden',
  de: 'pro|je|jede[nrsm]?',
  fr: 'par|chaque',
  es: 'por|al|cada',
  ru: 'в|за|каждый|каждую|каждое|каждого',
  tr: 'her',
  vi: 'mỗi|hàng|hằng',
  it: 'al|alla|per|ogni',
  pt: 'por|ao|cada',
  nl: 'per|elke?',
  sv: 'per|varje',
};

const HAN_RATE = /(?:每一?个?|按)(分钟|小时|天|日|周|星期|月|季|年)/g;
const HAN_PERIODS: Readonly<Record<string, string>> = {
  ...{ 分钟: 'minute', 小时: 'hour', 天: 'day', 日: 'day' },
  ...{ 周: 'week', 星期: 'week', 月: 'month', 季: 'quarter', 年: 'year' },
};

type Finder = (text: string) => string[];

/** The periods that a lower-case text counts by, without a number of their own. */
export const findRates = (text: string, language: string): string[] => [
  ...(FINDERS.get(language)?.(text) ?? []),
  ...[...text.matchAll(HAN_RATE)].map(([, period = '']) => HAN_PERIODS[period] ?? period),
];

const entries = (lists: Record<string, string>): [string, string][] =>
  Object.entries(lists).flatMap(([name, forms]) =>
    forms.split(/\s+/).map((form): [string, string] => [form, name]),
  );

const PERIOD_NAMES = ['minute', 'hour', 'day', 'week', 'month', 'year'];

/** Words that put a period behind a quantity or in the place of one, "weekly", in the order of the periods; a dash where there is none. */
const WORDS: Readonly<Record<string, string>> = {
  en: '- hourly daily weekly monthly yearly|annual(?:ly)?',
  hu: '- óránként napi|naponta|naponként heti|hetente|hetenként havi|havonta|havonként évi|évente|évenként',
  de: String.raw`- stündlich\p{L}{0,2} täglich\p{L}{0,2} wöchentlich\p{L}{0,2} monatlich\p{L}{0,2} jährlich\p{L}{0,2}`,
  fr: String.raw`- - quotidien\p{L}{0,6} hebdomadaire\p{L}{0,4} mensuel\p{L}{0,6} annuel\p{L}{0,6}`,
  es: String.raw`- - diari[oa]\p{L}{0,5} semanal\p{L}{0,5} mensual\p{L}{0,5} anual\p{L}{0,5}`,
  ru: String.raw`- ежечасн\p{L}{1,3} ежедневн\p{L}{1,3} еженедельн\p{L}{1,3} ежемесячн\p{L}{1,3} ежегодн\p{L}{1,3}`,
  tr: '- saatlik|saatte günlük|günde haftalık|haftada aylık|ayda yıllık|yılda',
};

/** The periods as they stand behind a lead, "per week". */
const PERIODS: Readonly<Record<string, string>> = {
  en: 'minute hour day week month year',
  hu: 'percben órában nap|napon héten hónapban évben',
  de: 'minute stunde tag|tages woche monat|monats jahr|jahres',
  fr: 'minute heure jour semaine mois an|année',
  es: 'minuto hora día semana mes año',
  ru: 'минуту|минуты час|часа день|дня неделю|недели месяц|месяца год|года',
  tr: 'dakika saat gün hafta ay yıl',
  vi: 'phút giờ ngày tuần tháng năm',
  it: 'minuto ora giorno settimana mese anno',
  pt: 'minuto hora dia semana mês ano',
  nl: 'minuut uur dag week maand jaar',
  sv: 'minut timme dag vecka månad år',
};

const toFinder = (language: string): Finder => {
  const lead = word(LEADS[language] ?? '');
  const forms = [
    ...toForms(WORDS[language] ?? '', (form) => word(form)),
    ...toForms(PERIODS[language] ?? '', (form) => String.raw`${lead}\s${word(form)}`),
  ];
  return (text) => forms.filter(({ form }) => form.test(text)).map(({ unit }) => unit);
};

const toForms = (list: string, toPattern: (form: string) => string) =>
  list
    .split(' ')
    .map((form, position) => ({ form, unit: PERIOD_NAMES[position] ?? '' }))
    .filter(({ form }) => form !== '' && form !== '-')
    .map(({ form, unit }) => ({ unit, form: new RegExp(toPattern(form), 'u') }));

/** Words and signs that make a number a quantity. The languages share one table: a unit stands right beside its number, so a homograph elsewhere does no harm. */
const UNITS: ReadonlyMap<string, string> = new Map(
  entries({
    second: 's sec second másodperc sekunde seconde segundo secondo sekund giây секунд saniye 秒',
    minute: 'min minute perc minuto minuut minuten minut phút минут dakika 分钟 分',
    hour: 'h hr hrs hour óra órá stunde heure hora ora ore uur uren timme timmar giờ час часа часов часам saat 小时 个小时 钟头 时间 時間',
    day: 'd day nap tag jour día días dia dias giorno giorni dag dagen dagar ngày день дня дней дням дни сутки суток gün 天 日',
    workday: 'workday werkdag рабочий munkanap arbeitstag werktag 工作日 个工作日',
    week: 'week hét het woche semaine semana settimana settimane weken vecka veckor tuần недел hafta 周 星期 个星期 週間',
    month:
      'month hónap hónapo monat mois mes meses mese mesi mês maand månad tháng месяц ay 个月 ヶ月 か月',
    year: 'year yr yrs év éve éves évet évig évre évi évente évben jahr an ans année año ano anos anno anni jaar jaren år năm год года году годов годы лет yıl yılı 年',
    percent: '% percent százalék prozent procent процент yüzde phần 百分',
    permille: '‰',
    eur: '€ eur euro euró евро avro 欧元',
    usd: '$ usd dollar dollár dólar dollaro đô доллар dolar 美元',
    huf: 'huf ft forint',
    gbp: '£ gbp pound font',
    cny: '¥ cny rmb yuan 元 人民币',
    vnd: '₫ vnd đồng',
    rub: '₽ rub руб рубл рубль рубля рублей',
    try: '₺ try lira tl',
    jpy: 'jpy 円',
    inr: '₹ inr',
    krw: '₩ krw',
    thousand: 'thousand ezer tausend mille mil duizend tusen nghìn ngàn тысяч bin 千',
    tenthousand: '万',
    million:
      'million millió millionen millón millones milhão milhões milione milioni miljoen miljon triệu миллион milyon 百万',
    billion: 'billion milliárd milliarde milliard miliardo miliardi miljard tỷ миллиард milyar 亿',
    celsius: '°c celsius',
    fahrenheit: '°f fahrenheit',
    kilometre: 'км километр km kilometer kilometre kilomètre kilómetro 公里',
    metre: 'м метр m meter metre mètre metro mét 米',
    centimetre: 'cm 厘米',
    millimetre: 'mm 毫米',
    mile: 'mile mérföld',
    squaremetre: 'm² m2 nm 平方米',
    kilogram: 'кг килограмм kg kilo 公斤 千克',
    gram: 'g gram gramm gramo 克',
    tonne: 't ton tonne tonna 吨',
    litre: 'l liter litre litro 升',
    kilobyte: 'kb',
    megabyte: 'mb',
    gigabyte: 'gb',
    terabyte: 'tb',
    person:
      'person people fő személy personen personne persona pessoa persone personen человек kişi người 人 名',
    time: 'time times alkalom alkalommal mal fois veces vez vezes volta volte keer gång раз раза kez kere lần 次',
  }),
);

const FINDERS: ReadonlyMap<string, Finder> = new Map(
  Object.keys(LEADS).map((language) => [language, toFinder(language)]),
);

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

const word = (inside: string): string => String.raw`(?<![\p{L}\p{N}])(?:${inside})(?![\p{L}\p{N}])`;

/** Words that put a period behind a quantity or in the place of one: "per week", "monthly". */
const WORDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  en: {
    hour: 'hourly',
    day: 'daily',
    week: 'weekly',
    month: 'monthly',
    year: 'yearly|annual(?:ly)?',
  },
  hu: {
    hour: 'óránként',
    day: 'napi|naponta|naponként',
    week: 'heti|hetente|hetenként',
    month: 'havi|havonta|havonként',
    year: 'évi|évente|évenként',
  },
  de: {
    hour: 'stündlich\\p{L}{0,2}',
    day: 'täglich\\p{L}{0,2}',
    week: 'wöchentlich\\p{L}{0,2}',
    month: 'monatlich\\p{L}{0,2}',
    year: 'jährlich\\p{L}{0,2}',
  },
  fr: {
    day: 'quotidien\\p{L}{0,6}',
    week: 'hebdomadaire\\p{L}{0,4}',
    month: 'mensuel\\p{L}{0,6}',
    year: 'annuel\\p{L}{0,6}',
  },
  es: {
    day: 'diari[oa]\\p{L}{0,5}',
    week: 'semanal\\p{L}{0,5}',
    month: 'mensual\\p{L}{0,5}',
    year: 'anual\\p{L}{0,5}',
  },
  ru: {
    hour: 'ежечасн\\p{L}{1,3}',
    day: 'ежедневн\\p{L}{1,3}',
    week: 'еженедельн\\p{L}{1,3}',
    month: 'ежемесячн\\p{L}{1,3}',
    year: 'ежегодн\\p{L}{1,3}',
  },
  tr: {
    hour: 'saatlik|saatte',
    day: 'günlük|günde',
    week: 'haftalık|haftada',
    month: 'aylık|ayda',
    year: 'yıllık|yılda',
  },
};

/** As they stand behind those. */
const PERIODS: Readonly<Record<string, string>> = {
  en: 'minute hour day week month year',
  hu: 'percben órában nap/napon héten hónapban évben',
  de: 'minute stunde tag/tages woche monat/monats jahr/jahres',
  fr: 'minute heure jour semaine mois an/année',
  es: 'minuto hora día semana mes año',
  ru: 'минуту/минуты час/часа день/дня неделю/недели месяц/месяца год/года',
  tr: 'dakika saat gün hafta ay yıl',
  vi: 'phút giờ ngày tuần tháng năm',
  it: 'minuto ora giorno settimana mese anno',
  pt: 'minuto hora dia semana mês ano',
  nl: 'minuut uur dag week maand jaar',
  sv: 'minut timme dag vecka månad år',
};
const PERIOD_NAMES = ['minute', 'hour', 'day', 'week', 'month', 'year'];

const toFinder = (language: string): Finder => {
  const lead = word(LEADS[language] ?? '');
  const phrases = (PERIODS[language] ?? '').split(' ').map((forms, position) => ({
    unit: PERIOD_NAMES[position] ?? '',
    form: new RegExp(String.raw`${lead}\s${word(forms.replaceAll('/', '|'))}`, 'u'),
  }));
  const words = Object.entries(WORDS[language] ?? {}).map(([unit, forms]) => ({
    unit,
    form: new RegExp(word(forms), 'u'),
  }));
  return (text) =>
    [...words, ...phrases].filter(({ form }) => form.test(text)).map(({ unit }) => unit);
};

const FINDERS: ReadonlyMap<string, Finder> = new Map(
  Object.keys(LEADS).map((language) => [language, toFinder(language)]),
);

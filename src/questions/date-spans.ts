import { toMonth } from '../language/index.js';

/** A day as it was asked for: without a year where none was given. */
export type AskedDay = { year: number | null; month: number; day: number };

type SpanUnit = 'days' | 'working_days' | 'weeks' | 'months';

/** How far it is from one day to another. */
export type DateSpan = { unit: SpanUnit; from: AskedDay | 'today'; to: AskedDay | 'today' };

/** The span that a question, in lower case and without its question mark, asks for and nothing else; null for any other question. */
export const findDateSpan = (question: string, language: string): DateSpan | null => {
  for (const { pattern, unitOf } of PATTERNS.get(language) ?? []) {
    const { unit, from, to } = pattern.exec(question)?.groups ?? {};
    if (unit === undefined) continue;
    const start = from === undefined ? 'today' : readDay(from, language);
    const end = to === undefined ? 'today' : readDay(to, language);
    if (start !== null && end !== null) return { unit: unitOf(unit), from: start, to: end };
  }
  return null;
};

type Wording = {
  units: Readonly<Record<SpanUnit, string>>;
  /** `U` is the unit, `A` the first day and `B` the last; where one is missing, it is today. */
  patterns: readonly string[];
};

const WORDINGS: Readonly<Record<string, Wording>> = {
  en: {
    units: {
      working_days: 'working days|workdays|work days|business days|weekdays',
      days: 'calendar days|days',
      weeks: 'weeks',
      months: 'months',
    },
    patterns: [
      "(?:what(?: is|'s) |count |calculate )?(?:how many |(?:the )?number of |the )?U(?: (?:are|is|lie|pass|elapse|were|have passed))?(?: there)?(?: are there| is it)? (?:between|from) A (?:and|to|until|till|through) B",
      'how many U(?: (?:are there|are left|are there left|is it|remain|left|to go))? (?:until|till) B',
      'how many U(?: (?:have passed|has it been|is it|are there|ago is it))? since A',
    ],
  },
  hu: {
    units: { working_days: 'munkanap(?:ok)?', days: 'nap(?:ok)?', weeks: 'hét', months: 'hónap' },
    patterns: [
      'hány U (?:(?:van|telik el|telt el|lesz|esik|volt) )?A és B között(?: (?:van|telik el|telt el))?',
      'hány U (?:(?:van|telik el|telt el|lesz|esik|volt) )?A-?[áaée]?t[óő]l B-?[áaée]?ig',
      'A és B között hány U(?: (?:van|telik el|telt el|lesz|volt))?',
      'A-?[áaée]?t[óő]l B-?[áaée]?ig hány U(?: (?:van|telik el|telt el|lesz|volt))?',
      '(?:az? |mennyi az? )?U száma A és B között',
      'hány U (?:van |lesz )?(?:még |van még )?(?:hátra )?B-?[áaée]?ig',
      'hány U (?:telt el|van) A (?:óta|-?[áaée]?t[óő]l)',
    ],
  },
  de: {
    units: {
      working_days: 'arbeitstagen?|arbeitstage',
      days: 'tagen?|tage',
      weeks: 'wochen',
      months: 'monaten?|monate',
    },
    patterns: [
      'wie ?viele U (?:(?:sind|liegen|gibt|vergehen|lagen)(?: es)? )?zwischen (?:dem )?A und (?:dem )?B',
      'wie ?viele U (?:(?:sind|liegen|gibt|vergehen|lagen)(?: es)? )?(?:vom|von) A bis (?:zum |zu )?B',
      '(?:die )?(?:anzahl der )?U zwischen (?:dem )?A und (?:dem )?B',
      '(?:anzahl der )?U (?:vom|von) A bis (?:zum |zu )?B',
      'wie ?viele U (?:(?:sind|dauert) es )?(?:noch )?bis (?:zum |zu )?B',
      'wie ?viele U (?:sind )?seit (?:dem )?A(?: vergangen)?',
    ],
  },
  fr: {
    units: { working_days: 'jours ouvrés', days: 'jours', weeks: 'semaines', months: 'mois' },
    patterns: [
      "combien (?:y a-t-il )?(?:de |d')U (?:(?:y a-t-il|il y a|y a t il|séparent|s'écoulent) )?entre (?:le )?A et (?:le )?B",
      "combien (?:y a-t-il )?(?:de |d')U (?:(?:y a-t-il|il y a|y a t il) )?(?:du|depuis le|de) A (?:au|jusqu'au|à) B",
      '(?:quel est )?(?:le )?nombre de U entre (?:le )?A et (?:le )?B',
      'U entre (?:le )?A et (?:le )?B',
      "combien (?:de |d')U (?:(?:reste-t-il|y a-t-il|il reste) )?(?:jusqu'au|avant le|d'ici le|d'ici au) B",
      'combien de U depuis le A',
    ],
  },
  es: {
    units: {
      working_days: 'd[ií]as (?:laborables|h[aá]biles)',
      days: 'd[ií]as',
      weeks: 'semanas',
      months: 'meses',
    },
    patterns: [
      'cu[aá]nt[oa]s U (?:(?:hay|pasan|son|van) )?entre (?:el )?A y (?:el )?B',
      'cu[aá]nt[oa]s U (?:(?:hay|pasan|son|van) )?(?:desde el|desde|del|de) A (?:hasta el|hasta|al|a) B',
      '(?:el )?n[uú]mero de U entre (?:el )?A y (?:el )?B',
      'U entre (?:el )?A y (?:el )?B',
      'cu[aá]nt[oa]s U (?:faltan|quedan|hay) (?:para|hasta) (?:el )?B',
      'cu[aá]nt[oa]s U (?:han pasado|hay) desde (?:el )?A',
    ],
  },
  vi: {
    units: { working_days: 'ngày làm việc', days: 'ngày', weeks: 'tuần', months: 'tháng' },
    patterns: [
      '(?:có )?(?:bao nhiêu|mấy) U (?:(?:có|tính) )?(?:từ|giữa) A (?:đến|tới|và) B',
      '(?:từ|giữa) A (?:đến|tới|và) B (?:(?:có|là|cách nhau|có tất cả) )?(?:bao nhiêu|mấy) U',
      '(?:tính )?số U (?:từ|giữa) A (?:đến|tới|và) B',
      'còn (?:bao nhiêu|mấy) U (?:nữa )?(?:là )?(?:đến|tới) B',
    ],
  },
  zh: {
    units: {
      working_days: '个?工作日',
      days: '天',
      weeks: '(?:个)?(?:周|星期|礼拜)',
      months: '个月',
    },
    patterns: [
      '从?A(?:到|至)B(?:之间|为止)?(?:一共|总共)?(?:共有|有|是|共|相差|相隔|隔)?(?:多少|几)U',
      'A(?:和|与|跟)B之?间?(?:有|相差|相隔|隔)(?:多少|几)U',
      '(?:今天)?(?:距离|离|距|到)B(?:还有|还剩)(?:多少|几)U',
    ],
  },
};

/** As much as any spelling of a day takes. */
const DAY = '.{2,40}?';

const toPatterns = ({ units, patterns }: Wording) => {
  const names = Object.entries(units) as [SpanUnit, string][];
  const all = names.map(([, words]) => words).join('|');
  const unitOf = (written: string): SpanUnit =>
    names.find(([, words]) => new RegExp(`^(?:${words})$`, 'u').test(written))?.[0] ?? 'days';
  return patterns.map((pattern) => {
    const source = pattern
      .replace(/A(?![a-z])/, `(?<from>${DAY})`)
      .replace(/B(?![a-z])/, `(?<to>${DAY})`)
      .replace(/U(?![a-z])/, `(?<unit>${all})`);
    return { pattern: new RegExp(`^${source}$`, 'u'), unitOf };
  });
};

const TODAY = /^(?:today|now|ma|mai nap|heute|aujourd'hui|hoy|hôm nay|今天|今日)$/u;
const LEAD = /^(?:az? |the |den |dem |le |el |ngày |hôm )(?=.)/u;

const readDay = (written: string, language: string): AskedDay | 'today' | null => {
  const text = written.trim().replace(LEAD, '');
  if (TODAY.test(text)) return 'today';
  for (const pattern of DAYS) {
    const { year, month = '', day = '' } = pattern.exec(text)?.groups ?? {};
    if (day === '') continue;
    return toDay({ year, month: readMonth(month), day: Number(day) });
  }
  return readSlashes(text, language);
};

/** 05/03/2026 is the fifth of March, but in English nobody knows. */
const readSlashes = (text: string, language: string): AskedDay | null => {
  const { one, two, year } = SLASHES.exec(text)?.groups ?? {};
  const [first, second] = [Number(one), Number(two)];
  if (year === undefined) return null;
  if (language !== 'en' || first > 12) return toDay({ year, month: second, day: first });
  return second > 12 ? toDay({ year, month: first, day: second }) : null;
};

const readMonth = (written: string): number | undefined =>
  /^\d/.test(written)
    ? Number(written)
    : (SHORT_MONTHS.get(written) ?? toMonth(written, { besideNumber: true }));

type Given = { year: string | undefined; month: number | undefined; day: number };

/** A leap year, for a day without a year may be the 29th of February. */
const LEAP_YEAR = 2024;

const toDay = ({ year, month, day }: Given): AskedDay | null => {
  if (month === undefined) return null;
  const date = new Date(Date.UTC(Number(year ?? LEAP_YEAR), month - 1, day));
  const exists = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return exists ? { year: year === undefined ? null : Number(year), month, day } : null;
};

const YEAR = String.raw`(?<year>\d{4})`;
const MONTH = String.raw`(?<month>\d{1,2})`;
const NAME = String.raw`(?<month>\p{L}{3,})\.?`;
const NUMBERED = String.raw`(?<day>\d{1,2})(?:st|nd|rd|th|er|º|\.)?`;
const HUNGARIAN_DAY = String.raw`(?<day>\d{1,2})(?:st|nd|rd|th|\.)?(?:-?(?:j?[aeé]?|[áé]n|jén))?`;

const DAYS: readonly RegExp[] = [
  `${YEAR}([-/.])${MONTH}\\2(?<day>\\d{1,2})\\.?`,
  `${YEAR}\\. ${MONTH}\\. (?<day>\\d{1,2})\\.?(?:-?j?[ae])?`,
  `(?<day>\\d{1,2})\\. ?${MONTH}\\.(?: ?${YEAR})?`,
  `(?:${YEAR}年)?${MONTH}月(?<day>\\d{1,2})[日号]?`,
  `(?<day>\\d{1,2}) tháng ${MONTH}(?:,? năm ${YEAR})?`,
  `${YEAR}\\.? ${NAME} ${HUNGARIAN_DAY}`,
  `${NUMBERED} (?:of |de )?${NAME}(?:,? (?:de |del )?${YEAR}\\.?)?`,
  `${NAME} ${HUNGARIAN_DAY}(?:,? ${YEAR})?`,
].map((source) => new RegExp(`^${source}$`, 'u'));

const SLASHES = /^(?<one>\d{1,2})\/(?<two>\d{1,2})\/(?<year>\d{4})$/;

const SHORT_MONTHS: ReadonlyMap<string, number> = new Map(
  'jan feb mar apr may jun jul aug sep oct nov dec'
    .split(' ')
    .map((name, position): [string, number] => [name, position + 1]),
);

const PATTERNS = new Map(
  Object.entries(WORDINGS).map(([language, wording]) => [language, toPatterns(wording)]),
);

import { createContext, type ComponentChildren } from 'preact';
import { useContext, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Messages } from './en/index.js';

const ENGLISH = { name: 'English', load: async () => (await import('./en/index.js')).en };

/** A language is a folder here and a line in this table; each is loaded when somebody reads it. */
const LANGUAGES: Readonly<Record<string, { name: string; load: () => Promise<Messages> }>> = {
  ar: { name: 'العربية', load: async () => (await import('./ar/index.js')).ar },
  de: { name: 'Deutsch', load: async () => (await import('./de/index.js')).de },
  en: ENGLISH,
  es: { name: 'Español', load: async () => (await import('./es/index.js')).es },
  fr: { name: 'Français', load: async () => (await import('./fr/index.js')).fr },
  hu: { name: 'Magyar', load: async () => (await import('./hu/index.js')).hu },
  it: { name: 'Italiano', load: async () => (await import('./it/index.js')).it },
  ja: { name: '日本語', load: async () => (await import('./ja/index.js')).ja },
  ko: { name: '한국어', load: async () => (await import('./ko/index.js')).ko },
  pl: { name: 'Polski', load: async () => (await import('./pl/index.js')).pl },
  pt: { name: 'Português', load: async () => (await import('./pt/index.js')).pt },
  ru: { name: 'Русский', load: async () => (await import('./ru/index.js')).ru },
  tr: { name: 'Türkçe', load: async () => (await import('./tr/index.js')).tr },
  vi: { name: 'Tiếng Việt', load: async () => (await import('./vi/index.js')).vi },
  zh: { name: '中文', load: async () => (await import('./zh/index.js')).zh },
};

const RIGHT_TO_LEFT = new Set(['ar']);

export const LANGUAGE_NAMES: readonly (readonly [string, string])[] = Object.entries(LANGUAGES).map(
  ([code, { name }]) => [code, name],
);

export type Words = {
  t: Messages;
  language: string;
  setLanguage: (language: string) => void;
  format: ReturnType<typeof createFormat>;
};

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

const Context = createContext<Words | null>(null);

export const useWords = (): Words => {
  const words = useContext(Context);
  if (words === null) throw new Error('No language has been provided.');
  return words;
};

/** Applies the language that somebody keeps with their account, once that is known: what is chosen later is shown already. */
export const useLanguage = (kept: string | null | undefined): void => {
  const { setLanguage } = useWords();
  const isApplied = useRef(false);
  useEffect(() => {
    if (kept === undefined || isApplied.current) return;
    isApplied.current = true;
    if (kept !== null && kept in LANGUAGES) setLanguage(kept);
  }, [kept]);
};

/** The first language of the browser that the console has. */
const preferred = (): string =>
  navigator.languages.map((tag) => tag.slice(0, 2)).find((code) => code in LANGUAGES) ?? 'en';

export const LanguageProvider = ({ children }: { children: ComponentChildren }) => {
  const [language, setLanguage] = useState(preferred);
  const [loaded, setLoaded] = useState<{ language: string; t: Messages } | null>(null);
  useEffect(() => {
    let isHere = true;
    const { load } = LANGUAGES[language] ?? ENGLISH;
    // A part that cannot be loaded leaves the words as they are.
    load().then(
      (t) => {
        if (isHere) setLoaded({ language, t });
      },
      () => undefined,
    );
    return () => {
      isHere = false;
    };
  }, [language]);
  const shown = loaded?.language ?? 'en';
  useEffect(() => {
    document.documentElement.lang = shown;
    document.documentElement.dir = RIGHT_TO_LEFT.has(shown) ? 'rtl' : 'ltr';
  }, [shown]);
  const words = useMemo(
    () => loaded && { t: loaded.t, language: shown, setLanguage, format: createFormat(shown) },
    [loaded, shown],
  );
  return words && <Context.Provider value={words}>{children}</Context.Provider>;
};

const createFormat = (language: string) => {
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'medium' });
  const minute = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' });
  const number = new Intl.NumberFormat(language, { maximumFractionDigits: 1 });
  const short = new Intl.NumberFormat(language, {
    notation: 'compact',
    maximumSignificantDigits: 3,
  });
  const percent = new Intl.NumberFormat(language, { style: 'percent' });
  const score = new Intl.NumberFormat(language, { maximumFractionDigits: 3 });
  const dollars = new Intl.NumberFormat(language, {
    style: 'currency',
    currency: 'USD',
    maximumSignificantDigits: 3,
  });
  const unitOf = (unit: string, maximumFractionDigits: number) =>
    new Intl.NumberFormat(language, { style: 'unit', unit, maximumFractionDigits });
  const longUnit = (unit: string) =>
    new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' });
  const days = longUnit('day');
  const names = new Intl.DisplayNames(language, { type: 'language' });
  return {
    day: (iso: string) => day.format(new Date(iso)),
    minute: (iso: string) => minute.format(new Date(iso)),
    number: (value: number) => number.format(value),
    /** Of large numbers only what a glance takes in. */
    short: (value: number) => short.format(value),
    zone: day.resolvedOptions().timeZone,
    ms: (value: number) =>
      value < 1000
        ? unitOf('millisecond', value < 10 ? 1 : 0).format(value)
        : unitOf('second', value < 10_000 ? 1 : 0).format(value / 1000),
    days: (count: number) => days.format(count),
    /** In the largest unit that divides it. */
    minutes: (count: number) => {
      if (count % 1440 === 0) return days.format(count / 1440);
      const isHours = count % 60 === 0;
      return longUnit(isHours ? 'hour' : 'minute').format(isHours ? count / 60 : count);
    },
    score: (value: number) => score.format(value),
    usd: (value: number) => dollars.format(value),
    percent: (share: number) => percent.format(share),
    language: (code: string | null) => (code === null ? '–' : (names.of(code) ?? code)),
    bytes: (count: number) => {
      const [unit, size] = UNITS.map(
        (name, power) => [name, count / 1000 ** power] as const,
      ).findLast(([, value]) => value >= 1) ?? ['byte', count];
      // The short form of a byte is a whole word of one number in many languages.
      if (unit === 'byte') return longUnit(unit).format(size);
      return unitOf(unit, size < 10 ? 1 : 0).format(size);
    },
  };
};

/** The writing systems that languages are told apart by. Kana stands for a text in Japanese, which is written in Han, too. */
export const SCRIPTS = [
  'Latin',
  'Cyrillic',
  'Arabic',
  'Devanagari',
  'Han',
  'Kana',
  'Hangul',
  'Thai',
  'Greek',
  'Hebrew',
  'Armenian',
  'Tamil',
] as const;
export type Script = (typeof SCRIPTS)[number];

/** How much of a text is written in each system, in letters of an alphabet. */
type ScriptShares = ReadonlyMap<Script, number>;

const OWN: Readonly<Partial<Record<Script, string>>> = {
  Kana: String.raw`\p{sc=Hiragana}\p{sc=Katakana}`,
};

const LETTERS: readonly (readonly [script: Script, letters: RegExp])[] = SCRIPTS.map((script) => [
  script,
  new RegExp(`[${OWN[script] ?? `\\p{sc=${script}}`}]`, 'gu'),
]);

const BEYOND_ASCII = /[^\x20-\x7e\s]/;

/** A Japanese text is often mostly Han; a tenth of kana is enough to tell it from Chinese. */
const MIN_KANA_SHARE = 0.1;
/** One Han character carries about as much as two letters of an alphabet. */
const LETTERS_PER_HAN = 2;

export const measureScripts = (text: string): ScriptShares => {
  if (!BEYOND_ASCII.test(text)) return new Map([['Latin', text.match(/[a-z]/gi)?.length ?? 0]]);
  const counts = new Map(
    LETTERS.map(([script, letter]) => [script, text.match(letter)?.length ?? 0]),
  );
  const kana = counts.get('Kana') ?? 0;
  const han = counts.get('Han') ?? 0;
  const isJapanese = kana > 0 && kana >= MIN_KANA_SHARE * (kana + han);
  counts.set('Han', isJapanese ? 0 : han * LETTERS_PER_HAN);
  counts.set('Kana', isJapanese ? (kana + han) * LETTERS_PER_HAN : 0);
  return counts;
};

/** The one that most of the text is written in; undefined without letters. */
export const mainScript = (shares: ScriptShares): Script | undefined => {
  const [best] = [...shares].sort(([, left], [, right]) => right - left);
  return best && best[1] > 0 ? best[0] : undefined;
};

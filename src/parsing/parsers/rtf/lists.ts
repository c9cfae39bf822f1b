import { createListCounter, MAX_LIST_LEVELS, type ListLevel } from '../../office/list-counter.js';

type List = { levels: ListLevel[] };
type Override = { list: number; levels: Map<number, ListLevel>; starts: Map<number, number> };

const MAX_LISTS = 10_000;
const MAX_TEXT = 200;

/** The lists that a file defines, and the numbers of their paragraphs, for programs that do not write them into the text. */
export class RtfLists {
  private readonly lists = new Map<number, List>();
  private readonly overrides = new Map<number, Override>();
  private readonly counter = createListCounter();
  private list: List = { levels: [] };
  private level: ListLevel | undefined;
  private override: Override = toOverride();
  private overridden = -1;
  private startsAnew = false;
  private text = '';

  /** A word from the table of lists or from the table of list overrides. */
  word(name: string, value = 0): void {
    if (name === 'list') this.list = { levels: [] };
    else if (name === 'listlevel') this.startLevel();
    else if (name === 'listid') this.keepList(value);
    else if (name === 'listoverride') {
      this.override = toOverride();
      this.overridden = -1;
    } else if (name === 'lfolevel') this.overrideLevel();
    else if (name === 'listoverridestartat') this.startsAnew = true;
    else if (name === 'ls' && this.overrides.size < MAX_LISTS)
      this.overrides.set(value, this.override);
    else if (name === 'levelstartat') this.start(value);
    else if (this.level) LEVEL_WORDS.get(name)?.(this.level, value);
  }

  /** Its first character is its length, and characters below nine are placeholders for the number of a level. */
  addText(text: string): void {
    if (this.text.length < MAX_TEXT) this.text += text;
  }

  endText(): void {
    const shown = this.text.slice(1).replace(/;$/u, '');
    this.text = '';
    if (this.level)
      this.level.text = Array.from(shown, (sign) => {
        const code = sign.codePointAt(0) ?? 0;
        return code < MAX_LIST_LEVELS ? `%${code + 1}` : sign;
      }).join('');
  }

  /** Counts a paragraph: its number as Word shows it; empty for a bullet and if no list is defined. */
  next(ls: number, level: number): string {
    const override = this.overrides.get(ls);
    const levels = this.lists.get(override?.list ?? Number.NaN)?.levels;
    if (!override || !levels || !(level >= 0 && level < MAX_LIST_LEVELS)) return '';
    const { list, starts } = override;
    const levelOf = (at: number) => override.levels.get(at) ?? levels[at];
    return this.counter.next({ id: String(list), list: String(ls), level, starts, levelOf });
  }

  private startLevel(): void {
    this.level = { start: 1, format: 'decimal', text: '' };
    if (this.overridden >= 0) this.override.levels.set(this.overridden, this.level);
    else if (this.list.levels.length < MAX_LIST_LEVELS) this.list.levels.push(this.level);
  }

  /** The id is at the end of a list, and at the start of an override. */
  private keepList(id: number): void {
    this.override.list = id;
    if (this.list.levels.length > 0 && this.lists.size < MAX_LISTS) this.lists.set(id, this.list);
    this.list = { levels: [] };
  }

  private overrideLevel(): void {
    this.overridden += 1;
    this.startsAnew = false;
    this.level = undefined;
  }

  private start(value: number): void {
    if (this.level) this.level.start = value;
    if (this.overridden >= 0 && this.startsAnew) this.override.starts.set(this.overridden, value);
  }
}

const toOverride = (): Override => ({ list: Number.NaN, levels: new Map(), starts: new Map() });

/** The numbers of formats, and their names in newer files. */
const FORMATS: readonly string[] = (
  'decimal upperRoman lowerRoman upperLetter lowerLetter ordinal cardinalText ordinalText hex chicago ideographDigital japaneseCounting ' +
  'aiueo iroha decimalFullWidth decimalHalfWidth japaneseLegal japaneseDigitalTenThousand decimalEnclosedCircle decimalFullWidth2 ' +
  'aiueoFullWidth irohaFullWidth decimalZero bullet ganada chosung decimalEnclosedFullstop decimalEnclosedParen ' +
  'decimalEnclosedCircleChinese ideographEnclosedCircle ideographTraditional ideographZodiac ideographZodiacTraditional ' +
  'taiwaneseCounting ideographLegalTraditional taiwaneseCountingThousand taiwaneseDigital chineseCounting chineseLegalSimplified ' +
  'chineseCountingThousand decimal koreanDigital koreanCounting koreanLegal koreanDigital2 hebrew1 arabicAlpha hebrew2 arabicAbjad ' +
  'hindiVowels hindiConsonants hindiNumbers hindiCounting thaiLetters thaiNumbers thaiCounting vietnameseCounting numberInDash ' +
  'russianLower russianUpper'
).split(' ');
const NONE = 255;

const readFormat = (level: ListLevel, value: number): void => {
  level.format = value === NONE ? 'none' : (FORMATS[value] ?? 'decimal');
};

const readRestart = (level: ListLevel, value: number): void => {
  if (value !== 0) level.restart = 0;
};

const LEVEL_WORDS = new Map<string, (level: ListLevel, value: number) => void>([
  ['levelnfc', readFormat],
  ['levelnfcn', readFormat],
  ['levellegal', (level, value) => (level.isDecimal = value !== 0)],
  ['levelnorestart', readRestart],
]);

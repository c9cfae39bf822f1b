import type { Script } from '../locale.js';

/** Letters of scripts with alphabets, as the analyzer folds them. */
export const ALPHABETS: Partial<Readonly<Record<Script, string>>> = {
  Latin: 'abcdefghijklmnopqrstuvwxyz',
  Cyrillic: 'абвгдежзиклмнопрстуфхцчшщъыьэюяіє',
  Greek: 'αβγδεζηθικλμνξοπρσςτυφχψω',
  Arabic: 'ءآأؤإئابةتثجحخدذرزسشصضطظعغفقكلمنهويىپچکگی',
  Hebrew: 'אבגדהוזחטיךכלםמןנסעףפץצקרשת',
  Armenian: 'աբգդեզէըթժիլխծկհձղճմյնշոչպջռսվտրցւփքօֆև',
};

/** Letters that Unicode does not decompose, as typed by people whose keyboards lack them. */
export const PLAIN_LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  þ: 'th',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ŧ: 't',
  ı: 'i',
};

export const HAN_DIGITS = '〇一二三四五六七八九';
const HAN_UNITS = ['', '十', '百', '千', '万'];

/** A number below 100,000 as spoken: 十二, 二十, 一百零三; `gap` stands for the empty places in between. */
export const toHanNumber = (value: number, { gap }: { gap: string }): string => {
  if (value === 0) return '〇';
  let text = '';
  let isGap = false;
  const figures = Array.from(String(value)).map(Number);
  figures.forEach((digit, at) => {
    if (digit === 0) isGap = true;
    else {
      const unit = HAN_UNITS[figures.length - 1 - at] ?? '';
      text += `${isGap ? gap : ''}${Array.from(HAN_DIGITS)[digit] ?? ''}${unit}`;
      isGap = false;
    }
  });
  return value >= 10 && value < 20 ? text.replace(/^一/u, '') : text;
};

import type { Script } from '../locale.js';

/** Letters of the scripts whose words are made of single letters, as the analyzer folds them, and the vowels among them. */
export const ALPHABETS: Partial<Readonly<Record<Script, { letters: string; vowels: string }>>> = {
  Latin: { letters: 'abcdefghijklmnopqrstuvwxyzßæøđłı', vowels: 'aeiouy' },
  Cyrillic: { letters: 'абвгдежзиклмнопрстуфхцчшщъыьэюяіє', vowels: 'аеиоуыэюя' },
  Greek: { letters: 'αβγδεζηθικλμνξοπρσςτυφχψω', vowels: 'αειηουω' },
  Arabic: { letters: 'ءآأؤإئابةتثجحخدذرزسشصضطظعغفقكلمنهويىپچکگی', vowels: '' },
  Hebrew: { letters: 'אבגדהוזחטיךכלםמןנסעףפץצקרשת', vowels: '' },
  Armenian: { letters: 'աբգդեզէըթժիլխծկհձղճմյնշոչպջռսվտրցւփքօֆև', vowels: '' },
};

/** Letters that Unicode does not take apart, as people type them who do not have them. */
export const PLAIN_LETTERS: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', þ: 'th' },
  ...{ ł: 'l', đ: 'd', ð: 'd', ħ: 'h', ŧ: 't', ı: 'i' },
};

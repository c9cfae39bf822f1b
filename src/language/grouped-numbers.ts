/** Adds spellings that passages may have instead of a word of the question. */
export type AddSpelling = (word: string, others: readonly string[]) => void;

/** Grouped account and telephone numbers in a text, each as a whole. */
export const findGrouped = (text: string): string[] =>
  (text.match(IN_GROUPS) ?? []).map((one) => one.trim()).filter(isGrouped);

const IN_GROUPS =
  /(?<![\p{L}\p{N}+])(?:[A-Za-z]{2}\d{2}(?: ?[A-Za-z0-9]{4}){2,7}(?: ?[A-Za-z0-9]{1,3})?|\+?(?:\(?\d{1,5}\)?)(?:[ ()/.-]{1,3}\d{1,8}){1,8})(?![\p{L}\p{N}])/gu;

const isGrouped = (text: string): boolean => {
  const digits = text.replace(/\D/g, '');
  if (/^[A-Za-z]/.test(text)) return digits.length >= MIN_ACCOUNT;
  const groups = text.match(/\d+/g) ?? [];
  const isDial = /^(?:\+|\(|0\d)/.test(text) && digits.length >= MIN_DIAL;
  const isAccount = groups.length >= 3 && groups.every(({ length }) => length === 4);
  const isOther =
    /^\d{1,4}([-/.])\d{1,2}\1\d{1,4}$/.test(text) || groups.every((one) => YEAR.test(one));
  return (isDial || isAccount) && !isOther;
};

const YEAR = /^(?:1[5-9]|20)[0-9]{2}$/;
const MIN_ACCOUNT = 10;
const MIN_DIAL = 7;

/** Each group also matches the number without spaces, and a number without spaces matches its groups. */
export const addGroups = (text: string, add: AddSpelling): void => {
  for (const number of findGrouped(text)) {
    const groups = number.match(/[\p{L}\p{N}]+/gu) ?? [];
    // With signs between the groups it is one word.
    add(number, [groups.join(''), ...groups.slice(0, 1)]);
    for (const at of groups.keys()) {
      const group = groups[at] ?? '';
      const rest = groups.slice(at).join('');
      const isDial = /^\d/.test(groups[0] ?? '');
      const [, letters = '', digits = ''] = /^([a-z]{2})(\d+)$/.exec(group) ?? [];
      for (const part of [letters, digits]) if (part !== '') add(part, [groups.join('')]);
      add(group, isDial ? [rest, toTrunk(group), groups.join('')] : [groups.join('')]);
      if (isDial && group.length >= MIN_DIAL - 1)
        add(group, [group.slice(0, 3), group.slice(0, 4)]);
    }
  }
  for (const [whole] of text.matchAll(IN_ONE)) {
    const groups = whole.match(/.{4}/g) ?? [];
    add(whole, groups);
    const [, letters = '', digits = ''] = /^([a-z]{2})(\d+)$/.exec(whole) ?? [];
    add(letters, groups.slice(0, 1));
    add(digits, groups.slice(1));
  }
  for (const [whole] of text.matchAll(DIGITS)) {
    if (whole.length % 4 === 0) add(whole, whole.match(/.{4}/g) ?? []);
    // Area codes differ in length.
    if (whole.startsWith('0'))
      add(
        whole,
        AREA_CODES.flatMap((end) => partAt(whole, end)),
      );
    else if (whole.length === 10) add(whole, toAmerican(whole));
  }
  for (const [, whole = ''] of text.matchAll(WITH_COUNTRY)) {
    for (const end of COUNTRY_CODES) add(whole, toNational(whole.slice(end)));
  }
};

/** "(555) 123-4567" and "555-123-4567" for ten digits without spaces. */
const toAmerican = (digits: string): string[] => {
  const line = `${digits.slice(3, 6)}-${digits.slice(6)}`;
  return [line, `${digits.slice(0, 3)}-${line}`];
};

const WITH_COUNTRY = /(?<![\p{L}\p{N}])\+([1-9][0-9]{8,14})(?![\p{L}\p{N}])/gu;
/** Country codes also differ in length. */
const COUNTRY_CODES = [1, 2, 3];

/** "030 5550161" and "0305550161" for "305550161" after a country code. */
const toNational = (rest: string): string[] => {
  const digits = `0${rest}`;
  const lines = AREA_CODES.map((end) => digits.slice(end));
  return [digits, ...lines.filter(({ length }) => length >= MIN_DIAL - 1)];
};

/** An account or telephone number without spaces; shorter ones are not grouped. */
const DIGITS = /(?<![\p{L}\p{N}]|[\p{N}][.,:/-])[0-9]{9,15}(?![\p{L}\p{N}]|[.,:/-][\p{N}])/gu;
const AREA_CODES = [3, 4, 5];

const partAt = (digits: string, end: number): string[] => [digits.slice(0, end), digits.slice(end)];

const IN_ONE = /(?<![\p{L}\p{N}])[a-z]{2}[0-9]{2}[a-z0-9]{8,30}(?![\p{L}\p{N}])/gu;

/** "030" for "30": an area code begins with a zero if the country code is left out. */
const toTrunk = (group: string): string => (group.startsWith('0') ? group.slice(1) : `0${group}`);

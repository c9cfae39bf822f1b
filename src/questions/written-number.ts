/** A number as people write it: in groups of three, with a decimal comma or point. */
export const NUMBER = String.raw`\d{1,3}(?:[ '’]\d{3})+(?:[.,]\d+)?(?!\d)|\d+(?:[.,]\d+)*`;

const PLAIN = /^\d+$/;
const IN_GROUPS = /^\d{1,3}(?:(?: \d{3})+|(?:['’]\d{3})+)(?=[.,]|$)/;
const SEPARATED = /^(\d+)([.,])(\d+)$/;
const BY_BOTH = /^\d{1,3}(?:(?:,\d{3})+\.\d+|(?:\.\d{3})+,\d+)$/;
const BY_ONE = /^\d{1,3}(?:(?:,\d{3}){2,}|(?:\.\d{3}){2,})$/;

/** What stands between thousands; of French nobody knows whether its point does. */
const THOUSANDS: Readonly<Record<string, string>> = {
  ...{ en: ',', zh: ',', hu: '.', de: '.', es: '.', vi: '.' },
};
const DECIMALS: Readonly<Record<string, string>> = {
  ...{ en: '.', zh: '.', hu: ',', de: ',', fr: ',', es: ',', vi: ',' },
};

/** A written number with a decimal point and without groups; undefined where it could be two numbers, or is none. */
export const readNumber = (written: string, language: string): string | undefined => {
  const text = IN_GROUPS.test(written) ? written.replace(/[ '’]/g, '') : written;
  if (PLAIN.test(text)) return text.length > 1 && text.startsWith('0') ? undefined : text;
  if (BY_ONE.test(text)) return text.replace(/[.,]/g, '');
  if (BY_BOTH.test(text)) {
    const decimal = text.includes(',') && text.lastIndexOf(',') > text.lastIndexOf('.') ? ',' : '.';
    return text.replace(decimal === ',' ? /\./g : /,/g, '').replace(',', '.');
  }
  const [, whole = '', separator = '', rest = ''] = SEPARATED.exec(text) ?? [];
  if (whole === '' || (whole.length > 1 && whole.startsWith('0'))) return undefined;
  const mayGroup = rest.length === 3 && whole.length <= 3 && whole !== '0' && text === written;
  if (!mayGroup || DECIMALS[language] === separator) return `${whole}.${rest}`;
  return THOUSANDS[language] === separator ? whole + rest : undefined;
};

/** Windows' numbers of character sets, as fonts name them, to encodings. */
const CHARSETS: Readonly<Record<number, string>> = {
  77: 'macintosh',
  128: 'shift_jis',
  129: 'euc-kr',
  134: 'gbk',
  136: 'big5',
  161: 'windows-1253',
  162: 'windows-1254',
  163: 'windows-1258',
  177: 'windows-1255',
  178: 'windows-1256',
  186: 'windows-1257',
  204: 'windows-1251',
  222: 'windows-874',
  238: 'windows-1250',
};

const CODE_PAGES: Readonly<Record<number, string>> = {
  932: 'shift_jis',
  936: 'gbk',
  949: 'euc-kr',
  950: 'big5',
  10000: 'macintosh',
  65001: 'utf-8',
};

export const encodingOfCharset = (charset: number): string | undefined => CHARSETS[charset];

export const encodingOfCodePage = (codePage: number): string => {
  const named = CODE_PAGES[codePage];
  if (named !== undefined) return named;
  return codePage === 874 || (codePage >= 1250 && codePage <= 1258)
    ? `windows-${codePage}`
    : 'windows-1252';
};

const START = '<m:oMath>';
const END = '</m:oMath>';
/** What puts a formula into a line of its own. */
const DISPLAY = /<\/?m:oMathPara>/g;
const TEXT = /<m:t(?:\s[^<>]{0,100})?>([^<]*)<\/m:t>/g;

/** Writes formulas, which mammoth leaves out, as the characters that they hold. */
export const spellOutFormulas = (xml: string): string =>
  xml.includes(START)
    ? xml
        .replace(DISPLAY, '')
        .split(END)
        .map((part) => {
          const start = part.lastIndexOf(START);
          if (start === -1) return part;
          const texts = [...part.slice(start).matchAll(TEXT)].map(([, text = '']) => text);
          const run = `<w:r><w:t xml:space="preserve">${texts.join('')}</w:t></w:r>`;
          return part.slice(0, start) + run;
        })
        .join('')
    : xml;

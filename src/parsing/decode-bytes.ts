/** What Windows-1252 has where Latin-1 has control characters; Node reads the one as the other. */
const WINDOWS_1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';
const LATIN_1_CONTROLS = /[\u0080-\u009f]/gu;

/** Puts the dashes, quotes and euro signs of Western text in place of the control characters that Node has read for them. */
export const restoreWestern = (text: string): string =>
  text.replace(
    LATIN_1_CONTROLS,
    (control) => WINDOWS_1252[control.charCodeAt(0) - 0x80] ?? control,
  );

/** Decodes as browsers do; with `isFatal` it throws where bytes are none of the encoding. */
export const decodeBytes = (
  bytes: Uint8Array,
  { encoding, isFatal }: { encoding: string; isFatal: boolean },
): string => {
  const decoder = new TextDecoder(encoding, { fatal: isFatal });
  const text = decoder.decode(bytes);
  return decoder.encoding === 'windows-1252' ? restoreWestern(text) : text;
};

/** True for what browsers send as `Origin`, to the letter: https://www.example.com. */
export const isOrigin = (text: string): boolean =>
  URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) && new URL(text).origin === text;

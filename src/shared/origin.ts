/** True for what browsers send as `Origin`, to the letter: https://www.example.com. With a `*` in its name, it would match no page. */
export const isOrigin = (text: string): boolean =>
  URL.canParse(text) &&
  /^https?:$/.test(new URL(text).protocol) &&
  new URL(text).origin === text &&
  !text.includes('*');

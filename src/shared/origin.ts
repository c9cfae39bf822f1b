/** True for exactly what browsers send as `Origin`: https://www.example.com. A name with `*` would match no page. */
export const isOrigin = (text: string): boolean =>
  URL.canParse(text) &&
  /^https?:$/.test(new URL(text).protocol) &&
  new URL(text).origin === text &&
  !text.includes('*');

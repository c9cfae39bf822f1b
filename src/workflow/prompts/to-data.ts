/** Somebody else's text as data: only who knows this request's nonce could close the block. */
export const toData = (nonce: string, kind: string, text: string): string =>
  `<<data ${nonce} ${kind}>>\n${text.replaceAll(nonce, '')}\n<<end ${nonce}>>`;

const MIN_COMMON_SHARE = 0.85;
const SAMPLE_BYTES = 64 * 1024;

type Pair = readonly [lead: number, trail: number];

/** The usual characters of each code page, by their place in it, and its punctuation; the rarer ones come after them. */
const CODE_PAGES: readonly { encoding: string; isCommon: (pair: Pair) => boolean }[] = [
  {
    encoding: 'gb18030',
    isCommon: ([lead, trail]) =>
      trail >= 0xa1 && ((lead >= 0xb0 && lead <= 0xd7) || (lead >= 0xa1 && lead <= 0xa3)),
  },
  {
    encoding: 'big5',
    isCommon: ([lead, trail]) =>
      ((lead >= 0xa4 && lead <= 0xc6) || (lead >= 0xa1 && lead <= 0xa3)) &&
      ((trail >= 0x40 && trail <= 0x7e) || trail >= 0xa1),
  },
];
/** Korean fills only the first half of the rows that Chinese does. */
const LAST_KOREAN_LEAD = 0xc8;

/** Some Chinese among other text, as in the columns of a table: high bytes stand in pairs only, which are usual characters. */
export const isMixedChinese = (bytes: Buffer): boolean => {
  let run = 0;
  let runs = 0;
  for (const byte of bytes) {
    if (byte >= 0x80) {
      run += 1;
      continue;
    }
    if (run % 2 === 1) return false;
    if (run > 0) runs += 1;
    run = 0;
  }
  const pairs = pairsOf(bytes);
  const [{ isCommon } = { isCommon: () => false }] = CODE_PAGES;
  return runs > 1 && pairs.filter(isCommon).length >= MIN_COMMON_SHARE * pairs.length;
};

/** The two-byte characters of a text in an East Asian code page. */
const pairsOf = (bytes: Buffer): Pair[] => {
  const pairs: Pair[] = [];
  for (let at = 0; at + 1 < bytes.length; at += 1) {
    const lead = bytes[at] ?? 0;
    if (lead < 0x80) continue;
    pairs.push([lead, bytes[at + 1] ?? 0]);
    at += 1;
  }
  return pairs;
};

/** Chinese text in GB 18030 or Big5, told by which of the two has it made of usual characters; undefined where neither does. */
export const decodeChinese = (bytes: Buffer): string | undefined => {
  const pairs = pairsOf(bytes.subarray(0, SAMPLE_BYTES));
  const shares = CODE_PAGES.map(({ encoding, isCommon }) => ({
    encoding,
    share: pairs.filter(isCommon).length / Math.max(1, pairs.length),
  }));
  const best = shares.reduce((left, right) => (right.share > left.share ? right : left));
  const isKorean = best.encoding === 'gb18030' && !pairs.some(([lead]) => lead > LAST_KOREAN_LEAD);
  if (best.share < MIN_COMMON_SHARE || isKorean) return undefined;
  try {
    return new TextDecoder(best.encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
};

type Parts = {
  /** Entries of the catalog, which may name objects from number 6 on. */
  catalog?: string;
  /** Entries of the only page. */
  page?: string;
  objects?: readonly string[];
};

/** A PDF of one page with a line of text, as an older program would write it, and what else it carries. */
export const smallPdf = (
  text: string,
  { catalog = '', page = '', objects = [] }: Parts = {},
): Buffer => {
  const all = [
    `<</Type/Catalog/Pages 2 0 R ${catalog}>>`,
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>> ${page}>>`,
    pdfStream(`BT /F 12 Tf 72 700 Td (${text}) Tj ET`),
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    ...objects,
  ];
  const body = all.map((object, at) => `${at + 1} 0 obj\n${object}\nendobj\n`).join('');
  const size = all.length + 1;
  return Buffer.from(
    `%PDF-1.7\n${body}trailer\n<</Size ${size}/Root 1 0 R>>\nstartxref\n0\n%%EOF`,
    'latin1',
  );
};

export const pdfStream = (content: string, entries = ''): string =>
  `<<${entries}/Length ${content.length}>>stream\n${content}\nendstream`;

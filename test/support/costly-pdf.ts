/** A PDF of one page, quickly read and hardly ever drawn: it is filled many times with a colour that a program computes for each point. */
export const costlyPdf = (): Buffer => {
  const program = `{ ${'exch sin exch cos '.repeat(6)}add dup dup }`;
  const content = `BT /F 9 Tf 9 9 Td (A leave of three days.) Tj ET ${'/S sh '.repeat(40)}`;
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>/Shading<</S 6 0 R>>>>>>',
    `<</Length ${content.length}>>stream\n${content}\nendstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    '<</ShadingType 1/ColorSpace/DeviceRGB/Domain[0 600 0 800]/Function 7 0 R>>',
    `<</FunctionType 4/Domain[0 600 0 800]/Range[0 1 0 1 0 1]/Length ${program.length}>>stream\n${program}\nendstream`,
  ];
  const body = objects.map((object, at) => `${at + 1} 0 obj\n${object}\nendobj\n`).join('');
  return Buffer.from(
    `%PDF-1.4\n${body}trailer\n<</Size 8/Root 1 0 R>>\nstartxref\n0\n%%EOF`,
    'latin1',
  );
};

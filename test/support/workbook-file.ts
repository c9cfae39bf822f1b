import { zipArchive, type ZipEntry } from './zip-archive.js';

/** An XLSX file of one sheet named S; `others` are further parts, such as shared strings. */
export const workbookFile = (sheet: string, others: readonly ZipEntry[] = []): Buffer =>
  zipArchive([
    {
      name: 'xl/workbook.xml',
      content: '<workbook><sheets><sheet name="S" r:id="r1"/></sheets></workbook>',
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content:
        '<Relationships><Relationship Id="r1" Type="http://x/worksheet" Target="worksheets/a.xml"/></Relationships>',
    },
    { name: 'xl/worksheets/a.xml', content: `<worksheet>${sheet}</worksheet>` },
    ...others,
  ]);

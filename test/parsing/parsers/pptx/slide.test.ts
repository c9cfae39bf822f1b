import { describe, expect, it } from '@jest/globals';
import { parseBytes } from '../../../support/parsing.js';
import { zipArchive } from '../../../support/zip-archive.js';

const relationships = (list: Readonly<Record<string, readonly [string, string]>>): string =>
  `<Relationships>${Object.entries(list)
    .map(
      ([id, [type, target]]) =>
        `<Relationship Id="${id}" Type="http://x/${type}" Target="${target}"/>`,
    )
    .join('')}</Relationships>`;

type Drawn = Readonly<Record<string, readonly [type: string, target: string, content: string]>>;

const read = (shapes: string, drawn: Drawn = {}) =>
  parseBytes(
    zipArchive([
      {
        name: 'ppt/presentation.xml',
        content: '<p:presentation><p:sldId id="256" r:id="r1"/></p:presentation>',
      },
      {
        name: 'ppt/_rels/presentation.xml.rels',
        content: relationships({ r1: ['slide', 'slides/a.xml'] }),
      },
      { name: 'ppt/slides/a.xml', content: `<p:sld>${shapes}</p:sld>` },
      {
        name: 'ppt/slides/_rels/a.xml.rels',
        content: relationships(
          Object.fromEntries(
            Object.entries(drawn).map(([id, [type, target]]) => [id, [type, `../${target}`]]),
          ),
        ),
      },
      ...Object.values(drawn).map(([, target, content]) => ({ name: `ppt/${target}`, content })),
    ]),
    'a.pptx',
  );

const run = (text: string, properties = ''): string =>
  `<a:r><a:rPr ${properties}/><a:t>${text}</a:t></a:r>`;
const shape = (paragraphs: readonly string[], placeholder = ''): string =>
  `<p:sp><p:nvPr>${placeholder}</p:nvPr>${paragraphs.map((one) => `<a:p>${one}</a:p>`).join('')}</p:sp>`;

describe('the text of a slide', () => {
  it('keeps superscripts and subscripts apart and leaves out what is struck out', async () => {
    const { text, warnings } = await read(
      shape([
        run('10') +
          run('6', 'baseline="30000"') +
          run(' cycles of CO') +
          run('2', 'baseline="-25000"'),
        run('40', 'strike="sngStrike"') + run('55 euros'),
      ]),
    );

    expect(text).toBe('Slide 1\n\n10⁶ cycles of CO₂\n\n55 euros');
    expect(warnings).toEqual([
      { code: 'content_left_out', detail: 'The file holds struck-out text, which is not read.' },
    ]);
  });

  it('includes the numbers of its lists', async () => {
    const item = (text: string, type: string, level = 0): string =>
      `<a:pPr lvl="${level}"><a:buAutoNum type="${type}"/></a:pPr>${run(text)}`;

    const { text } = await read(
      shape([
        item('Open', 'arabicPeriod'),
        item('left', 'alphaLcParenR', 1),
        item('right', 'alphaLcParenR', 1),
        item('Close', 'arabicPeriod'),
      ]),
    );

    expect(text).toBe('Slide 1\n\n1. Open\n  a) left\n  b) right\n2. Close');
  });

  it('includes formulas, characters of symbol fonts and alternative texts', async () => {
    const formula =
      '<mc:AlternateContent><mc:Choice><a14:m><m:oMath><m:f><m:num><m:r><m:t>12</m:t></m:r></m:num><m:den><m:r><m:t>5</m:t></m:r></m:den></m:f></m:oMath></a14:m></mc:Choice><mc:Fallback><a:r><a:t>125</a:t></a:r></mc:Fallback></mc:AlternateContent>';
    const sign = '<a:r><a:rPr><a:latin typeface="Wingdings"/></a:rPr><a:t>\uf0fe</a:t></a:r>';
    const picture =
      '<p:pic><p:nvPicPr><p:cNvPr id="9" name="Picture 8" descr="Map of the pier"/></p:nvPicPr></p:pic>';

    const { text } = await read(shape([run('Load ') + formula, sign + run(' Insured')]) + picture);

    expect(text).toBe('Slide 1\n\nLoad 12/5\n\n☑ Insured\n\nMap of the pier');
  });

  it('begins with the footer of the slides, once, without their numbers', async () => {
    const { text } = await read(
      shape([run('Rates')], '<p:ph type="title"/>') +
        shape([run('Contract LB-2044')], '<p:ph type="ftr"/>') +
        shape([run('7')], '<p:ph type="sldNum"/>'),
    );

    expect(text).toBe('Contract LB-2044\n\nRates');
  });
});

describe('a drawing on a slide', () => {
  const frame = (content: string): string =>
    `<p:graphicFrame><a:graphicData>${content}</a:graphicData></p:graphicFrame>`;

  it('becomes a list if it is made of data (SmartArt), or a table if it is a chart', async () => {
    const chart =
      '<c:chartSpace><c:chart><c:plotArea><c:pieChart><c:ser><c:tx><c:v>Share %</c:v></c:tx><c:cat><c:strLit><c:pt idx="0"><c:v>Kelp</c:v></c:pt></c:strLit></c:cat><c:val><c:numLit><c:pt idx="0"><c:v>47</c:v></c:pt></c:numLit></c:val></c:ser></c:pieChart></c:plotArea></c:chart></c:chartSpace>';
    const data =
      '<dgm:dataModel><dgm:pt modelId="1"><dgm:t><a:p><a:r><a:t>Archive for 8 years</a:t></a:r></a:p></dgm:t></dgm:pt></dgm:dataModel>';

    const { text } = await read(frame('<c:chart r:id="r2"/>') + frame('<dgm:relIds r:dm="r3"/>'), {
      r2: ['chart', 'charts/chart1.xml', chart],
      r3: ['diagramData', 'diagrams/data1.xml', data],
    });

    expect(text).toBe('Slide 1\n\n| Share %\nKelp | 47\n\n- Archive for 8 years');
  });
});

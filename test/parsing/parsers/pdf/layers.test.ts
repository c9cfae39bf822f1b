import { describe, expect, it } from '@jest/globals';
import { parseBytes } from '../../../support/parsing.js';
import { FIRST_OBJECT, pdfOf, streamOf, textAt } from '../../../support/pdf-pages.js';

const [SHOWN, HIDDEN, STAMP] = [FIRST_OBJECT, FIRST_OBJECT + 1, FIRST_OBJECT + 2];
const LAYERS = ['<</Type/OCG/Name(Text)>>', '<</Type/OCG/Name(Text)>>'];

const layered = {
  catalog: `/OCProperties<</OCGs[${SHOWN} 0 R ${HIDDEN} 0 R]/D<</ON[${SHOWN} 0 R]/OFF[${HIDDEN} 0 R]>>>>`,
  resources: `/Properties<</MC0 ${SHOWN} 0 R/MC1 ${HIDDEN} 0 R>>`,
  objects: LAYERS,
};

const inLayer = (name: string, content: string): string => `/OC /${name} BDC ${content} EMC`;

const read = async (bytes: Buffer) => {
  const { text, warnings } = await parseBytes(bytes, 'plan.pdf');
  return { text, codes: warnings.map(({ code, pages }) => ({ code, pages })) };
};

const LEFT_OUT = [{ code: 'content_left_out', pages: [1] }];

describe('a page with layers', () => {
  it('is read without the hidden ones, even if two have the same name, as InDesign exports them', async () => {
    const page = [
      inLayer('MC0', textAt([60, 700], 'The lock opens at six.')),
      inLayer('MC1', textAt([60, 680], 'Die Schleuse macht um sechs auf.')),
    ];

    expect(await read(pdfOf([page], layered))).toEqual({
      text: 'The lock opens at six.',
      codes: LEFT_OUT,
    });
  });

  it('is read without a layer inside another hidden layer', async () => {
    const inner = inLayer('MC0', textAt([60, 680], 'The old gate is 4 m wide.'));
    const page = [textAt([60, 700], 'The gate is 5 m wide.'), inLayer('MC1', inner)];

    expect(await read(pdfOf([page], layered))).toEqual({
      text: 'The gate is 5 m wide.',
      codes: LEFT_OUT,
    });
  });

  it('is read completely if every layer is visible', async () => {
    const page = [
      inLayer('MC0', textAt([60, 700], 'The sill is 3 m deep.')),
      inLayer('MC0', textAt([60, 680], 'The wall is 2 m thick.')),
    ];

    expect(await read(pdfOf([page], layered))).toEqual({
      text: 'The sill is 3 m deep. The wall is 2 m thick.',
      codes: [],
    });
  });

  it('keeps the invisible text of a visible layer below a scanned picture', async () => {
    const scan = '/Im Do 3 Tr';
    const picture = streamOf(
      '0',
      '/Type/XObject/Subtype/Image/Width 1/Height 1/BitsPerComponent 8/ColorSpace/DeviceGray',
    );
    const page = [
      'q 595 0 0 842 0 0 cm',
      scan,
      'Q',
      inLayer('MC0', `3 Tr ${textAt([60, 700], 'The keeper of the lock was Otto Lund of Vik.')}`),
    ];
    const resources = `${layered.resources}/XObject<</Im ${STAMP} 0 R>>`;

    const { text } = await read(
      pdfOf([page], { ...layered, resources, objects: [...LAYERS, picture] }),
    );

    expect(text).toBe('The keeper of the lock was Otto Lund of Vik.');
  });
});

describe('a form in a layer of a PDF', () => {
  const withStamp = (layer: number): Buffer => {
    const fonts = '/Resources<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>';
    const form = streamOf(
      textAt([60, 500], 'Draft of March'),
      `/Type/XObject/Subtype/Form/BBox[0 0 595 842]/OC ${layer} 0 R${fonts}`,
    );
    return pdfOf([[textAt([60, 700], 'The bridge is closed.'), '/Fm Do']], {
      ...layered,
      resources: `${layered.resources}/XObject<</Fm ${STAMP} 0 R>>`,
      objects: [...LAYERS, form],
    });
  };

  it('is left out if the layer is hidden, as Acrobat does with print-only stamps', async () => {
    expect(await read(withStamp(HIDDEN))).toEqual({
      text: 'The bridge is closed.',
      codes: LEFT_OUT,
    });
  });

  it('is read if the layer is visible', async () => {
    const { text } = await read(withStamp(SHOWN));

    expect(text).toContain('Draft of March');
  });
});

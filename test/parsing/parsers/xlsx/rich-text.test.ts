import { describe, expect, it } from '@jest/globals';
import type { LeftOut } from '../../../../src/parsing/office/left-out.js';
import { readLocalXml } from '../../../../src/parsing/office-xml.js';
import { createRichText } from '../../../../src/parsing/parsers/xlsx/rich-text.js';

const read = (xml: string) => {
  const leftOut = new Set<LeftOut>();
  const { open, text, close, take } = createRichText(leftOut);
  readLocalXml(`<si>${xml}</si>`, { open, text, close });
  return { text: take(), leftOut: [...leftOut] };
};

describe('a text of several runs in XLSX', () => {
  it('is read as one, with its superscripts', () => {
    const xml =
      '<r><t>10</t></r><r><rPr><vertAlign val="superscript"/></rPr><t>6</t></r><r><t> m</t></r>';

    expect(read(xml).text).toBe('10⁶ m');
  });

  it('leaves out what is struck out, with a warning', () => {
    const xml = '<r><rPr><strike/></rPr><t>old</t></r><r><t>new</t></r>';

    expect(read(xml)).toEqual({ text: 'new', leftOut: ['struckText'] });
  });

  it('keeps a run that explicitly is not struck out', () => {
    const xml = '<r><rPr><strike val="0"/></rPr><t>new</t></r>';

    expect(read(xml)).toEqual({ text: 'new', leftOut: [] });
  });

  it('leaves out the phonetic annotations of East Asian texts', () => {
    expect(read('<t>計画</t><rPh sb="0" eb="2"><t>けいかく</t></rPh>').text).toBe('計画');
  });
});

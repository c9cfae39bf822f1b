import type { LeftOut } from '../../office/left-out.js';
import { withoutEscapes } from '../../office/escapes.js';
import { RunText, type Position } from '../../office/run-text.js';
import { attribute, type XmlAttributes } from '../../office-xml.js';

/** The style of the letters of a cell, or of a run in it: struck out, raised or lowered. */
export type Font = { isStruck: boolean; position?: Position };

/** Stores what an element of a font says. */
export const readFont = (font: Font, name: string, attributes: XmlAttributes): void => {
  const value = attribute(attributes, 'val');
  if (name === 'strike') font.isStruck = value === undefined || !['0', 'false'].includes(value);
  if (name === 'vertAlign' && value === 'superscript') font.position = 'raised';
  if (name === 'vertAlign' && value === 'subscript') font.position = 'lowered';
};

/** Reads a text of several runs, without the reading aids of East Asian texts. */
export const createRichText = (leftOut: Set<LeftOut>) => {
  let text = new RunText();
  let font: Font | undefined;
  let phonetic = 0;
  let isText = false;
  let isStruck = false;
  return {
    open: (name: string, attributes: XmlAttributes): void => {
      if (name === 'rPh') phonetic += 1;
      else if (name === 'r') font = { isStruck: false };
      else if (name === 't') isText = phonetic === 0;
      else if (font) readFont(font, name, attributes);
    },
    text: (added: string): void => {
      if (!isText) return;
      if (font?.isStruck !== true) text.add(added, font?.position);
      else if (added.trim() !== '') isStruck = true;
    },
    close: (name: string): void => {
      if (name === 'rPh') phonetic -= 1;
      if (name === 't') isText = false;
      if (name === 'r') font = undefined;
    },
    take: (): string => {
      const { value } = text;
      text = new RunText();
      if (isStruck) leftOut.add('struckText');
      isStruck = false;
      return withoutEscapes(value);
    },
  };
};

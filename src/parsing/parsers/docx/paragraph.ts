import { RunText } from '../../office/run-text.js';
import type { Block, PageStart } from '../../parsed-document.js';
import type { ParagraphProperties } from './styles.js';

/** A paragraph while it is being read. */
export type Paragraph = {
  properties: ParagraphProperties;
  text: RunText;
  /** A flag, because checking the growing text for every piece would take quadratic time. */
  hasText: boolean;
  page: number;
  pageStarts: PageStart[];
  anchored: Block[];
  notes: Block[];
  isMarkDeleted: boolean;
  isBoilerplate: boolean;
  endsSection: boolean;
};

export const newParagraph = (page: number): Paragraph => ({
  properties: {},
  text: new RunText(),
  hasText: false,
  page,
  pageStarts: [],
  anchored: [],
  notes: [],
  isMarkDeleted: false,
  isBoilerplate: false,
  endsSection: false,
});

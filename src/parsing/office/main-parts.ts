/** The part of the archive by which each kind of Office file is known, and from which its other parts are found. */
export const MAIN_PARTS = {
  docx: 'word/document.xml',
  pptx: 'ppt/presentation.xml',
  xlsx: 'xl/workbook.xml',
} as const;

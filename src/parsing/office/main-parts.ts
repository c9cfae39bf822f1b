/** The part of the archive that identifies each kind of Office file, and from which its other parts are found. */
export const MAIN_PARTS = {
  docx: 'word/document.xml',
  pptx: 'ppt/presentation.xml',
  xlsx: 'xl/workbook.xml',
} as const;

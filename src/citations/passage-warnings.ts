import { addressesAssistant } from '../language/index.js';
import type { DocumentWarning } from '../shared/document-warnings.js';

/**
 * The warnings of a document that concern this passage; `suspicious_instructions` concerns only passages with instructions for an
 * assistant.
 */
export const warningsAbout = ({
  warnings,
  content,
}: {
  warnings: readonly DocumentWarning[];
  content: string;
}): DocumentWarning[] =>
  warnings.filter(({ code }) => code !== 'suspicious_instructions' || addressesAssistant(content));

type ReadBlock = { charStart: number; charEnd: number; confidence?: number | undefined };

/**
 * Whether text recognition has read the cited text, with the confidence of its least certain part; undefined for text that the file itself
 * contains. If the span is unknown, the whole passage is checked.
 */
export const readingOf = (
  { readBlocks = [] }: { readBlocks?: readonly ReadBlock[] | undefined },
  { charStart, charEnd }: { charStart: number | null; charEnd: number | null },
): { ocr: true | undefined; ocrConfidence: number | undefined } => {
  const cited = readBlocks.filter(
    (block) => block.charStart < (charEnd ?? Infinity) && block.charEnd > (charStart ?? 0),
  );
  if (cited.length === 0) return { ocr: undefined, ocrConfidence: undefined };
  const known = cited.flatMap(({ confidence }) => confidence ?? []);
  return { ocr: true, ocrConfidence: known.length === 0 ? undefined : Math.min(...known) };
};

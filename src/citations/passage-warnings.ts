import { addressesAssistant } from '../language/index.js';
import type { DocumentWarning } from '../shared/document-warnings.js';

/** The warnings of a document that concern this passage; `suspicious_instructions` concerns only passages with instructions for an assistant. */
export const warningsAbout = ({
  warnings,
  content,
}: {
  warnings: readonly DocumentWarning[];
  content: string;
}): DocumentWarning[] =>
  warnings.filter(({ code }) => code !== 'suspicious_instructions' || addressesAssistant(content));

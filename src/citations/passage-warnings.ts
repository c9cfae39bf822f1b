import { addressesAssistant } from '../language/index.js';
import type { DocumentWarning } from '../shared/document-warnings.js';

/** The warnings of a document that are about this passage of it: the mark belongs to those passages alone that speak to an assistant. */
export const warningsAbout = ({
  warnings,
  content,
}: {
  warnings: readonly DocumentWarning[];
  content: string;
}): DocumentWarning[] =>
  warnings.filter(({ code }) => code !== 'suspicious_instructions' || addressesAssistant(content));

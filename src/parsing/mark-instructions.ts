import { addressesAssistant } from '../language/index.js';
import type { DocumentWarning } from '../shared/document-warnings.js';

type Passage = { content: string; pageStart: number | null; pageEnd: number | null };

/** The warning for passages with instructions for an AI assistant; none if there is no such passage. */
export const markInstructions = (passages: readonly Passage[]): DocumentWarning[] =>
  passages
    .filter(({ content }) => addressesAssistant(content))
    .map(({ pageStart, pageEnd }) => ({
      code: 'suspicious_instructions',
      detail: 'It has text that speaks to an AI assistant or gives it orders.',
      pages: [pageStart, pageEnd].filter((page) => page !== null),
    }));

import { stemmer } from '@orama/stemmers/irish';
import type { Locale } from '../locale.js';

export const ga: Locale = {
  stemmer,
};

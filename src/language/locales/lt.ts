import { stemmer } from '@orama/stemmers/lithuanian';
import type { Locale } from '../locale.js';

export const lt: Locale = {
  stemmer,
};

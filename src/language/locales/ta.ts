import { stemmer } from '@orama/stemmers/tamil';
import type { Locale } from '../locale.js';

export const ta: Locale = {
  script: 'Tamil',
  iso3: 'tam',
  stemmer,
};

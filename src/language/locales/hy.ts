import { stemmer } from '@orama/stemmers/armenian';
import type { Locale } from '../locale.js';

export const hy: Locale = {
  script: 'Armenian',
  iso3: 'hye',
  stemmer,
};

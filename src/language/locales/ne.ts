import { stemmer } from '@orama/stemmers/nepali';
import type { Locale } from '../locale.js';

export const ne: Locale = {
  script: 'Devanagari',
  iso3: 'npi',
  commonWords: `छ छन् को का की लाई मा ले र हो यो त्यो यस जुन कि थियो पनि लागि के कहिले कहाँ कसरी छैन एक बाट वा तर गर्न भएको गर्ने`,
  stemmer,
};

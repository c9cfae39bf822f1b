import { stemmer } from '@orama/stemmers/irish';
import type { Locale } from '../locale.js';

export const ga: Locale = {
  stemmer,
  notInDocuments: String.raw`(?<!\p{L})(?:ní|níl|níor) (?:deir|luann|insíonn|míníonn|thugann|luaitear|luaigh|dúirt) [^.!?]{0,40}(?:doiciméi?d|foins|téacs|sliocht|lámhleabhar|conradh|beartas|tuarascáil)\p{L}*|(?<!\p{L})ní (?:deir|luann|insíonn) siad|(?<!\p{L})níor (?:aimsigh|tháinig) mé|(?<!\p{L})níl aon (?:eolas|fhaisnéis|tagairt)|(?<!\p{L})ní luaitear`,
};

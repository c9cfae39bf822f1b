import { stemmer } from '@orama/stemmers/lithuanian';
import type { Locale } from '../locale.js';

export const lt: Locale = {
  stemmer,
  notInDocuments: String.raw`(?:dokument|šaltin|tekst|ištrauk|vadov|sutart|ataskait)\p{L}{0,20}[^.!?]{0,60}(?:nenurod|nemini|nepamin|nesako|nerašo|nepaaiškin|neapraš|nėra (?:nurod|pamin|paraš|informacij))\p{L}*|(?:jie|jos|tai) (?:nenurod|nemini|nesako|neapraš)\p{L}*|nė vien\p{L}+ (?:dokument|šaltin)\p{L}* ne|(?<!\p{L})neradau(?!\p{L})|nepavyko rasti|nėra informacijos`,
  personTitles: 'ponas ponia',
  inflectsNames: true,
};

import { stemmer } from '@orama/stemmers/finnish';
import type { Locale } from '../locale.js';

export const fi: Locale = {
  script: 'Latin',
  iso3: 'fin',
  letters: { has: /ää|yö|äy|öy/u, lacks: /[åæø]/u },
  commonWords: `ja on ei se että mikä mitä kuka missä milloin miksi miten kuinka monta paljon minä me te ovat oli voi pitää kun tai mutta myös`,
  stemmer,
  joints: '',
  negations: 'ei en et emme ette eivät eikä älä älkää ilman koskaan kielletty paitsi',
  conditions: 'jos ellei paitsi lukuun mikäli edellyttäen ehdolla muutoin muuten',
  provisos: { words: 'paitsi' },
  introducingWords: `tämä tämän tässä se sen siinä on ja myös kuin kuten näin että mukaan mukaisesti sanoo sanotaan kirjoittaa lukee toteaa todetaan kuvaa määrittää
    mainitsee lainaus lainaa sanatarkasti täsmälleen seuraavasti seuraava
    käytäntö käytännön asiakirja asiakirjan asiakirjassa ohje ohjeen ohjeessa käsikirja käsikirjan käsikirjassa teksti tekstin lähde lähteen
    sivu sivulla luku luvussa kohta kohdan kohdassa artikla sopimus sopimuksen sopimuksessa raportti vastaus lause sääntö säännöt sääntöjen`,
  reversingWords:
    'väärin valhe valetta myytti huhu kiistää epäilee muka päinvastoin ohita unohda tuskin harvoin',
  everybodyWords: 'kaikki kaikkien jokainen aina',
  onlyWords: 'vain ainoastaan',
  titles: { contents: 'sisällys' },
  commands: { write: 'tallenna|kirjoita', run: 'suorita|laske', file: 'tiedosto' },
  notInDocuments: String.raw`(?:asiakirj|lähte|lähde|teksti|kohda|käsikirj|sopimu|ohjee|raporti|tiedo)\p{L}{0,20}(?!\p{L})[^.!?]{0,60}(?:(?:ei|eivät) (?:\p{L}+ ){0,3}(?:kerro|mainit|sano|sisällä|ilmoit|kuva|määrit|vasta)\p{L}*|ei (?:ole )?(?:mainit|kerrot|ilmoitet)\p{L}*)|(?<!\p{L})(?:ne|siinä|niissä|sitä|asiaa) (?:ei|eivät) (?:\p{L}+ ){0,2}(?:mainit|kerro|sano|käsit)\p{L}*|mikään (?:asiakirj|lähte)\p{L}* ei|ei (?:kuulu|sisälly) (?:asiakirjoihin|lähteisiin|siihen)|en (?:löytänyt|löydä)|ei löytynyt|ei ole tietoa`,
  personTitles: 'herra rouva neiti tri',
  introductions: 'olen|minä olen|nimeni on|hei|hyvä',
  inflectsNames: true,
};

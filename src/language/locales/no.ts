import { stemmer } from '@orama/stemmers/norwegian';
import type { Locale } from '../locale.js';

export const no: Locale = {
  script: 'Latin',
  iso3: 'nob',
  letters: { has: /[æø]|gj|skj|øy/u, lacks: /[äö]|øj/u },
  commonWords: `og er en et å at det den som på av for med ikke hva hvem hvilken hvilke hvor når hvorfor jeg vi du har kan må skal til fra om mange mye
    av etter hvis også eller denne dette disse bli blir ble skal kunne mellom uten ut opp ved hos noe noen seg være vært hvordan`,
  stemmer,
  joints: '|s|e',
  negations: 'ikke ingen intet ingenting aldri uten verken forbudt unntatt',
  conditions: 'hvis medmindre unntatt bortsett forutsatt betingelse ellers såfremt dersom',
  provisos: { words: 'unntatt|unntak' },
  introducingWords: `en et den det de denne dette er i på av fra til ved ifølge som og også her at står lyder sier skriver angir beskriver forklarer nevner
    siterer sitat ordrett nøyaktig følgende
    politikk dokument dokumentet håndbok håndboken veiledning tekst teksten kilde kilden side siden avsnitt avsnittet kapittel kapittelet
    artikkel avtale avtalen kontrakt rapport svar setning regel regler reglene`,
  reversingWords:
    'falskt usant feil løgn myte rykte benekter tviler angivelig motsatt ignorer glem knapt sjelden oppdiktet',
  everybodyWords: 'alle alltid enhver',
  onlyWords: 'bare kun utelukkende',
  titles: { contents: 'innhold' },
  rolesByPlace: true,
  commands: { write: 'lagre', run: 'kjør' },
  notInDocuments: String.raw`(?:dokument|kilde|tekst|avsnitt|håndbok|kontrakt|retningslinje|rapport|informasjon)\p{L}{0,20}(?!\p{L})[^.!?]{0,60}(?:(?:sier|nevner|angir|inneholder|beskriver|besvarer|forklarer) (?:\p{L}+ ){0,3}(?:ikke|ingenting|ingen)(?!\p{L})|ikke (?:\p{L}+ ){0,2}(?:sier|nevner|angir|nevnt|oppgitt|beskrevet|fremgår)|(?:står|fremgår) (?:\p{L}+ ){0,3}(?:ikke|ingenting)(?!\p{L}))|(?<!\p{L})(?:de|det|disse) (?:nevner|sier|angir|nevnes|fremgår) (?:\p{L}+ ){0,2}(?:ikke|ingenting)(?!\p{L})|ingen av (?:dokumentene|kildene|tekstene|dem) (?:sier|nevner|angir|beskriver|inneholder)|ikke (?:en )?del av (?:dokumentene|kildene|tekstene|det)|ingen (?:informasjon|opplysninger) |intet svar |(?:fant|finner) (?:\p{L}+ ){0,3}(?:ikke|ingenting|ingen)(?!\p{L})|kunne ikke finne`,
  personTitles: 'hr fru frk dr',
  introductions: 'jeg er|jeg heter|mitt navn er|hei|kjære',
  ordinals: {
    words: 'første andre tredje fjerde femte sjette sjuende/syvende åttende niende tiende',
    written: (value) => [String(value)],
  },
  spelledOut: { å: 'aa', ø: 'oe' },
};

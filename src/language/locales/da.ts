import { stemmer } from '@orama/stemmers/danish';
import type { Locale } from '../locale.js';

export const da: Locale = {
  script: 'Latin',
  iso3: 'dan',
  letters: { has: /[æø]/u, lacks: /[äö]|gj|skj|øy/u },
  commonWords: `og er en et at det den som på af for med ikke hvad hvem hvilken hvilke hvor hvornår hvorfor jeg vi du har kan må skal til fra om mange meget
    af efter hvis også eller denne dette disse blive bliver blev skal kunne mellem uden ud op ved hos noget nogle sig være været hvordan`,
  stemmer,
  joints: '|s|e',
  negations: 'ikke ej ingen intet aldrig uden hverken forbudt undtagen',
  conditions: 'hvis medmindre undtagen bortset forudsat betingelse ellers såfremt',
  provisos: { words: 'undtag(?:en|et)' },
  introducingWords: `en et den det de denne dette er i på af fra til ved ifølge som og også her at står lyder siger skriver angiver beskriver forklarer nævner
    citerer citat ordret præcis følgende
    politik politikken dokument dokumentet håndbog håndbogen vejledning tekst teksten kilde kilden side siden afsnit afsnittet kapitel kapitlet
    stykke artikel aftale aftalen kontrakt rapport svar sætning regel regler reglerne`,
  reversingWords:
    'falsk usandt forkert løgn myte rygte benægter tvivler angiveligt modsat ignorer glem næppe sjældent opdigtet',
  everybodyWords: 'alle altid enhver',
  onlyWords: 'kun udelukkende',
  titles: { contents: 'indhold' },
  rolesByPlace: true,
  commands: { write: 'gem|opret' },
  notInDocuments: String.raw`(?:dokument|kilde|tekst|afsnit|håndbog|kontrakt|politik|rapport|oplysning)\p{L}{0,20}(?!\p{L})[^.!?]{0,60}(?:(?:siger|nævner|angiver|indeholder|beskriver|besvarer|forklarer) (?:\p{L}+ ){0,3}(?:ikke|intet|ingen)(?!\p{L})|ikke (?:\p{L}+ ){0,2}(?:siger|nævner|angiver|nævnt|angivet|beskrevet|fremgår)|(?:står|fremgår) (?:\p{L}+ ){0,3}(?:ikke|intet)(?!\p{L}))|(?<!\p{L})(?:de|det|disse) (?:nævner|siger|angiver|nævnes|angives|fremgår) (?:\p{L}+ ){0,2}(?:ikke|intet)(?!\p{L})|(?:intet|ingen) af (?:dokumenterne|kilderne|teksterne|dem) (?:siger|nævner|angiver|beskriver|indeholder)|ikke (?:en )?del af (?:dokumenterne|kilderne|teksterne|det)|ingen (?:oplysninger|information) |intet svar |(?:fandt|finder) (?:\p{L}+ ){0,3}(?:ikke|intet|ingen)(?!\p{L})|kunne ikke finde`,
  personTitles: 'hr fru frk dr',
  introductions: 'jeg er|jeg hedder|mit navn er|hej|kære',
  ordinals: {
    words: 'første anden/andet tredje fjerde femte sjette syvende ottende niende tiende',
    written: (value) => [String(value)],
  },
  spelledOut: { å: 'aa', ø: 'oe' },
};

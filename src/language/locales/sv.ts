import { stemmer } from '@orama/stemmers/swedish';
import type { Locale } from '../locale.js';

export const sv: Locale = {
  script: 'Latin',
  iso3: 'swe',
  letters: { has: /[äö]/u, lacks: /[æø]/u },
  commonWords: `och är en ett att det den som på av för med inte vad vem vilken vilka hur när var varför jag vi du har kan får måste till från om många mycket
    efter om också eller denna detta dessa bli blir blev ska kunna mellan utan ut upp vid hos något några sig vara varit hur man`,
  stemmer,
  joints: '|s|e',
  functionWords: `alla att av blev bli de dem den denna det detta din du där efter eller en er ett finns får från för ha hade han
    har hur i in inte jag kan man med men mig min mot mycket många måste ni nu när och om oss på sig sin ska som till
    under upp ut vad var varför vart vem vems vi vid vilka vilken vilket vill är kostar kosta`,
  negations: 'inte ej ingen inget inga aldrig utan förbjudet',
  keepsDiacritics: 'in function words',
  conditions: 'om utom förutom undantag förutsatt villkor annars såvida',
  provisos: { words: 'förutom|undantag' },
  introducingWords: `en ett den det de denna detta är i på av från till vid enligt som och också här att står lyder säger skriver anger beskriver förklarar nämner
    citerar citat ordagrant exakt följande
    policy policyn dokument dokumentet handbok handboken guide text texten källa källan sida sidan avsnitt avsnittet kapitel kapitlet stycke
    artikel avtal avtalet rapport svar mening regel regler reglerna`,
  reversingWords:
    'falskt falsk osant fel lögn ljuger myt rykte förnekar bestrider tvivlar påstås motsatsen ignorera glöm knappt sällan påhittat skämt',
  everybodyWords: 'alla alltid envar',
  onlyWords: 'bara endast enbart',
  numerals: {
    upToNineteen:
      'en/ett två tre fyra fem sex sju åtta nio tio elva tolv tretton fjorton femton sexton sjutton arton nitton',
    tens: 'tjugo trettio fyrtio femtio sextio sjuttio åttio nittio',
    hundreds: 'hundra',
    glue: (ten, one) => ten + one,
    ambiguous: 'en ett',
  },
  units: {
    second: 'sekund',
    minute: 'minut',
    hour: 'timme timmar',
    day: 'dag dagar',
    week: 'vecka veckor',
    month: 'månad',
    year: 'år',
    percent: 'procent',
    thousand: 'tusen',
    million: 'miljon',
    billion: 'miljard',
    person: 'personen',
    time: 'gång',
  },
  rates: { lead: 'per|varje', periods: 'minut timme dag vecka månad år' },
  months: 'januari februari mars april maj juni juli augusti september oktober november december',
  ambiguousMonths: 'mars maj',
  weekdays: 'måndag tisdag onsdag torsdag fredag lördag söndag',
  prices: { words: String.raw`kr|kron\p{L}*` },
  and: 'och',
  moneySigns: 'kr',
  titles: { contents: 'innehåll', licence: 'licens' },
  joinsHalves: 'eller|och',
  rolesByPlace: true,
  commands: { write: 'spara|skriv|skapa', run: 'kör|beräkna', file: 'fil' },
  notInDocuments: String.raw`(?:dokument|källo|källa|text|avsnitt|handbok|avtal|policy|rapport|information)\p{L}{0,20}(?!\p{L})[^.!?]{0,60}(?:(?:säger|nämner|anger|innehåller|beskriver|besvarar|förklarar|tar) (?:\p{L}+ ){0,3}(?:inte|inget|ingenting|ingen)(?!\p{L})|inte (?:\p{L}+ ){0,2}(?:säger|nämner|anger|nämns|anges|framgår|beskrivs|innehåller)|(?:står|framgår) (?:\p{L}+ ){0,3}(?:inte|inget|ingenting)(?!\p{L}))|(?<!\p{L})(?:de|det|dessa) (?:nämner|säger|anger|nämns|anges|framgår) (?:\p{L}+ ){0,2}(?:inte|inget)(?!\p{L})|(?:inget|ingen|inga) av (?:dokumenten|källorna|texterna|dem) (?:säger|nämner|anger|beskriver|innehåller)|ingår inte i (?:dokumenten|källorna|texterna|det som)|(?:ingen (?:information|uppgift)|inget svar) |(?:hittade|hittar) (?:\p{L}+ ){0,3}(?:inte|inget|ingenting|ingen)(?!\p{L})|kunde inte hitta`,
  personTitles: 'herr fru fröken dr',
  introductions: 'jag är|jag heter|mitt namn är|hej|bästa',
  ordinals: {
    words: 'första/förste andra/andre tredje fjärde femte sjätte sjunde åttonde nionde tionde',
    written: (value) => [String(value)],
  },
  spelledOut: { å: 'aa', ä: 'ae', ö: 'oe' },
};

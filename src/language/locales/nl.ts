import { stemmer } from '@orama/stemmers/dutch';
import type { Locale } from '../locale.js';

export const nl: Locale = {
  script: 'Latin',
  iso3: 'nld',
  commonWords: `de het een en is zijn van in op voor met wat wie welke hoe hoeveel wanneer waar waarom niet ik wij we je u er te dat die bij naar aan kan mag moet heeft hebben werd`,
  stemmer,
  joints: '|s|en',
  functionWords: `aan al als ben bij dan dat de deze die dit door een en er geen had hebben heb heeft het hij hoe hoeveel ik in is
    ja je jij kan kun kunnen me met mij mijn moet moeten na naar niet nog of om onder ons onze ook op over te tot uit van
    veel voor waar waarom wanneer waren was wat we welk welke werd wie wij worden wordt ze zich zij zijn zo zou kost kosten`,
  negations: 'niet geen nooit niemand niets zonder verboden',
  conditions: 'als indien tenzij behalve uitgezonderd mits voorwaarde anders zolang',
  provisos: { words: 'tenzij|behalve' },
  introducingWords: `de het een dit deze is zijn in op aan van uit bij volgens zoals en ook hier dat er staat luidt zegt schrijft vermeldt stelt beschrijft legt
    uit noemt citeert citaat letterlijk precies volgende bepaalt
    beleid regeling document handboek handleiding gids tekst bron pagina sectie hoofdstuk paragraaf artikel clausule contract overeenkomst rapport
    antwoord zin origineel regel regels`,
  reversingWords:
    'onwaar vals onjuist leugen leugens mythe gerucht ontkent ontkennen betwijfelt zogenaamd vermeend tegendeel negeer vergeet nauwelijks zelden verzonnen fout grap',
  everybodyWords: 'iedereen alle altijd allemaal',
  onlyWords: 'alleen slechts uitsluitend enkel',
  negatingPrefixes: [['on', /^.{6}/u]],
  numerals: {
    upToNineteen:
      'een/één twee drie vier vijf zes zeven acht negen tien elf twaalf dertien veertien vijftien zestien zeventien achttien negentien',
    tens: 'twintig dertig veertig vijftig zestig zeventig tachtig negentig',
    hundreds:
      'honderd tweehonderd driehonderd vierhonderd vijfhonderd zeshonderd zevenhonderd achthonderd negenhonderd',
    glue: (ten, one) => `${one}${one.endsWith('e') ? 'ën' : 'en'}${ten}`,
    ambiguous: 'een één',
  },
  units: {
    minute: 'minuut',
    hour: 'uur uren',
    day: 'dag dagen',
    workday: 'werkdag',
    week: 'week weken',
    month: 'maand',
    year: 'jaar jaren',
    thousand: 'duizend',
    million: 'miljoen',
    billion: 'miljard',
    person: 'personen',
    time: 'keer',
  },
  rates: { lead: 'per|elke?', periods: 'minuut uur dag week maand jaar' },
  months: 'januari februari maart april mei juni juli augustus september oktober november december',
  ambiguousMonths: 'mei',
  weekdays: 'maandag dinsdag woensdag donderdag vrijdag zaterdag zondag',
  ages: { words: String.raw`leeftijd\p{L}*|oud|geboren` },
  and: 'en',
  asks: { words: 'wat|welke?|wie|hoeveel|wanneer|waar|waarom' },
  titles: { chapters: 'hoofdstuk|bijlage', contents: 'inhoud(?:sopgave)?', licence: 'licentie' },
  rolesByPlace: true,
  commands: { write: 'bewaar|schrijf|maak', run: 'uitvoer|voer|bereken', file: 'bestand' },
  contrasts: { words: 'maar|echter|hoewel|terwijl' },
  answerTypes: {
    comparison: { words: String.raw`vergelijk\p{L}*|verschil\p{L}*` },
    quantity: { words: String.raw`hoeveel\p{L}*|hoe (?:lang|vaak|hoog|groot|ver|oud|duur)` },
    price: { words: String.raw`wat kost(?:en)?|hoeveel (?:\S+ ){0,3}kost(?:en)?|hoe duur` },
    day: { words: 'sinds wanneer|welke (?:dag|datum|maand)|welk jaar' },
    age: { words: 'hoe oud|welke leeftijd|wat is (?:de|zijn|haar) leeftijd' },
    weight: { words: 'hoe zwaar' },
    date: { words: 'wanneer|welke (?:dag|datum|maand)|welk jaar' },
    person: { words: 'wie (?:is|heeft|kan|moet|wordt|zijn)' },
    definition: { words: 'wat (?:is|zijn|betekent)' },
    steps: { words: 'hoe' },
  },
  counts: { words: 'twee|drie|vier|vijf|zes|zeven|negen|tien|honderd|duizend' },
  prices: { words: 'kosteloos|gratis' },
  times: { words: 'binnen|uiterlijk|tijdens|iedere?|dagelijks' },
  smallTalk: {
    phrases:
      'hoi|goedemorgen|goedemiddag|goedenavond|dank je|dank je wel|dank u|dank u wel|bedankt|tot ziens|doei|hoe gaat het|wie ben je|wat kun je|hulp|voor de hulp|voor je hulp|voor uw hulp',
    thanks: 'bedankt',
    farewells: 'tot ziens|doei',
  },
  pages: { before: 'pagina', of: 'van' },
};

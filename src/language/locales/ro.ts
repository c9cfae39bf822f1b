import { stemmer } from '@orama/stemmers/romanian';
import type { Locale } from '../locale.js';

export const ro: Locale = {
  script: 'Latin',
  iso3: 'ron',
  letters: { has: /[șțţ]|ă/u },
  commonWords: `și este sunt un o de la în pe cu pentru care ce cine cât câte câți când cum unde nu se eu noi din al ale a fost pot trebuie`,
  stemmer,
  functionWords: `a ai al ale am ar au ca care ce cine cât câtă câte câți când cu cum de din după e este eu fi fost în între la le mai pe pentru prin s
    să se sunt și un unde unei unui o or pot`,
  negations: 'nu fără niciodată nimeni nimic niciun nicio nici interzis',
  conditions: 'dacă excepția exceptând condiția altfel',
  provisos: { words: 'excepția' },
  introducingWords: `un o acest această acesta este sunt la în din de pe cu și ca cum așa aici că conform potrivit spune scrie precizează prevede menționează
    explică descrie definește citează citat textual exact următorul următoarele
    politica politicii documentul documentului manualul manualului ghidul ghidului textul textului sursa sursei pagina secțiunea capitolul
    paragraful articolul clauza contractul contractului raportul răspunsul propoziția regula regulile regulamentul regulamentului`,
  reversingWords:
    'fals falsă minciună mit zvon neagă neg îndoielnic presupus contrar ignoră uită abia rareori greșit inventat',
  everybodyWords: 'toți tuturor oricine mereu',
  onlyWords: 'doar numai exclusiv',
  prices: { words: 'lei' },
  titles: { contents: 'cuprins' },
  commands: { write: 'salveaz|scrie', run: 'rulează', file: 'fișier' },
  notInDocuments: String.raw`(?:document|surs|text|pasaj|manual|contract|politic|raport|informați)\p{L}{0,20}(?!\p{L})[^.!?]{0,60}nu (?:o |îl )?(?:spun|spune|menționeaz|precizeaz|specific|indic|conțin|explic|descri|răspund|se (?:menționeaz|precizeaz|spune))\p{L}*|(?<!\p{L})(?:ele|acestea|acest lucru) nu (?:\p{L}+ ){0,2}(?:spun|menționeaz|precizeaz|specific)\p{L}*|nici(?:unul|una| un| o) (?:dintre (?:documente|surse|texte|ele)|document|sursă) nu|nu (?:face|fac) parte din (?:documente|surse|texte|ceea ce)|nu (?:am găsit|găsesc|pot găsi|există (?:informații|nicio))|nicio (?:informație|mențiune)|nimic despre`,
  personTitles: 'dl dna domnul doamna dr',
  introductions: 'sunt|mă numesc|numele meu este|bună|stimat[ăe]?',
};

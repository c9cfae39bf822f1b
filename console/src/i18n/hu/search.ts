import { pluralsOf } from '../plurals.js';

const plural = pluralsOf('hu');

/** Sentences of the search. */
export const search = {
  navSearch: 'Keresés',
  searchTitle: 'Keresés a dokumentumaidban',
  searchFor: 'Mit keresel',
  searchButton: 'Keresés',
  searchHint:
    'Szövegrészek, ahogy egy kérdés megtalálja őket, válasz nélkül. Ha egy dokumentum hiányzik, lent megtudhatod, miért.',
  resultCount: (count: number, ms: string) => `${plural(count, { other: 'szövegrész' })}, ${ms}`,
  searchNothing: 'A dokumentumaidban nincs ide illő.',
  searchClosest: 'Valószínűleg egyik szövegrész sem válaszol erre; ezek a legközelebbiek.',
  isEvidence: 'valószínű válasz',
  howRelevant: (percent: string) => `relevancia: ${percent}`,
  legs: {
    dense: 'A jelentést nem hasonlítottuk össze: nincs beállítva beágyazó modell.',
    denseFailed: 'A jelentést nem hasonlítottuk össze: a beágyazó modell nem érhető el.',
    lexicalFailed: 'A szavakat nem hasonlítottuk össze: a szóindex nem érhető el.',
  },
  whyNot: 'Miért nem ez a dokumentum?',
  whyNotHint: 'Válassz egy dokumentumot, és kiderül, hogyan bánt vele a keresés.',
  whyNotChoose: 'A dokumentum címe',
  whyNotNone: 'Egyik dokumentum címében sincs ilyen.',
  whyNotChosen: (title: string) => `Mi lett ezzel a dokumentummal: „${title}”`,
  whyNotOther: 'Másik dokumentum választása',
  why: {
    found: (position: number) => `Megtalálható, helyezése: ${position}.`,
    not_indexed: (state: string) => `Még nem található meg. Állapota: ${state}.`,
    outside_filter: 'Kívül esik azon, amiben a keresés folyt.',
    no_common_word: 'Nincs közös szava a kérdéssel.',
    noCommonMeaning: 'Nincs közös szava a kérdéssel, és a jelentése alapján sem került elő.',
    not_among_candidates:
      'Sok más szövegrész közelebb áll a kérdéshez, ezért ezt a dokumentumot a keresés nem vizsgálta meg közelebbről.',
    below_relevance: (has: string, needed: string) =>
      `Legjobb szövegrésze ekkora eséllyel válaszol: ${has}; a szükséges érték ${needed}.`,
    belowUnknown: 'Legjobb szövegrésze nem elég nagy eséllyel válaszol.',
    merged:
      'Szövegrésze ugyanazt mondja, mint egy másik dokumentumé, amely mindkettő helyett látható.',
    cut_by_top_k: (position: string) => `Megtalálható, de lejjebb annál, ami látszik${position}.`,
    atPlace: (position: number) => `, helyezése: ${position}`,
    cut_by_budget: 'Megtalálható, de a szövegének már nem maradt hely.',
  },
  whyWords: 'A kérdés szavai, és hogy megvannak-e ebben a dokumentumban',
  word: 'Szó',
  wordShare: 'Súly',
  wordFound: 'Megvan',
  wordYes: 'igen',
  wordNo: 'nem',
  wordPartly: (percent: string) => `részben, ${percent}`,
  bestPassage: 'A legjobb szövegrésze',
  mergedInto: 'A látható dokumentum megnyitása',
};

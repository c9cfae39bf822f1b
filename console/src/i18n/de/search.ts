import { pluralsOf } from '../plurals.js';

const plural = pluralsOf('de');

/** Sentences of the search. */
export const search = {
  navSearch: 'Suche',
  searchTitle: 'Ihre Dokumente durchsuchen',
  searchFor: 'Suchen nach',
  searchButton: 'Suchen',
  searchHint:
    'Stellen, wie eine Frage sie findet, ohne Antwort. Fehlt ein Dokument, lässt sich unten klären, warum.',
  resultCount: (count: number, ms: string) =>
    `${plural(count, { one: 'Stelle', other: 'Stellen' })}, ${ms}`,
  searchNothing: 'In Ihren Dokumenten passt nichts dazu.',
  searchClosest:
    'Wahrscheinlich beantwortet keine Stelle diese Frage; dies sind die nächstliegenden.',
  isEvidence: 'wahrscheinlich eine Antwort',
  howRelevant: (percent: string) => `${percent} relevant`,
  legs: {
    dense: 'Die Bedeutung wurde nicht verglichen: Es ist kein Embedding-Modell eingerichtet.',
    denseFailed: 'Die Bedeutung wurde nicht verglichen: Das Embedding-Modell ist nicht erreichbar.',
    lexicalFailed: 'Die Wörter wurden nicht verglichen: Der Wortindex ist nicht erreichbar.',
  },
  whyNot: 'Warum nicht dieses Dokument?',
  whyNotHint: 'Wählen Sie ein Dokument, um zu sehen, wie die Suche es bewertet hat.',
  whyNotChoose: 'Titel des Dokuments',
  whyNotNone: 'Kein Dokument hat das im Titel.',
  whyNotChosen: (title: string) => `Was aus „${title}“ wurde`,
  whyNotOther: 'Anderes Dokument wählen',
  why: {
    found: (position: number) => `Es wird gefunden, auf Platz ${position}.`,
    not_indexed: (state: string) => `Es ist noch nicht auffindbar. Zustand: ${state}.`,
    outside_filter: 'Es liegt außerhalb dessen, was durchsucht wurde.',
    no_common_word: 'Es hat kein Wort mit der Frage gemeinsam.',
    noCommonMeaning:
      'Es hat kein Wort mit der Frage gemeinsam, und wurde auch nicht über die Bedeutung gefunden.',
    not_among_candidates:
      'Viele andere Stellen liegen näher an der Frage, daher wurde dieses Dokument nicht genauer betrachtet.',
    below_relevance: (has: string, needed: string) =>
      `Seine beste Stelle beantwortet die Frage mit einer Wahrscheinlichkeit von ${has}; nötig sind ${needed}.`,
    belowUnknown: 'Seine beste Stelle ist als Antwort nicht wahrscheinlich genug.',
    merged:
      'Seine Stelle sagt dasselbe wie die eines anderen Dokuments, das für beide gezeigt wird.',
    cut_by_top_k: (position: string) =>
      `Es wird gefunden, steht aber weiter unten als das Gezeigte${position}.`,
    atPlace: (position: number) => `, auf Platz ${position}`,
    cut_by_budget: 'Es wird gefunden, aber für seinen Text war kein Platz mehr.',
  },
  whyWords: 'Wörter der Frage und wo sie in diesem Dokument stehen',
  word: 'Wort',
  wordShare: 'Gewicht',
  wordFound: 'Gefunden',
  wordYes: 'ja',
  wordNo: 'nein',
  wordPartly: (percent: string) => `teilweise, ${percent}`,
  bestPassage: 'Seine beste Stelle',
  mergedInto: 'Das gezeigte Dokument öffnen',
};

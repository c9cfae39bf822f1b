import { pluralsOf } from '../plurals.js';

const plural = pluralsOf('pl');

/** Sentences of the search. */
export const search = {
  navSearch: 'Wyszukiwanie',
  searchTitle: 'Wyszukiwanie w dokumentach',
  searchFor: 'Czego szukać',
  searchButton: 'Szukaj',
  searchHint:
    'Fragmenty, jakie znajduje pytanie, bez odpowiedzi. Jeśli brakuje jakiegoś dokumentu, sprawdź poniżej dlaczego.',
  resultCount: (count: number, ms: string) =>
    `${plural(count, {
      one: 'fragment',
      few: 'fragmenty',
      many: 'fragmentów',
      other: 'fragmentu',
    })}, ${ms}`,
  searchNothing: 'W Twoich dokumentach nie ma nic pasującego.',
  searchClosest: 'Prawdopodobnie żaden fragment na to nie odpowiada; oto te, które są najbliżej.',
  isEvidence: 'prawdopodobna odpowiedź',
  howRelevant: (percent: string) => `trafność ${percent}`,
  legs: {
    dense: 'Nie porównano znaczenia: nie skonfigurowano modelu osadzeń.',
    denseFailed: 'Nie porównano znaczenia: model osadzeń jest niedostępny.',
    lexicalFailed: 'Nie porównano słów: indeks słów jest niedostępny.',
  },
  whyNot: 'Dlaczego nie ten dokument?',
  whyNotHint: 'Wybierz dokument, aby zobaczyć, jak potraktowało go wyszukiwanie.',
  whyNotChoose: 'Tytuł dokumentu',
  whyNotNone: 'Żaden dokument nie ma tego w tytule.',
  whyNotChosen: (title: string) => `Co się stało z dokumentem „${title}”`,
  whyNotOther: 'Wybierz inny dokument',
  why: {
    found: (position: number) => `Dokument został znaleziony, na miejscu ${position}.`,
    not_indexed: (state: string) => `Nie można go jeszcze znaleźć. Jego stan: ${state}.`,
    outside_filter: 'Nie należy do tego, co przeszukano.',
    no_common_word: 'Nie ma z pytaniem żadnego wspólnego słowa.',
    noCommonMeaning:
      'Nie ma z pytaniem żadnego wspólnego słowa, i nie znaleziono go też po znaczeniu.',
    not_among_candidates:
      'Wiele innych fragmentów jest bliżej pytania, dlatego temu dokumentowi nie przyjrzano się dokładnie.',
    below_relevance: (has: string, needed: string) =>
      `Prawdopodobieństwo, że jego najlepszy fragment odpowiada na pytanie, to ${has}; potrzeba ${needed}.`,
    belowUnknown:
      'Prawdopodobieństwo, że jego najlepszy fragment odpowiada na pytanie, jest zbyt małe.',
    merged: 'Jego fragment mówi to samo co fragment innego dokumentu, który jest pokazany za oba.',
    cut_by_top_k: (position: string) =>
      `Dokument został znaleziony, ale niżej niż to, co jest pokazane${position}.`,
    atPlace: (position: number) => `, na miejscu ${position}`,
    cut_by_budget: 'Dokument został znaleziony, ale na jego tekst zabrakło miejsca.',
  },
  whyWords: 'Słowa pytania i to, czy są w tym dokumencie',
  word: 'Słowo',
  wordShare: 'Waga',
  wordFound: 'Znalezione',
  wordYes: 'tak',
  wordNo: 'nie',
  wordPartly: (percent: string) => `częściowo, ${percent}`,
  bestPassage: 'Jego najlepszy fragment',
  mergedInto: 'Otwórz pokazany dokument',
};

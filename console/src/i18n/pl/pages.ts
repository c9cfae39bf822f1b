import { pluralsOf } from '../plurals.js';

const plural = pluralsOf('pl');

/** Sentences of a document and its pages. */
export const pages = {
  viewAs: 'Pokaż jako',
  viewPages: 'Strony',
  viewText: 'Tekst',
  viewPassages: 'Fragmenty',
  sheets: 'Arkusze',
  pageOf: (page: number, title: string) => `Strona ${page} dokumentu „${title}”`,
  pageNumberOf: (page: number, count: number) => `Strona ${page} z ${count}`,
  goToPage: 'Numer strony',
  ofPages: (count: number) => `z ${count}`,
  pageText: 'Tekst tej strony',
  passageText: 'Tekst fragmentu',
  noTextOnPage: 'Na tej stronie nie znaleziono tekstu.',
  readByOcr: 'Odczytano z obrazu przez rozpoznawanie tekstu (OCR). Porównaj z obrazem.',
  noPicture: 'Nie ma obrazu tej strony. Jej tekst znajduje się poniżej.',
  noPictureBecause: (reason: string) => `Nie można wyświetlić tej strony: ${reason}`,
  boxesMissing: 'Fragment jest na tej stronie; nie udało się zaznaczyć jego miejsca.',
  boxesOfLines: 'Zaznaczono całe wiersze: nie wszystkie litery fragmentu znaleziono na stronie.',
  staleText:
    'Dokument zastąpiono po tej odpowiedzi. Zacytowanego fragmentu nie można już pokazać; obecna treść dokumentu może być inna.',
  staleOpen: 'Otwórz dokument w obecnej postaci',
  documentGone:
    'W trakcie czytania dokument został usunięty albo odebrano Ci do niego dostęp. Nic z niego nie można już wyświetlić.',
  whatIsKnown: 'O tym dokumencie',
  factFile: 'Plik',
  factUploaded: 'Przesłano',
  versions: 'Wersje',
  version: (number: number) => `Wersja ${number}`,
  versionAnswers: 'w użyciu',
  versionReading: 'w trakcie odczytu',
  versionFailed: 'błąd',
  versionReplaced: 'zastąpiona',
  versionsKept: 'Gdy nowszy plik jest gotowy, zajmuje miejsce poprzedniego.',
  restore: 'Przywróć',
  restoreVersion: (number: number) => `Przywrócić wersję ${number}?`,
  restoreText:
    'Jej plik staje się najnowszą wersją tego dokumentu. Dopóki nie zostanie odczytany, odpowiada obecna wersja.',
  technicalReason: 'Dla pomocy technicznej',
  passageNumber: (number: number) => `Fragment ${number}`,
  tokenCount: (count: number) =>
    plural(count, { one: 'token', few: 'tokeny', many: 'tokenów', other: 'tokenu' }),
  findInDocument: 'Szukaj w tym dokumencie',
  placesFound: (count: string) => `Znalezione miejsca: ${count}`,
  foundNowhere: 'Tych słów nie ma w tym dokumencie.',
  outline: 'Konspekt',
  zoomIn: 'Powiększ',
  zoomOut: 'Pomniejsz',
};

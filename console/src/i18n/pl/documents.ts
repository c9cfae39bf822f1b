import { pluralsOf } from '../plurals.js';

const plural = pluralsOf('pl');

/** Sentences of the documents. */
export const documents = {
  documentCount: (count: number) =>
    plural(count, {
      one: 'dokument',
      few: 'dokumenty',
      many: 'dokumentów',
      other: 'dokumentu',
    }),
  upload: 'Prześlij',
  uploadFolder: 'Prześlij folder',
  folderSent: (sent: string, known: string, refused: string) =>
    `wysłano: ${sent}, już były: ${known}, odrzucono: ${refused}`,
  dropHere: 'Upuść pliki tutaj, aby je przesłać',
  findDocument: 'Znajdź po tytule',
  anyOwner: 'Dowolny',
  pageBefore: 'Poprzednia strona',
  pageAfter: 'Następna strona',
  pageNumber: (number: number) => `Strona ${number}`,
  anyState: 'Dowolny stan',
  stateOf: {
    queued: 'oczekuje',
    processing: 'w trakcie odczytu',
    ready: 'gotowy',
    failed: 'błąd',
    deleting: 'w trakcie usuwania',
  },
  stage: {
    queued: 'oczekuje',
    parse: 'odczyt',
    ocr: 'odczyt obrazów',
    chunk: 'podział na fragmenty',
    embed: 'analiza znaczenia',
    upsert: 'zapis w indeksie',
    verify: 'sprawdzanie indeksu',
    ready: 'gotowy',
  },
  sortBy: 'Kolejność',
  sortNewest: 'Od najnowszych',
  sortOldest: 'Od najstarszych',
  sortTitle: 'Według tytułu',
  sortLargest: 'Od największych',
  sortChanged: 'Ostatnio zmienione',
  columnTitle: 'Tytuł',
  columnState: 'Stan',
  columnLanguage: 'Język',
  columnReaders: 'Kto może czytać',
  columnOwner: 'Właściciel',
  columnCollections: 'Kolekcje',
  anyCollection: 'Dowolna kolekcja',
  someoneElse: 'ktoś inny',
  columnSize: 'Rozmiar',
  columnChanged: 'Zmieniono',
  columnActions: 'Działania',
  mine: 'Ty',
  readers: {
    tenant: 'Wszyscy',
    private: 'Tylko właściciel',
    source: 'Kto może go czytać w źródle',
    group: (name: string) => `Grupa ${name}`,
  },
  pageCount: (count: number) =>
    plural(count, { one: 'strona', few: 'strony', many: 'stron', other: 'strony' }),
  noDocumentsTitle: 'Nie ma jeszcze dokumentów',
  noDocumentsText:
    'Prześlij pliki PDF, Word, tekstowe i inne. Gdy będą gotowe, każdy, kto może je czytać, będzie mógł o nie pytać.',
  nothingMatches: 'Żaden dokument nie pasuje.',
  showAll: 'Pokaż wszystkie dokumenty',
  newVersionFailed: 'Nowszego pliku nie udało się odczytać; nadal odpowiada poprzednia wersja.',
  newVersionComing: 'Trwa odczyt nowszego pliku; nadal odpowiada poprzednia wersja.',
  uploads: 'Przesyłane pliki',
  uploadWaiting: 'oczekuje',
  uploadSending: (percent: string) => `przesyłanie, ${percent}`,
  uploadSent: 'przesłano, trwa odczyt',
  uploadDuplicate: 'już istnieje: ten sam plik przesłano wcześniej',
  uploadCancelled: 'anulowano',
  uploadsClear: 'Wyczyść listę',
  whoMayRead: 'Kto może czytać',
  readersOfUploads: 'Kto czyta przesłane',
  readersBesides:
    'Właściciel zawsze może go czytać. Administratorzy widzą, że istnieje, i mogą go usunąć, ale czytają go tylko wtedy, gdy jest tu dla nich otwarty.',
  replace: 'Zastąp plik',
  replaced: 'Trwa odczyt nowego pliku. Dopóki nie będzie gotowy, odpowiada poprzedni.',
  download: 'Pobierz',
  tryReading: 'Odczytaj ponownie',
  deleteDocument: 'Usuń dokument',
  deleteDocumentText: (title: string) =>
    `Od tej chwili nikt nie będzie mógł znaleźć ani przeczytać dokumentu „${title}”.`,
  documentText: 'Tekst dokumentu',
  noText: 'Nie ma tekstu do wyświetlenia.',
  notReadyYet: 'Trwa odczyt tego dokumentu. Gdy będzie gotowy, pojawi się tu jego tekst.',
  failure: {
    document_encrypted: 'Plik jest chroniony hasłem. Usuń hasło i prześlij plik ponownie.',
    document_empty: 'Plik nie zawiera tekstu.',
    document_corrupt:
      'Plik jest uszkodzony. Zapisz go na nowo w programie, w którym powstał, i prześlij ponownie.',
    document_image_only:
      'Plik zawiera tylko obrazy tekstu. Rozpoznaj tekst (OCR) i prześlij plik ponownie.',
    unsupported_format:
      'Pliki tego rodzaju nie są odczytywane. Zapisz go jako PDF, DOCX lub tekst.',
    holds_other_files:
      'Plik zawiera inne pliki. Prześlij je pojedynczo; skrzynka pocztowa musi mieć rozszerzenie „.mbox”.',
    archive_too_large: 'Po rozpakowaniu plik jest większy, niż to dozwolone.',
    document_too_complex: 'Plik jest zbyt złożony. Podziel go na mniejsze.',
    parser_timeout: 'Odczyt trwał zbyt długo. Podziel plik na mniejsze.',
    parser_out_of_memory: 'Odczyt wymagał zbyt wiele pamięci. Podziel plik na mniejsze.',
    parser_crashed:
      'Nie udało się odczytać pliku. Zapisz go na nowo w programie, w którym powstał, i prześlij ponownie.',
    payload_too_large: 'Plik jest większy, niż przyjmuje ten serwer.',
    quota_exceeded:
      'Twoja organizacja nie ma już miejsca. Usuń dokumenty albo zwróć się do administratora.',
    insufficient_storage: 'Dysk serwera jest pełny. Powiadom administratora.',
    file_missing: 'Pliku nie ma już w magazynie serwera. Prześlij go ponownie.',
    worker_lost: 'Odczyt został przerwany. Zostanie ponowiony.',
  },
  uploadByAdmins:
    'Dokumenty dodają tu administratorzy. Możesz czytać wszystkie, które są dla Ciebie otwarte, i o nie pytać.',
  noDocumentsMember:
    'Gdy administrator doda dokumenty, które możesz czytać, będzie można o nie pytać.',
  changeByOwner: 'Zmieniać go mogą właściciel i administratorzy.',
  closedText:
    'Czytać go mogą tylko właściciel i jego grupa. Widzisz, że istnieje, i możesz go usunąć.',
  readersLoseIt:
    'Dokument nie należy do Ciebie i nie ma Cię w tej grupie: potem nie będzie można go czytać ani ponownie wybrać, kto może.',
  folderRead: (ready: string, failed: string, left: string) =>
    `gotowe: ${ready}, nieczytelne: ${failed}, jeszcze czytane: ${left}`,
  inCollections: 'W kolekcjach',
  newCollection: 'Nowa kolekcja',
  noCollections: 'Nie ma jeszcze kolekcji.',
  chosenCount: (count: string) => `Wybrano: ${count}`,
  chooseAll: 'Wybierz wszystkie na tej stronie',
  chooseDocument: (title: string) => `Wybierz ${title}`,
  clearChoice: 'Wyczyść',
  addToCollection: 'Dodaj do kolekcji',
  emptyCollection: 'Ta kolekcja jest pusta',
  emptyCollectionText: 'Pokaż wszystkie dokumenty, wybierz niektóre i dodaj je.',
  deleteDocuments: 'Usuń dokumenty',
  deleteDocumentsText: (count: string) =>
    `Dokumenty: ${count}. Zostaną trwale usunięte razem z tym, co z nich odczytano.`,
  bulkRefused: (count: string) =>
    `Niezmienione: ${count}. Być może zmieniają je inni albo nie masz uprawnień.`,
  deleteCollection: 'Usuń kolekcję',
  deleteCollectionText: 'Jej dokumenty pozostają; tylko już w niej nie są.',
  savedFilters: 'Zapisane filtry',
  saveFilter: 'Zapisz filtr',
  deleteFilter: 'Usuń filtr',
};

import type { Messages } from './en.js';

export const pl: Messages = {
  notFound: 'W dostępnych dokumentach nie znalazłem odpowiedzi na to pytanie.',
  stepLimit: 'Osiągnięto limit kroków; odpowiedź opiera się na tym, co znaleziono do tej pory.',
  deadlineReached: 'Czas się skończył; odpowiedź opiera się na tym, co znaleziono do tej pory.',
  endsEarly: 'Ta odpowiedź kończy się tutaj, zanim była kompletna.',
  noModelWroteThis: 'Tego nie napisał model językowy; zdania są cytatami z dokumentów:',
  closestPassages:
    'Nie znaleziono pewnej odpowiedzi. Oto najbliższe fragmenty, zacytowane z dokumentów; nie napisał tego żaden model językowy:',
  notInPassages: (words) => `Nie znaleziono z pytania: ${words}.`,
  toolsReturned: 'Tego nie napisał model językowy; to wynik zwrócony przez narzędzia:',
  modelMade:
    'To wytworzył model językowy za pomocą narzędzi; nie sprawdzono tego z żadnym źródłem:',
  toolsFailed: (names) =>
    `Nie udało się czegoś sprawdzić, dlatego odpowiedź może być niepełna: ${names}.`,
  lookupFailed: 'Nie udało się tego sprawdzić:',
  quotingMode: 'Nie skonfigurowano tu modelu językowego, dlatego cytuję zdania z dokumentów.',
  canCalculate: (example) => `Umiem też liczyć, na przykład ${example}.`,
  greeting: 'Dzień dobry! Proszę zadać pytanie o dokumenty Państwa organizacji.',
  youAreWelcome: 'Proszę bardzo!',
  goodbye: 'Do widzenia!',
  clarificationFallback: 'Czy można prosić o dokładniejsze pytanie?',
  knowledgeBaseUnavailable: 'Baza wiedzy jest obecnie niedostępna. Proszę spróbować później.',
  notReadYet: 'Niektóre dokumenty nie zostały jeszcze wczytane. Zapytaj ponownie za chwilę.',
  indexRebuilding:
    'Indeks wyszukiwania jest właśnie odbudowywany, dlatego niektórych dokumentów nie można jeszcze znaleźć.',
  beyondTools: 'To polecenie wykracza poza możliwości włączonych narzędzi.',
  foundIn: (languages) => `Język znalezionych dokumentów: ${languages}.`,
  sourcesLabel: 'Źródła:',
  filesLabel: 'Pliki:',
  remembered: 'Zapamiętano:',
  toConfirm: (days) => `Jeszcze nie zapamiętano. Aby zapamiętać, potwierdź w ciągu ${days} dni:`,
  notRemembered: 'Tego nie zapamiętano:',
  privateMemory: 'Twoja notatka (prywatna)',
  toolResult: 'Wynik narzędzia',
  codeResult: 'Wynik kodu',
  untitledDocument: 'Dokument bez tytułu',
  linkRemoved: '(link usunięto)',
  answerWithheld:
    'Ta odpowiedź nie jest już wyświetlana: źródło, na którym się opiera, zostało zmienione, usunięte lub nie jest już dostępne.',
  unsupportedMark: 'nie znaleziono tych słów w źródle',
  uncheckedMark: 'wytworzone przez sam model, niesprawdzone z żadnym źródłem',
  pages: ({ start, end }) => (start === end ? `s. ${start}` : `s. ${start}–${end}`),
  documentsListed: ({ total, shown }) =>
    shown < total
      ? `Dokumenty, które możesz czytać: ${total}; wymienione tutaj: ${shown}.`
      : `Dokumenty, które możesz czytać: ${total}.`,
  newestDocuments: ({ total, shown }) =>
    `Najnowsze dokumenty, które możesz czytać (${shown} z ${total}):`,
  rowsShown: ({ total, shown }) =>
    `Pasujące wiersze w znalezionych fragmentach: ${total}; pokazane tutaj: ${shown}.`,
  documentsAbout: (topic) => `Dokumenty, w których jest coś o: ${topic}`,
  outlineOf:
    'Nie napisał tego żaden model językowy; oto pierwsze zdania dokumentu, a pod nimi jego plan:',
  olderDiffers: (title) => `W starszym dokumencie jest napisane co innego: ${title}`,
  quote: (text) => `„${text}”`,
  correction: (text) => `Sprostowanie: ${text}`,
  statementsLeftOut: (count) => `Pominięto stwierdzenia, których nie ma w źródłach: ${count}.`,
};

import type { Messages } from './en.js';

export const de: Messages = {
  notFound: 'In den verfügbaren Dokumenten habe ich keine Antwort auf diese Frage gefunden.',
  stepLimit: 'Die Schrittgrenze ist erreicht; dies beruht auf dem bis dahin Gefundenen.',
  deadlineReached: 'Die Zeit ist abgelaufen; dies beruht auf dem bis dahin Gefundenen.',
  endsEarly: 'Diese Antwort bricht hier ab, bevor sie vollständig war.',
  noModelWroteThis:
    'Dies hat kein Sprachmodell geschrieben; die Sätze sind aus den Dokumenten zitiert:',
  closestPassages:
    'Eine sichere Antwort wurde nicht gefunden. Dies sind die nächstliegenden Stellen, aus den Dokumenten zitiert; kein Sprachmodell hat das geschrieben:',
  notInPassages: (words) => `Nicht gefunden wurde aus der Frage: ${words}.`,
  toolsReturned:
    'Dies hat kein Sprachmodell geschrieben; es ist das, was die Werkzeuge geliefert haben:',
  modelMade:
    'Dies hat das Sprachmodell mit seinen Werkzeugen selbst erzeugt; mit keiner Quelle abgeglichen:',
  toolsFailed: (names) =>
    `Eine Abfrage ist fehlgeschlagen, daher ist dies womöglich unvollständig: ${names}.`,
  lookupFailed: 'Das ließ sich nicht abfragen:',
  quotingMode: 'Hier ist kein Sprachmodell eingerichtet, daher zitiere ich Sätze aus Dokumenten.',
  canCalculate: (example) => `Ich rechne auch, zum Beispiel ${example}.`,
  greeting: 'Hallo! Stellen Sie mir eine Frage zu den Dokumenten Ihrer Organisation.',
  youAreWelcome: 'Gern geschehen!',
  goodbye: 'Auf Wiedersehen!',
  clarificationFallback: 'Könnten Sie genauer sagen, was Sie wissen möchten?',
  knowledgeBaseUnavailable:
    'Die Wissensdatenbank ist zurzeit nicht erreichbar. Bitte versuchen Sie es später erneut.',
  notReadYet: 'Einige Dokumente sind noch nicht gelesen. Fragen Sie gleich noch einmal.',
  indexRebuilding:
    'Der Suchindex wird gerade neu aufgebaut; manche Dokumente sind daher noch nicht auffindbar.',
  beyondTools: 'Diese Anfrage geht über das hinaus, was die freigegebenen Werkzeuge können.',
  foundIn: (languages) => `Sprache der gefundenen Dokumente: ${languages}.`,
  sourcesLabel: 'Quellen:',
  filesLabel: 'Dateien:',
  remembered: 'Gemerkt:',
  toConfirm: (days) =>
    `Noch nicht gemerkt. Bestätige es innerhalb von ${days} Tagen, damit es gemerkt wird:`,
  notRemembered: 'Das wurde nicht gemerkt:',
  privateMemory: 'Ihre Notiz (privat)',
  toolResult: 'Werkzeugergebnis',
  codeResult: 'Ergebnis von Code',
  untitledDocument: 'Dokument ohne Titel',
  linkRemoved: '(Link entfernt)',
  answerWithheld:
    'Diese Antwort wird nicht mehr gezeigt: Eine ihrer Quellen wurde geändert, gelöscht oder ist dir nicht mehr zugänglich.',
  unsupportedMark: 'Wortlaut nicht in der Quelle gefunden',
  uncheckedMark: 'vom Modell selbst erzeugt, mit keiner Quelle abgeglichen',
  pages: ({ start, end }) => (start === end ? `S. ${start}` : `S. ${start}–${end}`),
  documentsListed: ({ total, shown }) =>
    shown < total
      ? `Dokumente, die Sie lesen dürfen: ${total}; hier aufgeführt: ${shown}.`
      : `Dokumente, die Sie lesen dürfen: ${total}.`,
  newestDocuments: ({ total, shown }) =>
    `Die neuesten Dokumente, die Sie lesen dürfen (${shown} von ${total}):`,
  rowsShown: ({ total, shown }) =>
    `Passende Zeilen in den gefundenen Abschnitten: ${total}; hier gezeigt: ${shown}.`,
  documentsAbout: (topic) => `Dokumente, in denen etwas zu ${topic} steht:`,
  outlineOf:
    'Dies hat kein Sprachmodell geschrieben; es ist die Gliederung des Dokuments unter seinen ersten Sätzen:',
  olderDiffers: (title) => `In einem älteren Dokument steht etwas anderes: ${title}`,
  quote: (text) => `„${text}“`,
  correction: (text) => `Berichtigung: ${text}`,
  statementsLeftOut: (count) =>
    count === 1
      ? 'Eine Aussage wurde weggelassen: Sie steht nicht in den Quellen.'
      : `${count} Aussagen wurden weggelassen: Sie stehen nicht in den Quellen.`,
};

import { pluralsOf } from '../plurals.js';

const plural = pluralsOf('de');

/** Sentences of the documents. */
export const documents = {
  documentCount: (count: number) => plural(count, { one: 'Dokument', other: 'Dokumente' }),
  upload: 'Hochladen',
  uploadFolder: 'Ordner hochladen',
  folderSent: (sent: string, known: string, refused: string) =>
    `${sent} gesendet, ${known} schon vorhanden, ${refused} abgelehnt`,
  dropHere: 'Dateien zum Hochladen hier ablegen',
  findDocument: 'Nach Titel suchen',
  anyOwner: 'Alle',
  pageBefore: 'Vorherige Seite',
  pageAfter: 'Nächste Seite',
  pageNumber: (number: number) => `Seite ${number}`,
  anyState: 'Jeder Zustand',
  stateOf: {
    queued: 'wartet',
    processing: 'wird gelesen',
    ready: 'bereit',
    failed: 'fehlgeschlagen',
    deleting: 'wird gelöscht',
  },
  stage: {
    queued: 'wartet',
    parse: 'wird gelesen',
    ocr: 'liest Bilder',
    chunk: 'wird in Stellen zerlegt',
    embed: 'Bedeutung wird erfasst',
    upsert: 'Suchindex wird geschrieben',
    verify: 'Suchindex wird geprüft',
    ready: 'bereit',
  },
  sortBy: 'Sortieren',
  sortNewest: 'Neueste zuerst',
  sortOldest: 'Älteste zuerst',
  sortTitle: 'Titel',
  sortLargest: 'Größte zuerst',
  sortChanged: 'Zuletzt geändert',
  columnTitle: 'Titel',
  columnState: 'Zustand',
  columnLanguage: 'Sprache',
  columnReaders: 'Wer lesen darf',
  columnOwner: 'Eigentümer',
  columnCollections: 'Sammlungen',
  anyCollection: 'Jede Sammlung',
  someoneElse: 'jemand anderes',
  columnSize: 'Größe',
  columnChanged: 'Geändert',
  columnActions: 'Aktionen',
  mine: 'Ich',
  readers: {
    tenant: 'Alle',
    private: 'Nur der Eigentümer',
    source: 'Wer es an der Quelle lesen darf',
    group: (name: string) => `Gruppe ${name}`,
  },
  pageCount: (count: number) => plural(count, { one: 'Seite', other: 'Seiten' }),
  noDocumentsTitle: 'Noch keine Dokumente',
  noDocumentsText:
    'Laden Sie PDF-, Word-, Text- und andere Dateien hoch. Sobald sie bereit sind, können alle, die sie lesen dürfen, dazu Fragen stellen.',
  nothingMatches: 'Kein Dokument passt.',
  showAll: 'Alle Dokumente zeigen',
  newVersionFailed:
    'Die neuere Datei ist fehlgeschlagen; Antworten stützen sich weiter auf die vorige Fassung.',
  newVersionComing:
    'Eine neuere Datei wird gelesen; Antworten stützen sich noch auf die vorige Fassung.',
  uploads: 'Uploads',
  uploadWaiting: 'wartet',
  uploadSending: (percent: string) => `wird gesendet, ${percent}`,
  uploadSent: 'gesendet, wird gelesen',
  uploadDuplicate: 'schon vorhanden: Dieselbe Datei wurde bereits hochgeladen',
  uploadCancelled: 'abgebrochen',
  uploadsClear: 'Liste leeren',
  whoMayRead: 'Wer es lesen darf',
  readersOfUploads: 'Uploads lesbar für',
  readersBesides:
    'Der Eigentümer kann es immer lesen. Administratoren sehen, dass es existiert, und können es löschen, lesen es aber nur, wenn es hier für sie freigegeben ist.',
  replace: 'Datei ersetzen',
  replaced:
    'Die neue Datei wird gelesen. Bis sie bereit ist, stützen sich Antworten auf die bisherige.',
  download: 'Herunterladen',
  tryReading: 'Erneut lesen',
  deleteDocument: 'Dokument löschen',
  deleteDocumentText: (title: string) =>
    `„${title}“ kann ab sofort von niemandem mehr gefunden oder gelesen werden.`,
  documentText: 'Text des Dokuments',
  noText: 'Es gibt keinen Text zu zeigen.',
  notReadyYet: 'Dieses Dokument wird gelesen. Sein Text erscheint hier, sobald es bereit ist.',
  failure: {
    document_encrypted:
      'Die Datei ist mit einem Passwort geschützt. Entfernen Sie es und laden Sie die Datei erneut hoch.',
    document_empty: 'Die Datei enthält keinen Text.',
    document_corrupt:
      'Die Datei ist beschädigt. Speichern Sie sie in ihrem Programm neu und laden Sie sie erneut hoch.',
    document_image_only:
      'Die Datei enthält nur Bilder von Text. Machen Sie sie durchsuchbar (OCR) und laden Sie sie erneut hoch.',
    unsupported_format:
      'Dateien dieser Art werden nicht gelesen. Speichern Sie sie als PDF, DOCX oder Text.',
    holds_other_files:
      'Die Datei ist ein Paket aus anderen Dateien. Laden Sie diese einzeln hoch; ein Postfach braucht die Endung „.mbox“.',
    archive_too_large: 'Entpackt ist die Datei größer als erlaubt.',
    document_too_complex: 'Die Datei ist zu komplex. Teilen Sie sie in kleinere auf.',
    parser_timeout: 'Das Lesen hat zu lange gedauert. Teilen Sie die Datei in kleinere auf.',
    parser_out_of_memory:
      'Das Lesen hat zu viel Arbeitsspeicher gebraucht. Teilen Sie die Datei in kleinere auf.',
    parser_crashed:
      'Die Datei konnte nicht gelesen werden. Speichern Sie sie in ihrem Programm neu und laden Sie sie erneut hoch.',
    payload_too_large: 'Die Datei ist größer, als dieser Server annimmt.',
    quota_exceeded:
      'Für Ihre Organisation ist kein Platz mehr. Löschen Sie Dokumente oder wenden Sie sich an die Administration.',
    insufficient_storage:
      'Der Speicherplatz des Servers ist voll. Melden Sie es der Administration.',
    file_missing: 'Die Datei fehlt im Speicher des Servers. Laden Sie sie erneut hoch.',
    worker_lost: 'Das Lesen wurde unterbrochen. Es wird erneut versucht.',
  },
  uploadByAdmins:
    'Dokumente fügen hier Administratoren hinzu. Sie können alle lesen und befragen, die Ihnen offenstehen.',
  noDocumentsMember:
    'Sobald ein Administrator welche hinzugefügt hat, die Sie lesen dürfen, können Sie dazu fragen.',
  changeByOwner: 'Eigentümer und Administratoren können es ändern.',
  closedText:
    'Nur Eigentümer und Gruppe dürfen es lesen. Sie sehen, dass es existiert, und dürfen es löschen.',
  readersLoseIt:
    'Es gehört Ihnen nicht, und Sie sind nicht in dieser Gruppe: Danach können Sie es nicht mehr lesen und auch nicht mehr wählen, wer es darf.',
  folderRead: (ready: string, failed: string, left: string) =>
    `${ready} bereit, ${failed} nicht lesbar, ${left} werden noch gelesen`,
  inCollections: 'In Sammlungen',
  newCollection: 'Neue Sammlung',
  noCollections: 'Noch keine Sammlung.',
  chosenCount: (count: string) => `${count} ausgewählt`,
  chooseAll: 'Alle auf dieser Seite auswählen',
  chooseDocument: (title: string) => `${title} auswählen`,
  clearChoice: 'Auswahl aufheben',
  addToCollection: 'Zu einer Sammlung hinzufügen',
  emptyCollection: 'Diese Sammlung ist leer',
  emptyCollectionText: 'Zeigen Sie alle Dokumente, wählen Sie einige aus und fügen Sie sie hinzu.',
  deleteDocuments: 'Dokumente löschen',
  deleteDocumentsText: (count: string) =>
    `Dokumente: ${count}. Sie und das daraus Gelesene werden endgültig gelöscht.`,
  bulkRefused: (count: string) =>
    `Nicht geändert: ${count}. Andere ändern sie gerade, oder Sie dürfen es nicht.`,
  deleteCollection: 'Sammlung löschen',
  deleteCollectionText: 'Ihre Dokumente bleiben; sie sind nur nicht mehr darin.',
  savedFilters: 'Gespeicherte Filter',
  saveFilter: 'Filter speichern',
  deleteFilter: 'Filter löschen',
};

import { pluralsOf } from '../plurals.js';

const plural = pluralsOf('it');

/** Sentences of the documents. */
export const documents = {
  documentCount: (count: number) => plural(count, { one: 'documento', other: 'documenti' }),
  upload: 'Carica',
  uploadFolder: 'Carica una cartella',
  folderSent: (sent: string, known: string, refused: string) =>
    `${sent} inviati, ${known} già presenti, ${refused} rifiutati`,
  dropHere: 'Trascina qui i file per caricarli',
  findDocument: 'Cerca per titolo',
  anyOwner: 'Tutti',
  pageBefore: 'Pagina precedente',
  pageAfter: 'Pagina successiva',
  pageNumber: (number: number) => `Pagina ${number}`,
  anyState: 'Qualsiasi stato',
  stateOf: {
    queued: 'in attesa',
    processing: 'in lettura',
    ready: 'pronto',
    failed: 'non riuscito',
    deleting: 'in eliminazione',
  },
  stage: {
    queued: 'in attesa',
    parse: 'lettura',
    ocr: 'lettura delle immagini',
    chunk: 'divisione in passaggi',
    embed: 'analisi del significato',
    upsert: 'scrittura dell’indice',
    verify: 'verifica dell’indice',
    ready: 'pronto',
  },
  sortBy: 'Ordina',
  sortNewest: 'Prima i più recenti',
  sortOldest: 'Prima i meno recenti',
  sortTitle: 'Titolo',
  sortLargest: 'Prima i più grandi',
  sortChanged: 'Ultima modifica',
  columnTitle: 'Titolo',
  columnState: 'Stato',
  columnLanguage: 'Lingua',
  columnReaders: 'Chi può leggere',
  columnOwner: 'Proprietario',
  columnCollections: 'Raccolte',
  anyCollection: 'Qualsiasi raccolta',
  someoneElse: 'qualcun altro',
  columnSize: 'Dimensione',
  columnChanged: 'Modificato',
  columnActions: 'Azioni',
  mine: 'Io',
  readers: {
    tenant: 'Tutti',
    private: 'Solo il proprietario',
    source: 'Chi può leggerlo alla fonte',
    group: (name: string) => `Gruppo ${name}`,
  },
  pageCount: (count: number) => plural(count, { one: 'pagina', other: 'pagine' }),
  noDocumentsTitle: 'Ancora nessun documento',
  noDocumentsText:
    'Si possono caricare file PDF, Word, di testo e altri. Quando sono pronti, chiunque possa leggerli può fare domande su di essi.',
  nothingMatches: 'Nessun documento corrisponde.',
  showAll: 'Mostra tutti i documenti',
  newVersionFailed:
    'Il nuovo file non è riuscito; le risposte si basano ancora sulla versione precedente.',
  newVersionComing:
    'Un nuovo file è in lettura; le risposte si basano ancora sulla versione precedente.',
  uploads: 'Caricamenti',
  uploadWaiting: 'in attesa',
  uploadSending: (percent: string) => `invio in corso, ${percent}`,
  uploadSent: 'inviato, in lettura',
  uploadDuplicate: 'già presente: lo stesso file è stato caricato in precedenza',
  uploadCancelled: 'annullato',
  uploadsClear: 'Svuota l’elenco',
  whoMayRead: 'Chi può leggerlo',
  readersOfUploads: 'Chi legge i file caricati',
  readersBesides:
    'Il proprietario può sempre leggerlo. Gli amministratori vedono che esiste e possono eliminarlo, ma lo leggono solo se qui è aperto anche a loro.',
  replace: 'Sostituisci file',
  replaced:
    'Il nuovo file è in lettura. Finché non è pronto, le risposte si basano sul precedente.',
  download: 'Scarica',
  tryReading: 'Leggi di nuovo',
  deleteDocument: 'Elimina documento',
  deleteDocumentText: (title: string) =>
    `Da questo momento nessuno potrà più trovare o leggere «${title}».`,
  documentText: 'Testo del documento',
  noText: 'Non c’è testo da mostrare.',
  notReadyYet: 'Questo documento è in lettura. Il testo apparirà qui quando sarà pronto.',
  failure: {
    document_encrypted:
      'Il file è protetto da una password. Rimuoverla e caricare di nuovo il file.',
    document_empty: 'Il file non contiene testo.',
    document_corrupt:
      'Il file è danneggiato. Salvarlo di nuovo nel programma di origine e ricaricarlo.',
    document_image_only:
      'Il file contiene solo immagini di testo. Renderlo ricercabile (OCR) e ricaricarlo.',
    unsupported_format:
      'I file di questo tipo non vengono letti. Salvarlo in formato PDF, DOCX o testo.',
    holds_other_files:
      'Il file contiene altri file. Caricarli uno per uno; una casella di posta deve avere l’estensione “.mbox”.',
    archive_too_large: 'Una volta decompresso, il file supera la dimensione consentita.',
    document_too_complex: 'Il file è troppo complesso. Dividerlo in file più piccoli.',
    parser_timeout: 'La lettura ha richiesto troppo tempo. Dividere il file in file più piccoli.',
    parser_out_of_memory:
      'La lettura ha richiesto troppa memoria RAM. Dividere il file in file più piccoli.',
    parser_crashed:
      'Non è stato possibile leggere il file. Salvarlo di nuovo nel programma di origine e ricaricarlo.',
    payload_too_large: 'Il file supera la dimensione accettata da questo server.',
    quota_exceeded:
      'Non c’è più spazio per l’organizzazione. Eliminare dei documenti o rivolgersi a un amministratore.',
    insufficient_storage: 'Il disco del server è pieno. Avvisare un amministratore.',
    file_missing: 'Il file non è più nell’archivio del server. Caricarlo di nuovo.',
    worker_lost: 'La lettura è stata interrotta. Verrà ritentata.',
  },
  uploadByAdmins:
    'Qui i documenti li aggiungono gli amministratori. Può leggere e interrogare tutti quelli a lei aperti.',
  noDocumentsMember:
    'Quando un amministratore ne avrà aggiunti che può leggere, potrà fare domande.',
  changeByOwner: 'Possono modificarlo il proprietario e gli amministratori.',
  closedText:
    'Possono leggerlo solo il proprietario e il suo gruppo. Lei vede che esiste e può eliminarlo.',
  readersLoseIt:
    'Non ne è il proprietario e non è in quel gruppo: poi non potrà più leggerlo, né scegliere di nuovo chi può.',
  folderRead: (ready: string, failed: string, left: string) =>
    `${ready} pronti, ${failed} non leggibili, ${left} ancora in lettura`,
  inCollections: 'Nelle raccolte',
  newCollection: 'Nuova raccolta',
  noCollections: 'Ancora nessuna raccolta.',
  chosenCount: (count: string) => `${count} scelti`,
  chooseAll: 'Scegli tutti in questa pagina',
  chooseDocument: (title: string) => `Scegli ${title}`,
  clearChoice: 'Deseleziona',
  addToCollection: 'Aggiungi a una raccolta',
  emptyCollection: 'Questa raccolta è vuota',
  emptyCollectionText: 'Mostra tutti i documenti, scegline alcuni e aggiungili.',
  deleteDocuments: 'Elimina documenti',
  deleteDocumentsText: (count: string) =>
    `Documenti: ${count}. Vengono eliminati per sempre con quanto ne è stato letto.`,
  bulkRefused: (count: string) =>
    `Non cambiati: ${count}. Forse altri li stanno cambiando, o non ne hai il permesso.`,
  deleteCollection: 'Elimina raccolta',
  deleteCollectionText: 'I suoi documenti restano; solo non ne fanno più parte.',
  savedFilters: 'Filtri salvati',
  saveFilter: 'Salva filtro',
  deleteFilter: 'Elimina filtro',
};

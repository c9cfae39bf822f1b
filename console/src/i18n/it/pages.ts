import { pluralsOf } from '../plurals.js';

const plural = pluralsOf('it');

/** Sentences of a document and its pages. */
export const pages = {
  viewAs: 'Visualizzazione',
  viewPages: 'Pagine',
  viewText: 'Testo',
  viewPassages: 'Passaggi',
  sheets: 'Fogli',
  pageOf: (page: number, title: string) => `Pagina ${page} di ${title}`,
  pageNumberOf: (page: number, count: number) => `Pagina ${page} di ${count}`,
  goToPage: 'Numero di pagina',
  ofPages: (count: number) => `di ${count}`,
  pageText: 'Testo di questa pagina',
  passageText: 'Testo del passaggio',
  noTextOnPage: 'In questa pagina non è stato trovato testo.',
  readByOcr:
    'Letto da un’immagine con il riconoscimento del testo (OCR). Lo confronti con l’immagine.',
  noPicture: 'Non c’è un’immagine di questa pagina. Il testo è riportato sotto.',
  noPictureBecause: (reason: string) => `Questa pagina non può essere visualizzata: ${reason}`,
  boxesMissing:
    'Il passaggio è in questa pagina, ma non è stato possibile evidenziarne la posizione.',
  boxesOfLines:
    'Sono evidenziate righe intere: non tutte le lettere del passaggio sono state trovate nella pagina.',
  staleText:
    'Il documento è stato sostituito dopo questa risposta. Il passaggio citato non può più essere mostrato; il contenuto attuale del documento può essere diverso.',
  staleOpen: 'Apri il documento attuale',
  documentGone:
    'Durante la lettura il documento è stato eliminato o non è più accessibile a questo account. Non può più essere mostrato.',
  whatIsKnown: 'Informazioni sul documento',
  factFile: 'File',
  factUploaded: 'Caricato',
  versions: 'Versioni',
  version: (number: number) => `Versione ${number}`,
  versionAnswers: 'base delle risposte',
  versionReading: 'in lettura',
  versionFailed: 'non riuscita',
  versionReplaced: 'sostituita',
  versionsKept: 'Quando un nuovo file è pronto, prende il posto del precedente.',
  restore: 'Ripristina',
  restoreVersion: (number: number) => `Ripristinare la versione ${number}?`,
  restoreText:
    'Il suo file diventa la versione più recente di questo documento. Finché non è stato letto, le risposte si basano sulla versione attuale.',
  technicalReason: 'Per l’assistenza',
  passageNumber: (number: number) => `Passaggio ${number}`,
  tokenCount: (count: number) => plural(count, { other: 'token' }),
  findInDocument: 'Cerca in questo documento',
  placesFound: (count: string) => `Punti trovati: ${count}`,
  foundNowhere: 'Queste parole non sono in questo documento.',
  outline: 'Struttura',
  zoomIn: 'Ingrandisci',
  zoomOut: 'Riduci',
};

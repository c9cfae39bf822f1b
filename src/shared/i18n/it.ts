import type { Messages } from './en.js';

export const it: Messages = {
  notFound: 'Nei documenti disponibili non ho trovato nulla che risponda a questa domanda.',
  stepLimit:
    'È stato raggiunto il limite di passaggi; questo si basa su quanto trovato fino ad allora.',
  deadlineReached: 'Il tempo è scaduto; questo si basa su quanto trovato fino ad allora.',
  endsEarly: 'Questa risposta si interrompe qui prima di essere completa.',
  noModelWroteThis:
    'Nessun modello linguistico ha scritto questo; le frasi sono citate dai documenti:',
  closestPassages:
    'Non è stata trovata una risposta certa. Questi sono i passaggi più vicini, citati dai documenti; nessun modello linguistico ha scritto questo testo:',
  notInPassages: (words) => `Queste parole della domanda non sono state trovate: ${words}.`,
  toolsReturned:
    'Nessun modello linguistico ha scritto questo; è ciò che hanno restituito gli strumenti:',
  modelMade:
    'Prodotto dal modello linguistico con i suoi strumenti e non verificato su alcuna fonte:',
  toolsFailed: (names) =>
    `Una ricerca non è riuscita, quindi il contenuto potrebbe essere incompleto: ${names}.`,
  lookupFailed: 'Non è stato possibile verificarlo:',
  quotingMode: 'Qui non è configurato alcun modello linguistico, perciò cito frasi dai documenti.',
  canCalculate: (example) => `Faccio anche calcoli, per esempio ${example}.`,
  greeting: 'Buongiorno! Mi faccia una domanda sui documenti della sua organizzazione.',
  youAreWelcome: 'Prego!',
  goodbye: 'Arrivederci!',
  clarificationFallback: 'Può precisare che cosa desidera sapere?',
  knowledgeBaseUnavailable:
    'La base di conoscenza non è disponibile al momento. Riprovi più tardi.',
  notReadYet: 'Alcuni documenti non sono ancora stati letti. Riprovi tra poco.',
  indexRebuilding:
    'L’indice di ricerca è in ricostruzione, perciò alcuni documenti non sono ancora reperibili.',
  beyondTools: 'Questa richiesta va oltre ciò che possono fare gli strumenti abilitati.',
  foundIn: (languages) => `Lingua dei documenti trovati: ${languages}.`,
  sourcesLabel: 'Fonti:',
  filesLabel: 'File:',
  remembered: 'Memorizzato:',
  toConfirm: (days) =>
    `Non ancora memorizzato. Confermalo entro ${days} giorni perché venga ricordato:`,
  notRemembered: 'Questo non è stato memorizzato:',
  privateMemory: 'La sua nota (privata)',
  toolResult: 'Risultato dello strumento',
  codeResult: 'Risultato di codice',
  untitledDocument: 'Documento senza titolo',
  linkRemoved: '(link rimosso)',
  answerWithheld:
    'Questa risposta non viene più mostrata: una fonte su cui si basa è stata modificata, eliminata o non ti è più accessibile.',
  unsupportedMark: 'formulazione non trovata nella fonte',
  uncheckedMark: 'prodotto dal modello stesso, non verificato su alcuna fonte',
  pages: ({ start, end }) => (start === end ? `p. ${start}` : `pp. ${start}–${end}`),
  documentsListed: ({ total, shown }) =>
    shown < total
      ? `Documenti che può leggere: ${total}; elencati qui: ${shown}.`
      : `Documenti che può leggere: ${total}.`,
  newestDocuments: ({ total, shown }) =>
    `I documenti più recenti che può leggere (${shown} di ${total}):`,
  rowsShown: ({ total, shown }) =>
    `Righe corrispondenti nei passaggi trovati: ${total}; mostrate qui: ${shown}.`,
  documentsAbout: (topic) => `Documenti che parlano di ${topic}:`,
  outlineOf:
    'Nessun modello linguistico ha scritto questo; è lo schema del documento, sotto le sue prime frasi:',
  olderDiffers: (title) => `Un documento meno recente dice altro: ${title}`,
  quote: (text) => `«${text}»`,
  correction: (text) => `Correzione: ${text}`,
  statementsLeftOut: (count) =>
    count === 1
      ? 'Un’affermazione è stata omessa: non è nelle fonti.'
      : `${count} affermazioni sono state omesse: non sono nelle fonti.`,
};

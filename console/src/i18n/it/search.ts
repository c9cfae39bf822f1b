import { pluralsOf } from '../plurals.js';

const plural = pluralsOf('it');

/** Sentences of the search. */
export const search = {
  navSearch: 'Ricerca',
  searchTitle: 'Ricerca nei documenti',
  searchFor: 'Testo da cercare',
  searchButton: 'Cerca',
  searchHint:
    'I passaggi come li trova una domanda, senza risposta. Se manca un documento, più sotto si può vedere perché.',
  resultCount: (count: number, ms: string) =>
    `${plural(count, { one: 'passaggio', other: 'passaggi' })}, ${ms}`,
  searchNothing: 'Nessun documento accessibile corrisponde.',
  searchClosest:
    'Probabilmente nessun passaggio risponde a questa domanda; questi sono i più vicini.',
  isEvidence: 'risposta probabile',
  howRelevant: (percent: string) => `pertinente al ${percent}`,
  legs: {
    dense: 'Il significato non è stato confrontato: nessun modello di embedding è configurato.',
    denseFailed:
      'Il significato non è stato confrontato: il modello di embedding non è disponibile.',
    lexicalFailed: 'Le parole non sono state confrontate: l’indice delle parole non è disponibile.',
  },
  whyNot: 'Perché non questo documento?',
  whyNotHint: 'Scegliere un documento per vedere come la ricerca lo ha valutato.',
  whyNotChoose: 'Titolo del documento',
  whyNotNone: 'Nessun documento ha questo testo nel titolo.',
  whyNotChosen: (title: string) => `Che cosa ne è stato di «${title}»`,
  whyNotOther: 'Scegli un altro documento',
  why: {
    found: (position: number) => `Viene trovato, in posizione ${position}.`,
    not_indexed: (state: string) => `Non è ancora reperibile. Stato: ${state}.`,
    outside_filter: 'È al di fuori di ciò che è stato cercato.',
    no_common_word: 'Non ha parole in comune con la domanda.',
    noCommonMeaning:
      'Non ha parole in comune con la domanda e non è stato trovato nemmeno per significato.',
    not_among_candidates:
      'Molti altri passaggi sono più vicini alla domanda, perciò questo documento non è stato esaminato a fondo.',
    below_relevance: (has: string, needed: string) =>
      `Probabilità che il suo passaggio migliore risponda: ${has}; necessaria: ${needed}.`,
    belowUnknown: 'Il suo passaggio migliore non è una risposta abbastanza probabile.',
    merged:
      'Il suo passaggio dice lo stesso di quello di un altro documento, mostrato per entrambi.',
    cut_by_top_k: (position: string) =>
      `Viene trovato, ma più in basso di quanto mostrato${position}.`,
    atPlace: (position: number) => `, in posizione ${position}`,
    cut_by_budget: 'Viene trovato, ma non restava spazio per il suo testo.',
  },
  whyWords: 'Parole della domanda e dove si trovano in questo documento',
  word: 'Parola',
  wordShare: 'Peso',
  wordFound: 'Trovata',
  wordYes: 'sì',
  wordNo: 'no',
  wordPartly: (percent: string) => `in parte, ${percent}`,
  bestPassage: 'Il suo passaggio migliore',
  mergedInto: 'Apri il documento mostrato',
};

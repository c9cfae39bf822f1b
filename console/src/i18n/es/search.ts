import { pluralsOf } from '../plurals.js';

const plural = pluralsOf('es');

/** Sentences of the search. */
export const search = {
  navSearch: 'Búsqueda',
  searchTitle: 'Buscar en sus documentos',
  searchFor: 'Texto que buscar',
  searchButton: 'Buscar',
  searchHint:
    'Pasajes tal como los encuentra una pregunta, sin respuesta. Si falta un documento, más abajo se puede ver por qué.',
  resultCount: (count: number, ms: string) =>
    `${plural(count, { one: 'pasaje', other: 'pasajes' })}, ${ms}`,
  searchNothing: 'Nada en sus documentos coincide.',
  searchClosest:
    'Probablemente ningún pasaje responde a esta pregunta; estos son los más cercanos.',
  isEvidence: 'respuesta probable',
  howRelevant: (percent: string) => `${percent} de relevancia`,
  legs: {
    dense: 'No se comparó el significado: no hay ningún modelo de embeddings configurado.',
    denseFailed: 'No se comparó el significado: el modelo de embeddings no está disponible.',
    lexicalFailed: 'No se compararon las palabras: el índice de palabras no está disponible.',
  },
  whyNot: '¿Por qué no este documento?',
  whyNotHint: 'Elija un documento para ver cómo lo valoró la búsqueda.',
  whyNotChoose: 'Título del documento',
  whyNotNone: 'Ningún documento tiene eso en el título.',
  whyNotChosen: (title: string) => `Qué fue de «${title}»`,
  whyNotOther: 'Elegir otro documento',
  why: {
    found: (position: number) => `Se encuentra, en el puesto ${position}.`,
    not_indexed: (state: string) => `Aún no se puede encontrar. Estado: ${state}.`,
    outside_filter: 'Está fuera de lo que se buscó.',
    no_common_word: 'No comparte ninguna palabra con la pregunta.',
    noCommonMeaning:
      'No comparte ninguna palabra con la pregunta y tampoco se encontró por su significado.',
    not_among_candidates:
      'Muchos otros pasajes se acercan más a la pregunta, así que este documento no se examinó a fondo.',
    below_relevance: (has: string, needed: string) =>
      `La probabilidad de que su mejor pasaje responda es del ${has}; se necesita el ${needed}.`,
    belowUnknown: 'Su mejor pasaje no es una respuesta lo bastante probable.',
    merged: 'Su pasaje dice lo mismo que el de otro documento, que se muestra por los dos.',
    cut_by_top_k: (position: string) =>
      `Se encuentra, pero más abajo de lo que se muestra${position}.`,
    atPlace: (position: number) => `, en el puesto ${position}`,
    cut_by_budget: 'Se encuentra, pero no quedaba espacio para su texto.',
  },
  whyWords: 'Palabras de la pregunta y dónde están en este documento',
  word: 'Palabra',
  wordShare: 'Peso',
  wordFound: 'Encontrada',
  wordYes: 'sí',
  wordNo: 'no',
  wordPartly: (percent: string) => `en parte, ${percent}`,
  bestPassage: 'Su mejor pasaje',
  mergedInto: 'Abrir el documento que se muestra',
};

import { pluralsOf } from '../plurals.js';

const plural = pluralsOf('fr');

/** Sentences of the search. */
export const search = {
  navSearch: 'Recherche',
  searchTitle: 'Rechercher dans vos documents',
  searchFor: 'Termes à rechercher',
  searchButton: 'Rechercher',
  searchHint:
    'Les passages tels qu’une question les trouve, sans réponse. S’il manque un document, la raison se trouve plus bas.',
  resultCount: (count: number, ms: string) =>
    `${plural(count, { one: 'passage', other: 'passages' })}, ${ms}`,
  searchNothing: 'Rien dans vos documents ne correspond.',
  searchClosest:
    'Aucun passage ne répond vraisemblablement à la question ; voici les plus proches.',
  isEvidence: 'réponse probable',
  howRelevant: (percent: string) => `pertinent à ${percent}`,
  legs: {
    dense: 'Le sens n’a pas été comparé : aucun modèle d’embedding n’est configuré.',
    denseFailed: 'Le sens n’a pas été comparé : le modèle d’embedding est indisponible.',
    lexicalFailed: 'Les mots n’ont pas été comparés : l’index des mots est indisponible.',
  },
  whyNot: 'Pourquoi pas ce document ?',
  whyNotHint: 'Choisissez un document pour voir ce que la recherche en a fait.',
  whyNotChoose: 'Titre du document',
  whyNotNone: 'Aucun document ne contient cela dans son titre.',
  whyNotChosen: (title: string) => `Ce qu’est devenu «\u00a0${title}\u00a0»`,
  whyNotOther: 'Choisir un autre document',
  why: {
    found: (position: number) => `Il est trouvé, en position ${position}.`,
    not_indexed: (state: string) => `Il ne peut pas encore être trouvé. État\u00a0: ${state}.`,
    outside_filter: 'Il est en dehors de ce qui a été recherché.',
    no_common_word: 'Il n’a aucun mot en commun avec la question.',
    noCommonMeaning:
      'Il n’a aucun mot en commun avec la question, et n’a pas été trouvé par son sens non plus.',
    not_among_candidates:
      'Beaucoup d’autres passages sont plus proches de la question ; ce document n’a donc pas été examiné de près.',
    below_relevance: (has: string, needed: string) =>
      `La probabilité que son meilleur passage réponde est de ${has}\u202f; il faut ${needed}.`,
    belowUnknown: 'Son meilleur passage n’est pas une réponse assez probable.',
    merged: 'Son passage dit la même chose que celui d’un autre document, affiché pour les deux.',
    cut_by_top_k: (position: string) =>
      `Il est trouvé, mais plus bas que ce qui est affiché${position}.`,
    atPlace: (position: number) => `, en position ${position}`,
    cut_by_budget: 'Il est trouvé, mais il ne restait plus de place pour son texte.',
  },
  whyWords: 'Mots de la question, et où ils figurent dans ce document',
  word: 'Mot',
  wordShare: 'Poids',
  wordFound: 'Trouvé',
  wordYes: 'oui',
  wordNo: 'non',
  wordPartly: (percent: string) => `en partie, ${percent}`,
  bestPassage: 'Son meilleur passage',
  mergedInto: 'Ouvrir le document affiché',
};

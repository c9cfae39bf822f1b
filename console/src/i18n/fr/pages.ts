import { pluralsOf } from '../plurals.js';

const plural = pluralsOf('fr');

/** Sentences of a document and its pages. */
export const pages = {
  viewAs: 'Affichage',
  viewPages: 'Pages',
  viewText: 'Texte',
  viewPassages: 'Passages',
  sheets: 'Feuilles',
  pageOf: (page: number, title: string) => `Page ${page} de ${title}`,
  pageNumberOf: (page: number, count: number) => `Page ${page} sur ${count}`,
  goToPage: 'Numéro de page',
  ofPages: (count: number) => `sur ${count}`,
  pageText: 'Texte de cette page',
  passageText: 'Texte du passage',
  noTextOnPage: 'Aucun texte n’a été trouvé sur cette page.',
  readByOcr: 'Lu dans une image par reconnaissance de texte (OCR). Comparez avec l’image.',
  noPicture: 'Il n’y a pas d’image de cette page. Son texte figure ci-dessous.',
  noPictureBecause: (reason: string) => `Cette page ne peut pas être affichée\u00a0: ${reason}`,
  boxesMissing: 'Le passage se trouve sur cette page ; son emplacement n’a pas pu être marqué.',
  boxesOfLines:
    'Des lignes entières sont marquées : le passage n’a pas été retrouvé à la lettre près sur la page.',
  staleText:
    'Le document a été remplacé après cette réponse. Le passage cité ne peut plus être affiché ; le contenu actuel du document peut être différent.',
  staleOpen: 'Ouvrir le document actuel',
  documentGone:
    'Pendant votre lecture, le document a été supprimé ou a cessé de vous être accessible. Rien ne peut plus en être affiché.',
  whatIsKnown: 'À propos de ce document',
  factFile: 'Fichier',
  factUploaded: 'Importé',
  versions: 'Versions',
  version: (number: number) => `Version ${number}`,
  versionAnswers: 'base des réponses',
  versionReading: 'en cours de lecture',
  versionFailed: 'en échec',
  versionReplaced: 'remplacée',
  versionsKept: 'Dès qu’un nouveau fichier est prêt, il remplace le précédent.',
  restore: 'Restaurer',
  restoreVersion: (number: number) => `Restaurer la version ${number}\u202f?`,
  restoreText:
    'Son fichier devient la version la plus récente de ce document. Tant qu’il n’est pas lu, les réponses reposent sur la version actuelle.',
  technicalReason: 'Pour le support',
  passageNumber: (number: number) => `Passage ${number}`,
  tokenCount: (count: number) => plural(count, { one: 'token', other: 'tokens' }),
  findInDocument: 'Chercher dans ce document',
  placesFound: (count: string) => `Endroits trouvés : ${count}`,
  foundNowhere: 'Ces mots ne figurent pas dans ce document.',
  outline: 'Plan',
  zoomIn: 'Agrandir',
  zoomOut: 'Réduire',
};

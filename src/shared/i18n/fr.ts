import type { Messages } from './en.js';

export const fr: Messages = {
  notFound: 'Je n’ai rien trouvé dans les documents disponibles qui réponde à cette question.',
  stepLimit: 'La limite d’étapes est atteinte ; ceci repose sur ce qui a été trouvé jusque-là.',
  deadlineReached: 'Le temps imparti est écoulé ; ceci repose sur ce qui a été trouvé jusque-là.',
  endsEarly: 'Cette réponse s’arrête ici avant d’être complète.',
  noModelWroteThis:
    'Aucun modèle de langue n’a rédigé ceci ; ces phrases sont citées des documents :',
  closestPassages:
    'Aucune réponse certaine n’a été trouvée. Voici les passages les plus proches, cités des documents ; aucun modèle de langage n’a écrit ceci :',
  notInPassages: (words) => `Ces mots de la question n’ont pas été trouvés : ${words}.`,
  toolsReturned: 'Aucun modèle de langue n’a rédigé ceci ; voici ce que les outils ont renvoyé :',
  modelMade:
    'Ceci a été produit par le modèle de langue avec ses outils et n’a été vérifié dans aucune source :',
  toolsFailed: (names) => `Une recherche a échoué, ceci peut donc être incomplet : ${names}.`,
  lookupFailed: 'Cela n’a pas pu être recherché :',
  quotingMode:
    'Aucun modèle de langue n’est configuré ici ; je cite donc des phrases de documents.',
  canCalculate: (example) => `Je calcule aussi, par exemple ${example}.`,
  greeting: 'Bonjour ! Posez-moi une question sur les documents de votre organisation.',
  youAreWelcome: 'Je vous en prie !',
  goodbye: 'Au revoir !',
  clarificationFallback: 'Pourriez-vous préciser ce que vous souhaitez savoir ?',
  knowledgeBaseUnavailable:
    'La base de connaissances est indisponible pour le moment. Veuillez réessayer plus tard.',
  notReadYet: 'Certains documents n’ont pas encore été lus. Reposez la question dans un instant.',
  indexRebuilding:
    'L’index de recherche est en cours de reconstruction ; certains documents sont encore introuvables.',
  beyondTools: 'Cette demande dépasse ce que les outils activés peuvent faire.',
  foundIn: (languages) => `Langue des documents trouvés : ${languages}.`,
  sourcesLabel: 'Sources :',
  filesLabel: 'Fichiers :',
  remembered: 'Mémorisé :',
  toConfirm: (days) =>
    `Pas encore mémorisé. Confirmez dans les ${days} jours pour que ce le soit :`,
  notRemembered: 'Cela n’a pas été mémorisé :',
  privateMemory: 'Votre souvenir (privé)',
  toolResult: 'Résultat d’outil',
  codeResult: 'Résultat de code',
  untitledDocument: 'Document sans titre',
  linkRemoved: '(lien supprimé)',
  answerWithheld:
    'Cette réponse n’est plus affichée : une source sur laquelle elle repose a été modifiée, supprimée ou ne vous est plus accessible.',
  unsupportedMark: 'formulation introuvable dans la source',
  uncheckedMark: 'produit par le modèle lui-même, vérifié dans aucune source',
  pages: ({ start, end }) => (start === end ? `p. ${start}` : `p. ${start}–${end}`),
  documentsListed: ({ total, shown }) =>
    shown < total
      ? `Documents que vous pouvez lire : ${total} ; énumérés ici : ${shown}.`
      : `Documents que vous pouvez lire : ${total}.`,
  newestDocuments: ({ total, shown }) =>
    `Les documents les plus récents que vous pouvez lire (${shown} sur ${total}) :`,
  rowsShown: ({ total, shown }) =>
    `Lignes correspondantes dans les passages trouvés : ${total} ; affichées ici : ${shown}.`,
  documentsAbout: (topic) => `Documents où il est question de ${topic} :`,
  outlineOf:
    'Aucun modèle de langage n’a écrit ceci ; voici le plan du document, sous ses premières phrases :',
  olderDiffers: (title) => `Un document plus ancien dit autre chose : ${title}`,
  quote: (text) => `« ${text} »`,
  correction: (text) => `Correction : ${text}`,
  statementsLeftOut: (count) =>
    count === 1
      ? 'Une affirmation a été retirée : elle ne figure pas dans les sources.'
      : `${count} affirmations ont été retirées : elles ne figurent pas dans les sources.`,
};

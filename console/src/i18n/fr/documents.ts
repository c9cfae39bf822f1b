import { pluralsOf } from '../plurals.js';

const plural = pluralsOf('fr');

/** Sentences of the documents. */
export const documents = {
  documentCount: (count: number) => plural(count, { one: 'document', other: 'documents' }),
  upload: 'Importer',
  uploadFolder: 'Téléverser un dossier',
  folderSent: (sent: string, known: string, refused: string) =>
    `${sent} envoyés, ${known} déjà présents, ${refused} refusés`,
  dropHere: 'Déposez des fichiers ici pour les importer',
  findDocument: 'Rechercher par titre',
  anyOwner: 'Tous',
  pageBefore: 'Page précédente',
  pageAfter: 'Page suivante',
  pageNumber: (number: number) => `Page ${number}`,
  anyState: 'Tous les états',
  stateOf: {
    queued: 'en attente',
    processing: 'en cours de lecture',
    ready: 'prêt',
    failed: 'en échec',
    deleting: 'en cours de suppression',
  },
  stage: {
    queued: 'en attente',
    parse: 'lecture',
    ocr: 'lecture des images',
    chunk: 'découpage en passages',
    embed: 'analyse du sens',
    upsert: 'écriture de l’index',
    verify: 'vérification de l’index',
    ready: 'prêt',
  },
  sortBy: 'Trier',
  sortNewest: 'Du plus récent au plus ancien',
  sortOldest: 'Du plus ancien au plus récent',
  sortTitle: 'Titre',
  sortLargest: 'Les plus volumineux d’abord',
  sortChanged: 'Dernière modification',
  columnTitle: 'Titre',
  columnState: 'État',
  columnLanguage: 'Langue',
  columnReaders: 'Qui peut lire',
  columnOwner: 'Propriétaire',
  columnCollections: 'Collections',
  anyCollection: 'Toutes les collections',
  someoneElse: 'quelqu’un d’autre',
  columnSize: 'Taille',
  columnChanged: 'Modifié',
  columnActions: 'Actions',
  mine: 'Moi',
  readers: {
    tenant: 'Tout le monde',
    private: 'Le propriétaire seul',
    source: 'Toute personne qui peut le lire à la source',
    group: (name: string) => `Groupe ${name}`,
  },
  pageCount: (count: number) => plural(count, { one: 'page', other: 'pages' }),
  noDocumentsTitle: 'Aucun document pour le moment',
  noDocumentsText:
    'Importez des fichiers PDF, Word, texte et autres. Une fois prêts, tous ceux qui peuvent les lire peuvent poser des questions à leur sujet.',
  nothingMatches: 'Aucun document ne correspond.',
  showAll: 'Afficher tous les documents',
  newVersionFailed:
    'Le nouveau fichier est en échec ; les réponses reposent toujours sur la version précédente.',
  newVersionComing:
    'Un nouveau fichier est en cours de lecture ; les réponses reposent encore sur la version précédente.',
  uploads: 'Importations',
  uploadWaiting: 'en attente',
  uploadSending: (percent: string) => `envoi en cours, ${percent}`,
  uploadSent: 'envoyé, en cours de lecture',
  uploadDuplicate: 'déjà présent : le même fichier a déjà été importé',
  uploadCancelled: 'annulé',
  uploadsClear: 'Vider la liste',
  whoMayRead: 'Qui peut le lire',
  readersOfUploads: 'Lecteurs des fichiers',
  readersBesides:
    'Son propriétaire peut toujours le lire. Les administrateurs voient qu’il existe et peuvent le supprimer, mais ne le lisent que s’il leur est ouvert ici.',
  replace: 'Remplacer le fichier',
  replaced:
    'Le nouveau fichier est en cours de lecture. Tant qu’il n’est pas prêt, les réponses reposent sur l’ancien.',
  download: 'Télécharger',
  tryReading: 'Relire',
  deleteDocument: 'Supprimer le document',
  deleteDocumentText: (title: string) =>
    `Dès maintenant, plus personne ne pourra trouver ni lire «\u00a0${title}\u00a0».`,
  documentText: 'Texte du document',
  noText: 'Il n’y a pas de texte à afficher.',
  notReadyYet:
    'Ce document est en cours de lecture. Son texte s’affichera ici dès qu’il sera prêt.',
  failure: {
    document_encrypted:
      'Le fichier est protégé par un mot de passe. Retirez-le, puis importez de nouveau le fichier.',
    document_empty: 'Le fichier ne contient pas de texte.',
    document_corrupt:
      'Le fichier est endommagé. Enregistrez-le de nouveau dans son logiciel, puis réimportez-le.',
    document_image_only:
      'Le fichier ne contient que des images de texte. Rendez-le interrogeable (OCR), puis réimportez-le.',
    unsupported_format:
      'Les fichiers de ce type ne sont pas lus. Enregistrez-le en PDF, DOCX ou texte.',
    holds_other_files:
      'Le fichier contient d’autres fichiers. Importez-les un par un ; une boîte aux lettres doit avoir l’extension « .mbox ».',
    archive_too_large: 'Une fois décompressé, le fichier dépasse la taille autorisée.',
    document_too_complex: 'Le fichier est trop complexe. Divisez-le en fichiers plus petits.',
    parser_timeout: 'La lecture a pris trop de temps. Divisez le fichier en fichiers plus petits.',
    parser_out_of_memory:
      'La lecture a demandé trop de mémoire vive. Divisez le fichier en fichiers plus petits.',
    parser_crashed:
      'Le fichier n’a pas pu être lu. Enregistrez-le de nouveau dans son logiciel, puis réimportez-le.',
    payload_too_large: 'Le fichier dépasse la taille acceptée par ce serveur.',
    quota_exceeded:
      'Il n’y a plus de place pour votre organisation. Supprimez des documents ou adressez-vous à un administrateur.',
    insufficient_storage: 'Le disque du serveur est plein. Prévenez un administrateur.',
    file_missing: 'Le fichier a disparu du stockage du serveur. Importez-le de nouveau.',
    worker_lost: 'La lecture a été interrompue. Une nouvelle tentative est en cours.',
  },
  uploadByAdmins:
    'Ici, les administrateurs ajoutent les documents. Vous pouvez lire et interroger tous ceux qui vous sont ouverts.',
  noDocumentsMember:
    'Dès qu’un administrateur en aura ajouté que vous pouvez lire, vous pourrez poser des questions.',
  changeByOwner: 'Son propriétaire et les administrateurs peuvent le modifier.',
  closedText:
    'Seuls son propriétaire et son groupe peuvent le lire. Vous voyez qu’il existe et pouvez le supprimer.',
  readersLoseIt:
    'Vous n’êtes ni son propriétaire ni dans ce groupe : ensuite vous ne pourrez plus le lire, ni choisir à nouveau qui le peut.',
  folderRead: (ready: string, failed: string, left: string) =>
    `${ready} prêts, ${failed} illisibles, ${left} encore en lecture`,
  inCollections: 'Dans les collections',
  newCollection: 'Nouvelle collection',
  noCollections: 'Aucune collection pour l’instant.',
  chosenCount: (count: string) => `${count} choisis`,
  chooseAll: 'Choisir tous ceux de cette page',
  chooseDocument: (title: string) => `Choisir ${title}`,
  clearChoice: 'Tout désélectionner',
  addToCollection: 'Ajouter à une collection',
  emptyCollection: 'Cette collection est vide',
  emptyCollectionText: 'Affichez tous les documents, choisissez-en et ajoutez-les.',
  deleteDocuments: 'Supprimer les documents',
  deleteDocumentsText: (count: string) =>
    `Documents : ${count}. Ils sont supprimés définitivement, avec ce qui en a été lu.`,
  bulkRefused: (count: string) =>
    `Non modifiés : ${count}. D’autres les modifient peut-être, ou vous n’en avez pas le droit.`,
  deleteCollection: 'Supprimer la collection',
  deleteCollectionText: 'Ses documents restent ; ils n’y sont simplement plus.',
  savedFilters: 'Filtres enregistrés',
  saveFilter: 'Enregistrer le filtre',
  deleteFilter: 'Supprimer le filtre',
};

export const tenants = {
  navTenants: 'Organisations',
  operator: 'Exploitant',
  dependencies: 'Éléments du serveur',
  stuckDocuments: 'Documents bloqués',
  newTenant: 'Nouvelle organisation',
  tenantSlugHint: 'Le nom à saisir pour se connecter : minuscules, chiffres et « - ».',
  firstAdminEmail: 'Adresse e-mail du premier administrateur',
  firstAdminKey: 'Clé du premier administrateur',
  firstAdminKeyText:
    'Remettez-la à l’administrateur, qui se connecte avec. Elle ne pourra plus être affichée.',
  noTenants: 'Aucune organisation pour l’instant.',
  tenantStatus: {
    active: 'active',
    suspended: 'suspendue',
    deleting: 'en cours de suppression',
  },
  suspend: 'Suspendre',
  resume: 'Rétablir',
  suspendText: (name: string) =>
    `Toutes les personnes de « ${name} » seront refusées dès la prochaine requête. Rien n’est supprimé.`,
  limits: 'Limites',
  limitHint: 'Vide : ce que disent les réglages du serveur.',
  usedNow: (count: string) => `${count} utilisés actuellement.`,
  sessionsLimit: 'Conversations',
  requestsPerMinute: 'Requêtes par minute',
  dependency: 'Élément',
  dependencyState: {
    up: 'fonctionne',
    down: 'ne fonctionne pas',
  },
  languageModels: 'Modèles de langage',
  readiness: {
    ready: 'Le serveur est prêt.',
    not_ready: 'Le serveur n’est pas prêt.',
    draining: 'Le serveur n’accepte plus de nouveau travail.',
    shutting_down: 'Le serveur s’arrête.',
  },
  reindexing: (done: string, total: string) =>
    `Des documents sont indexés à nouveau : ${done} sur ${total}.`,
  reindexingEnd: (time: string) => `Fin prévue : ${time}.`,
  lookAgain: 'Vérifier à nouveau',
  noStuck: 'Aucun document n’est bloqué.',
  stuckText:
    'Documents abandonnés, qui échouent sans cesse ou qui attendent depuis plus de dix minutes. Leurs noms sont réservés à leur organisation.',
  stuckState: {
    failed: 'abandonné',
    failing: 'échoue',
    waiting: 'attend',
  },
  stuckAction: {
    index: 'à indexer',
    purge: 'à supprimer',
  },
  reason: 'Raison',
  oldest: 'Les plus anciens',
};

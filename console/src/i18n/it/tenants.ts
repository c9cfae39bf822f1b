export const tenants = {
  navTenants: 'Organizzazioni',
  operator: 'Gestore',
  dependencies: 'Parti del server',
  stuckDocuments: 'Documenti bloccati',
  newTenant: 'Nuova organizzazione',
  tenantSlugHint: 'Il nome da scrivere per accedere: lettere minuscole, cifre e «-».',
  firstAdminEmail: 'Indirizzo e-mail del primo amministratore',
  firstAdminKey: 'Chiave del primo amministratore',
  firstAdminKeyText:
    'Consegnala all’amministratore, che la usa per accedere. Non potrà essere mostrata di nuovo.',
  noTenants: 'Ancora nessuna organizzazione.',
  tenantStatus: {
    active: 'attiva',
    suspended: 'sospesa',
    deleting: 'in eliminazione',
  },
  suspend: 'Sospendi',
  resume: 'Riattiva',
  suspendText: (name: string) =>
    `Tutte le persone di «${name}» saranno rifiutate dalla prossima richiesta. Non viene eliminato nulla.`,
  limits: 'Limiti',
  limitHint: 'Vuoto: quanto dicono le impostazioni del server.',
  usedNow: (count: string) => `${count} in uso ora.`,
  sessionsLimit: 'Conversazioni',
  requestsPerMinute: 'Richieste al minuto',
  dependency: 'Parte',
  dependencyState: {
    up: 'funziona',
    down: 'non funziona',
  },
  languageModels: 'Modelli linguistici',
  readiness: {
    ready: 'Il server è pronto.',
    not_ready: 'Il server non è pronto.',
    draining: 'Il server non accetta nuovo lavoro.',
    shutting_down: 'Il server si sta spegnendo.',
  },
  reindexing: (done: string, total: string) =>
    `I documenti vengono indicizzati di nuovo: ${done} di ${total}.`,
  reindexingEnd: (time: string) => `Fine prevista: ${time}.`,
  lookAgain: 'Controlla di nuovo',
  noStuck: 'Nessun documento è bloccato.',
  stuckText:
    'Documenti abbandonati, che continuano a fallire o che aspettano da più di dieci minuti. I loro nomi sono solo per la loro organizzazione.',
  stuckState: {
    failed: 'abbandonato',
    failing: 'fallisce',
    waiting: 'in attesa',
  },
  stuckAction: {
    index: 'da indicizzare',
    purge: 'da eliminare',
  },
  reason: 'Motivo',
  oldest: 'I più vecchi',
};

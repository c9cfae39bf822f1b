export const tenants = {
  navTenants: 'Szervezetek',
  operator: 'Üzemeltető',
  dependencies: 'A kiszolgáló részei',
  stuckDocuments: 'Elakadt dokumentumok',
  newTenant: 'Új szervezet',
  tenantSlugHint: 'Ezzel a névvel jelentkeznek be: kisbetűk, számjegyek és „-”.',
  firstAdminEmail: 'Az első adminisztrátor e-mail-címe',
  firstAdminKey: 'Az első adminisztrátor kulcsa',
  firstAdminKeyText:
    'Adja át az adminisztrátornak, aki ezzel jelentkezik be. Többé nem jeleníthető meg.',
  noTenants: 'Még nincs szervezet.',
  tenantStatus: {
    active: 'aktív',
    suspended: 'felfüggesztve',
    deleting: 'törlés alatt',
  },
  suspend: 'Felfüggesztés',
  resume: 'Visszaállítás',
  suspendText: (name: string) =>
    `A(z) „${name}” minden tagját elutasítjuk a következő kéréstől kezdve. Semmi sem törlődik.`,
  limits: 'Korlátok',
  limitHint: 'Üresen: annyi, amennyit a kiszolgáló beállításai mondanak.',
  usedNow: (count: string) => `Most ${count} van használatban.`,
  sessionsLimit: 'Beszélgetések',
  requestsPerMinute: 'Kérés percenként',
  dependency: 'Rész',
  dependencyState: {
    up: 'működik',
    down: 'nem működik',
  },
  readiness: {
    ready: 'A kiszolgáló készen áll.',
    not_ready: 'A kiszolgáló nem áll készen.',
    draining: 'A kiszolgáló nem fogad új munkát.',
    shutting_down: 'A kiszolgáló leáll.',
  },
  reindexing: (done: string, total: string) => `Dokumentumok újraindexelése: ${done} / ${total}.`,
  lookAgain: 'Újra megnéz',
  noStuck: 'Nincs elakadt dokumentum.',
  stuckText:
    'Feladott, újra meg újra hibázó vagy tíz percnél régebben várakozó dokumentumok. A nevüket csak a szervezetük láthatja.',
  stuckState: {
    failed: 'feladva',
    failing: 'hibázik',
    waiting: 'várakozik',
  },
  stuckAction: {
    index: 'indexelendő',
    purge: 'törlendő',
  },
  reason: 'Ok',
  oldest: 'Legrégebben elakadt',
};

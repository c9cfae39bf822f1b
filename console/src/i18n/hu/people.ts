import { pluralsOf } from '../plurals.js';

const plural = pluralsOf('hu');

/** Sentences of users, groups, keys, and what one has of one's own. */
export const people = {
  navPeople: 'Személyek',
  navMemories: 'Emlékek',
  navFiles: 'Fájlok',
  users: 'Felhasználók',
  groups: 'Csoportok',
  keys: 'API-kulcsok',
  companySignIn: 'Céges bejelentkezés',
  invite: 'Meghívás',
  inviteAgain: 'Meghívás újra',
  newPasswordLink: 'Hivatkozás új jelszóhoz',
  invitationFor: (email: string) => `Meghívó: ${email}`,
  invitationText:
    'Küldd el ezt a hivatkozást megbízható úton. Aki megnyitja, az választja meg a fiók jelszavát; egyszer használható, és hét napig érvényes.',
  passwordLinkText: (email: string) =>
    `Küldd el ezt a hivatkozást megbízható úton neki: ${email}. Egyszer használható, és egy napig érvényes; használatakor mindenhol kijelentkezik.`,
  shownOnce: 'Csak most látható',
  copyIt: 'Másolás',
  role: 'Szerep',
  roleOf: { admin: 'adminisztrátor', member: 'tag' },
  userState: { active: 'aktív', invited: 'meghívott', suspended: 'felfüggesztett' },
  since: 'Létrehozva',
  thatIsYou: '(te)',
  change: 'Módosítás',
  noUsers: 'Még nincsenek felhasználók.',
  deleteUser: 'Felhasználó törlése',
  deleteUserText: (email: string) =>
    `${email} elveszíti a fiókját, beszélgetéseivel, emlékeivel, fájljaival és privát dokumentumaival együtt. Amit megosztott, megmarad.`,
  newGroup: 'Új csoport',
  groupNameHint: 'Betűk, számjegyek, „.”, „-” és „_”.',
  noGroups: 'Még nincsenek csoportok.',
  groupsText:
    'Egy dokumentum csoportra korlátozható; ekkor csak a csoport tagjai találják meg és olvashatják.',
  members: 'Tagok',
  memberCount: (count: number) => plural(count, { other: 'tag' }),
  membersOf: (name: string) => `A csoport tagjai: ${name}`,
  noMembers: 'Ebben a csoportban nincs senki.',
  addMembersText: 'Felvételhez jelöld be a csoportot a felhasználó adatainál.',
  takeOut: 'Eltávolítás',
  deleteGroup: 'Csoport törlése',
  deleteGroupText: (name: string) =>
    `Az erre a csoportra korlátozott dokumentumokat ezután csak a tulajdonosuk látja: „${name}”.`,
  groupDeleted: (name: string, documents: number) =>
    `A csoport törölve: „${name}”. Mostantól csak a tulajdonosa lát ${plural(documents, {
      other: 'dokumentumot',
    })}.`,
  newKey: 'Új kulcs',
  newKeyText: 'Másold ki most a kulcsot; később nem jeleníthető meg.',
  keyNameHint: 'Mi használja, például „intranetes kereső”.',
  noKeys: 'Még nincsenek kulcsok.',
  holder: 'Tulajdonos',
  permissions: 'Jogok',
  permissionOf: {
    chat: 'kérdezés',
    search: 'keresés',
    'documents:read': 'dokumentumok olvasása',
    'documents:write': 'dokumentumok feltöltése és módosítása',
    memories: 'emlékek olvasása és módosítása',
    admin: 'felügyelet',
    act_for_users: 'kérdezés más felhasználók nevében',
    webhooks: 'webhookok kezelése',
    embeddings: 'beágyazások számítása',
  },
  limitedKey: 'csak egyes dokumentumok',
  keyState: {
    active: 'aktív',
    expired: 'lejárt',
    revoked: 'visszavont',
    unconfirmed: 'nincs megerősítve',
  },
  until: (day: string) => `eddig: ${day}`,
  lastUsed: 'Utolsó használat',
  never: 'soha',
  expires: 'Érvényesség',
  neverExpires: 'visszavonásig',
  inDays: (days: number) => plural(days, { other: 'nap' }),
  revoke: 'Visszavonás',
  revokeText: (name: string) =>
    `Az ezt a kulcsot használó programokat mostantól elutasítjuk: „${name}”.`,
  setUp: 'Beállítás',
  noCompanySignIn: 'Még senki sem jelentkezik be céges fiókkal',
  companySignInText:
    'OpenID Connect szolgáltatóval mindenki a már meglévő fiókjával jelentkezhet be.',
  issuer: 'Kibocsátó (issuer)',
  issuerHint: 'A szolgáltató címe, például https://login.example.org.',
  clientId: 'Kliensazonosító',
  clientSecret: 'Kliens titkos kulcsa',
  clientSecretHint: 'Titkosítva tároljuk, és többé nem jelenik meg.',
  groupsClaim: 'Csoportokat tartalmazó claim',
  groupsClaimHint:
    'Üresen: a csoportokat itt kell beállítani, és a bejelentkezés nem változtat rajtuk.',
  emailDomains: 'Tartományok',
  emailDomainsHint:
    'Akinek itt igazolt címe van, meghívó nélkül kap fiókot. Vesszővel válaszd el őket.',
  deleteSignInText: 'Céges fiókkal már senki sem jelentkezhet be. A fiókok megmaradnak.',
  addMemory: 'Hozzáadás',
  memoriesText:
    'Amit megjegyeztünk rólad, azt a kérdéseidnél felhasználjuk. Senki más nem látja, az adminisztrátorok sem.',
  noMemories: 'Semmit sem jegyeztünk meg rólad.',
  rememberThat: 'Mit jegyezzünk meg',
  memoryKind: { explicit_fact: 'tény', session_summary: 'beszélgetés összefoglalója' },
  memoryState: {
    pending: 'javaslat; nem használjuk, amíg meg nem erősíted',
    superseded: 'egy újabb lépett a helyére',
  },
  confirm: 'Megerősítés',
  forget: 'Elfelejtés',
  forgetText: 'Ez az emlék végleg elvész.',
  noFiles: 'Még nincsenek fájlok',
  filesText:
    'Itt találod, amit egy eszköz készített neked, például egy táblázatot, amelyet kértél.',
  deleteFile: 'Fájl törlése',
  deleteFileText: (name: string) => `„${name}” végleg törlődik.`,
};

/** Sentences of one's own account. */
export const account = {
  accountNameHint: 'Így szólíthatják meg a válaszok.',
  setPassword: 'Jelszó megadása',
  changePassword: 'Jelszó módosítása',
  currentPassword: 'Jelenlegi jelszó',
  newPasswordHint: 'Legalább 12 karakter.',
  noPasswordYet:
    'Még nincs jelszava. Adjon meg egyet, hogy hivatkozás és kulcs nélkül is beléphessen.',
  passwordChanged: 'Mentve. Máshol mindenhol kijelentkeztettük.',
  signOutEverywhere: 'Kijelentkezés mindenhol',
  signOutEverywhereText:
    'Minden böngészőben és programban kijelentkezik, ebben is. Az API-kulcsok megmaradnak.',
  exportOwnText: 'Beszélgetések, emlékek és fájlok egy ZIP-ben.',
  slugAtSignIn: 'Bejelentkezéskor kell beírni, az e-mail-címmel és a jelszóval.',
  slugIs: (slug: string) =>
    `A szervezet rövid neve, amelyet később a bejelentkezéshez be kell írni: ${slug}`,
  setupPassword: {
    title: 'Jelszó',
    done: 'Jelszóval is be tud jelentkezni.',
    open: 'Adjon meg jelszót: az első indítás hivatkozása csak egyszer használható.',
  },
};

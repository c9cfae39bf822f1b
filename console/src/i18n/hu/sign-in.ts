/** Sentences of the ways in. */
export const signIn = {
  signInTitle: 'Bejelentkezés',
  signInExpired: 'A munkameneted véget ért. Jelentkezz be újra, és ott folytathatod, ahol voltál.',
  withPassword: 'Jelszó',
  withKey: 'API-kulcs',
  withProvider: 'Céges fiók',
  withInvitation: 'Meghívó',
  organisation: 'Szervezet',
  organisationHint:
    'A rövid neve, például acme. A meghívóban áll; aki be van jelentkezve, a „Fiók” alatt találja.',
  email: 'E-mail-cím',
  password: 'Jelszó',
  newPassword: 'Új jelszó',
  newPasswordNeeded:
    'A jelszavadat valaki más állította be. Válassz sajátot: legalább 12 karaktert.',
  apiKey: 'API-kulcs',
  apiKeyHint:
    'Így kezdődik: kr_. Új szerveren az adatmappa bootstrap.json fájljában található. A munkamenet véget ér, ha a kulcsot visszavonják.',
  invitation: 'Meghívókód',
  invitationHint: 'Így kezdődik: kri_. Válassz a fiókodhoz legalább 12 karakteres jelszót.',
  toProvider: 'Tovább a céges bejelentkezéshez',
  wrongCredentials: 'Valamelyik adat nem jó. Ellenőrizd, mit írtál be.',
  wrongKey: 'Ez a kulcs itt ismeretlen, lejárt, vagy visszavonták.',
  wrongInvitation: 'Ez a meghívó nem érvényes, vagy már nem az. Kérj újat.',
  wrongLink:
    'Ez a hivatkozás egyszer használható, az első indítás utáni tíz percben, és már nem érvényes. Jelentkezz be azzal a kulccsal, amely mellette áll a bootstrap.json fájlban.',
  invitationJoin: (slug: string) =>
    `A(z) „${slug}” szervezethez csatlakozik. Ezután ezzel a rövid névvel, az e-mail-címével és az itt választott jelszóval jelentkezik be.`,
};

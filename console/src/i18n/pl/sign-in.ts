/** Sentences of the ways in. */
export const signIn = {
  signInTitle: 'Logowanie',
  signInExpired: 'Sesja się zakończyła. Zaloguj się ponownie, aby wrócić do tego samego miejsca.',
  withPassword: 'Hasło',
  withKey: 'Klucz API',
  withProvider: 'Konto firmowe',
  withInvitation: 'Zaproszenie',
  organisation: 'Organizacja',
  organisationHint:
    'Jej krótka nazwa, na przykład acme. Jest w zaproszeniu; zalogowani znajdą ją w „Konto”.',
  email: 'Adres e-mail',
  password: 'Hasło',
  newPassword: 'Nowe hasło',
  newPasswordNeeded: 'Twoje hasło ustawił ktoś inny. Wybierz własne: co najmniej 12 znaków.',
  apiKey: 'Klucz API',
  apiKeyHint:
    'Zaczyna się od kr_. Na nowym serwerze znajduje się w pliku bootstrap.json w folderze danych. Sesja kończy się, gdy klucz zostanie unieważniony.',
  invitation: 'Kod zaproszenia',
  invitationHint:
    'Zaczyna się od kri_. Wybierz dla swojego konta hasło mające co najmniej 12 znaków.',
  toProvider: 'Przejdź do logowania firmowego',
  wrongCredentials: 'Dane są nieprawidłowe. Sprawdź, co zostało wpisane.',
  wrongKey: 'Ten klucz nie jest tu znany, wygasł albo został unieważniony.',
  wrongInvitation: 'To zaproszenie jest nieprawidłowe albo straciło ważność. Poproś o nowe.',
  wrongLink:
    'Ten link działa tylko raz, przez dziesięć minut od pierwszego uruchomienia, i stracił już ważność. Zaloguj się kluczem, który znajduje się obok niego w pliku bootstrap.json.',
  invitationJoin: (slug: string) =>
    `Dołączasz do organizacji „${slug}”. Potem logujesz się tą krótką nazwą, adresem e-mail i hasłem, które tu wybierzesz.`,
};

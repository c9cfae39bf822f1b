/** Sentences of one's own account. */
export const account = {
  accountNameHint: 'Tak mogą zwracać się do Ciebie odpowiedzi.',
  setPassword: 'Ustaw hasło',
  changePassword: 'Zmień hasło',
  currentPassword: 'Obecne hasło',
  newPasswordHint: 'Co najmniej 12 znaków.',
  noPasswordYet: 'Nie masz jeszcze hasła. Ustaw je, aby wchodzić bez linku i bez klucza.',
  passwordChanged: 'Zapisano. W innych miejscach nastąpiło wylogowanie.',
  signOutEverywhere: 'Wyloguj wszędzie',
  signOutEverywhereText:
    'Nastąpi wylogowanie we wszystkich przeglądarkach i programach, także w tej. Klucze API pozostają.',
  exportOwnText: 'Rozmowy, notatki i pliki w archiwum ZIP.',
  slugAtSignIn: 'Wpisywana przy logowaniu, razem z adresem e-mail i hasłem.',
  slugIs: (slug: string) =>
    `Krótka nazwa organizacji, którą trzeba wpisać przy późniejszym logowaniu: ${slug}`,
  setupPassword: {
    title: 'Hasło',
    done: 'Możesz logować się hasłem.',
    open: 'Ustaw hasło: link z pierwszego uruchomienia działa tylko raz.',
  },
};

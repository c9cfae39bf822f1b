/** Sentences of one's own account. */
export const account = {
  accountNameHint: 'Pelo qual as respostas podem tratá-lo.',
  setPassword: 'Definir uma palavra-passe',
  changePassword: 'Mudar a palavra-passe',
  currentPassword: 'Palavra-passe atual',
  newPasswordHint: 'Pelo menos 12 caracteres.',
  noPasswordYet: 'Ainda não tem palavra-passe. Defina uma para entrar sem ligação nem chave.',
  passwordChanged: 'Guardado. As outras sessões foram terminadas.',
  signOutEverywhere: 'Sair em todo o lado',
  signOutEverywhereText:
    'A sessão termina em todos os navegadores e programas, também neste. As chaves de API ficam.',
  exportOwnText: 'Conversas, notas e ficheiros, num ZIP.',
  slugAtSignIn: 'Escreve-se ao entrar, com o e-mail e a palavra-passe.',
  slugIs: (slug: string) => `Nome curto da organização, a escrever mais tarde para entrar: ${slug}`,
  setupPassword: {
    title: 'Palavra-passe',
    done: 'Pode entrar com uma palavra-passe.',
    open: 'Defina uma palavra-passe: a ligação do primeiro arranque só serve uma vez.',
  },
};

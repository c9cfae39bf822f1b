/** Sentences of the ways in. */
export const signIn = {
  signInTitle: 'Iniciar sessão',
  signInExpired: 'A sessão terminou. Inicie sessão novamente para continuar onde estava.',
  withPassword: 'Palavra-passe',
  withKey: 'Chave de API',
  withProvider: 'Conta da empresa',
  withInvitation: 'Convite',
  organisation: 'Organização',
  organisationHint:
    'O nome curto, como acme. Está no convite; quem já entrou encontra-o em «Conta».',
  email: 'Endereço de e-mail',
  password: 'Palavra-passe',
  newPassword: 'Nova palavra-passe',
  newPasswordNeeded:
    'A palavra-passe foi definida por outra pessoa. Escolha a sua, com pelo menos 12 caracteres.',
  apiKey: 'Chave de API',
  apiKeyHint:
    'Começa por kr_. Num servidor novo, está em bootstrap.json, na pasta de dados. A sessão termina quando a chave é revogada.',
  invitation: 'Código de convite',
  invitationHint:
    'Começa por kri_. Escolha para a conta uma palavra-passe com pelo menos 12 caracteres.',
  toProvider: 'Continuar para o início de sessão da empresa',
  wrongCredentials: 'Os dados não estão corretos. Verifique o que escreveu.',
  wrongKey: 'Esta chave não é conhecida aqui, expirou ou foi revogada.',
  wrongInvitation: 'Este convite não é válido ou deixou de o ser. Peça outro.',
  wrongLink:
    'Esta ligação só serve uma vez, nos dez minutos após o primeiro arranque, e já não é válida. Inicie sessão com a chave que está junto dela em bootstrap.json.',
  invitationJoin: (slug: string) =>
    `Junta-se à organização «${slug}». Depois entra com este nome curto, o seu e-mail e a palavra-passe que escolher aqui.`,
};

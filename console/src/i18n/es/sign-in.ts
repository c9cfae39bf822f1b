/** Sentences of the ways in. */
export const signIn = {
  signInTitle: 'Iniciar sesión',
  signInExpired: 'La sesión ha terminado. Inicie sesión de nuevo para seguir donde estaba.',
  withPassword: 'Contraseña',
  withKey: 'Clave de API',
  withProvider: 'Cuenta corporativa',
  withInvitation: 'Invitación',
  organisation: 'Organización',
  organisationHint:
    'Su nombre corto, como acme. Figura en la invitación; quien ya ha entrado lo encuentra en «Cuenta».',
  email: 'Correo electrónico',
  password: 'Contraseña',
  newPassword: 'Contraseña nueva',
  newPasswordNeeded:
    'Otra persona estableció esta contraseña. Elija una propia de al menos 12 caracteres.',
  apiKey: 'Clave de API',
  apiKeyHint:
    'Empieza por kr_. En un servidor nuevo está en bootstrap.json, en la carpeta de datos. La sesión termina cuando se revoca la clave.',
  invitation: 'Código de invitación',
  invitationHint:
    'Empieza por kri_. Elija para la cuenta una contraseña de al menos 12 caracteres.',
  toProvider: 'Continuar al acceso de su empresa',
  wrongCredentials: 'Los datos no son correctos. Compruebe lo que ha escrito.',
  wrongKey: 'Esta clave no se conoce aquí, ha caducado o se revocó.',
  wrongInvitation: 'Esta invitación no es válida o ya no lo es. Pida otra.',
  wrongLink:
    'Este enlace solo sirve una vez, en los diez minutos posteriores al primer arranque, y ya no es válido. Inicie sesión con la clave que está junto a él en bootstrap.json.',
  invitationJoin: (slug: string) =>
    `Se une a la organización «${slug}». Después entrará con este nombre corto, su correo electrónico y la contraseña que elija aquí.`,
};

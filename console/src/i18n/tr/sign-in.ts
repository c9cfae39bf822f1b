/** Sentences of the ways in. */
export const signIn = {
  signInTitle: 'Oturum aç',
  signInExpired: 'Oturumunuz sona erdi. Kaldığınız yerden sürdürmek için yeniden oturum açın.',
  withPassword: 'Parola',
  withKey: 'API anahtarı',
  withProvider: 'Şirket hesabı',
  withInvitation: 'Davet',
  organisation: 'Kuruluş',
  organisationHint:
    'Kısa adı, örneğin acme. Davetinizde yazar; oturum açmış olanlar “Hesap” altında bulur.',
  email: 'E-posta adresi',
  password: 'Parola',
  newPassword: 'Yeni parola',
  newPasswordNeeded: 'Parolanızı başka biri belirlemiş. Kendi parolanızı seçin: en az 12 karakter.',
  apiKey: 'API anahtarı',
  apiKeyHint:
    'kr_ ile başlar. Yeni bir sunucuda, veri klasöründeki bootstrap.json dosyasında bulunur. Anahtar iptal edilince oturum sona erer.',
  invitation: 'Davet kodu',
  invitationHint: 'kri_ ile başlar. Hesabınız için en az 12 karakterlik bir parola seçin.',
  toProvider: 'Şirketinizin oturum açma sayfasına geç',
  wrongCredentials: 'Bilgiler doğru değil. Yazdıklarınızı denetleyin.',
  wrongKey: 'Bu anahtar burada tanınmıyor, süresi dolmuş ya da iptal edilmiş.',
  wrongInvitation: 'Bu davet geçersiz ya da artık geçerli değil. Yenisini isteyin.',
  wrongLink:
    'Bu bağlantı yalnızca bir kez, ilk başlatmadan sonraki on dakika içinde çalışır ve artık geçerli değil. bootstrap.json dosyasında yanında duran anahtarla oturum açın.',
  invitationJoin: (slug: string) =>
    `“${slug}” kuruluşuna katılıyorsunuz. Bundan sonra bu kısa ad, e-posta adresiniz ve burada seçeceğiniz parola ile oturum açarsınız.`,
};

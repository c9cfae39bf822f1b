/** Sentences of the ways in. */
export const signIn = {
  signInTitle: 'تسجيل الدخول',
  signInExpired: 'انتهت جلستك. سجّل الدخول من جديد لتتابع من حيث توقفت.',
  withPassword: 'كلمة المرور',
  withKey: 'مفتاح API',
  withProvider: 'حساب الشركة',
  withInvitation: 'دعوة',
  organisation: 'المؤسسة',
  organisationHint: 'الاسم المختصر لمؤسستك.',
  email: 'البريد الإلكتروني',
  password: 'كلمة المرور',
  newPassword: 'كلمة المرور الجديدة',
  newPasswordNeeded: 'عيّن شخص آخر كلمة مرورك. اختر كلمة مرور خاصة بك من 12 حرفًا على الأقل.',
  apiKey: 'مفتاح API',
  apiKeyHint:
    'يبدأ بـ \u2068kr_\u2069. في الخادم الجديد تجده في الملف \u2068bootstrap.json\u2069 داخل مجلد البيانات. تنتهي الجلسة عند إبطال المفتاح.',
  invitation: 'رمز الدعوة',
  invitationHint: 'يبدأ بـ \u2068kri_\u2069. اختر لحسابك كلمة مرور من 12 حرفًا على الأقل.',
  toProvider: 'المتابعة إلى تسجيل الدخول في شركتك',
  wrongCredentials: 'البيانات غير صحيحة. تحقّق مما كتبته.',
  wrongKey: 'هذا المفتاح غير معروف هنا، أو انتهت صلاحيته، أو أُبطل.',
  wrongInvitation: 'هذه الدعوة غير صحيحة أو لم تعد صالحة. اطلب دعوة أخرى.',
  wrongLink:
    'يعمل هذا الرابط مرة واحدة خلال عشر دقائق من أول تشغيل، ولم يعد صالحًا. سجّل الدخول بالمفتاح المذكور إلى جانبه في الملف \u2068bootstrap.json\u2069.',
};

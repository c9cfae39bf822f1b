import { en, type Messages } from './en.js';

export const tr: Messages = {
  notFound: 'Mevcut belgelerde bu soruya yanıt veren bir şey bulamadım.',
  stepLimit: 'Adım sınırına ulaşıldı; bu, o ana kadar bulunanlara dayanıyor.',
  deadlineReached: 'Süre doldu; bu, o ana kadar bulunanlara dayanıyor.',
  noModelWroteThis: 'Bunu bir dil modeli yazmadı; cümleler belgelerden alıntıdır:',
  closestPassages:
    'Kesin bir yanıt bulunamadı. Bunlar belgelerden alıntılanan en yakın bölümlerdir; bunu bir dil modeli yazmadı:',
  toolsReturned: 'Bunu bir dil modeli yazmadı; araçların döndürdüğü sonuçtur:',
  toolsFailed: (names) => `Bir sorgulama başarısız oldu, bu yüzden yanıt eksik olabilir: ${names}.`,
  lookupFailed: 'Bu sorgulanamadı:',
  assumedYear: (years) => `Soruda yıl belirtilmemiş; ${years} varsayıldı.`,
  quotingMode: 'Burada bir dil modeli kurulu değil, bu yüzden belgelerden cümleler alıntılıyorum.',
  alsoWorksOut: (examples) => `Şu tür soruları da (İngilizce) hesaplayabilirim: ${examples}.`,
  // Such questions are understood in seven languages, and this is none of them.
  exampleCalculation: en.exampleCalculation,
  exampleDateSpan: en.exampleDateSpan,
  exampleConversion: en.exampleConversion,
  greeting: 'Merhaba! Kuruluşunuzun belgeleri hakkında bana soru sorabilirsiniz.',
  youAreWelcome: 'Rica ederim!',
  goodbye: 'Hoşça kalın!',
  clarificationFallback: 'Ne bilmek istediğinizi daha açık söyleyebilir misiniz?',
  knowledgeBaseUnavailable:
    'Bilgi tabanı şu anda kullanılamıyor. Lütfen daha sonra yeniden deneyin.',
  indexRebuilding: 'Arama dizini yeniden oluşturuluyor, bu yüzden bazı belgeler henüz bulunamıyor.',
  beyondTools: 'Bu istek, etkin araçların yapabileceklerini aşıyor.',
  foundIn: (languages) => `Bulunan belgelerin dili: ${languages}.`,
  sourcesLabel: 'Kaynaklar:',
  filesLabel: 'Dosyalar:',
  remembered: 'Hatırlanacak:',
  toConfirm: (days) => `Henüz kaydedilmedi. Hatırlanması için ${days} gün içinde onaylayın:`,
  notRemembered: 'Bu kaydedilmedi:',
  privateMemory: 'Notunuz (özel)',
  toolResult: 'Araç sonucu',
  untitledDocument: 'Adsız belge',
  linkRemoved: '(bağlantı kaldırıldı)',
  answerWithheld:
    'Bu yanıt artık gösterilmiyor: dayandığı bir kaynak değiştirildi, silindi ya da artık size açık değil.',
  unsupportedMark: 'bu ifade kaynakta bulunamadı',
  pages: ({ start, end }) => (start === end ? `s. ${start}` : `s. ${start}–${end}`),
  quote: (text) => `“${text}”`,
};

import type { Messages } from './en.js';

export const tr: Messages = {
  notFound: 'Mevcut belgelerde bu soruya yanıt veren bir şey bulamadım.',
  stepLimit: 'Adım sınırına ulaşıldı; bu, o ana kadar bulunanlara dayanıyor.',
  deadlineReached: 'Süre doldu; bu, o ana kadar bulunanlara dayanıyor.',
  endsEarly: 'Bu yanıt tamamlanmadan burada sona eriyor.',
  noModelWroteThis: 'Bunu bir dil modeli yazmadı; cümleler belgelerden alıntıdır:',
  closestPassages:
    'Kesin bir yanıt bulunamadı. Bunlar belgelerden alıntılanan en yakın bölümlerdir; bunu bir dil modeli yazmadı:',
  notInPassages: (words) => `Sorudaki şu sözcükler bulunamadı: ${words}.`,
  toolsReturned: 'Bunu bir dil modeli yazmadı; araçların döndürdüğü sonuçtur:',
  modelMade: 'Bunu dil modeli araçlarıyla kendisi üretti; hiçbir kaynakla karşılaştırılmadı:',
  toolsFailed: (names) => `Bir sorgulama başarısız oldu, bu yüzden yanıt eksik olabilir: ${names}.`,
  lookupFailed: 'Bu sorgulanamadı:',
  quotingMode: 'Burada bir dil modeli kurulu değil, bu yüzden belgelerden cümleler alıntılıyorum.',
  canCalculate: (example) => `Hesap da yapabilirim, örneğin ${example}.`,
  greeting: 'Merhaba! Kuruluşunuzun belgeleri hakkında bana soru sorabilirsiniz.',
  youAreWelcome: 'Rica ederim!',
  goodbye: 'Hoşça kalın!',
  clarificationFallback: 'Ne bilmek istediğinizi daha açık söyleyebilir misiniz?',
  knowledgeBaseUnavailable:
    'Bilgi tabanı şu anda kullanılamıyor. Lütfen daha sonra yeniden deneyin.',
  notReadYet: 'Bazı belgeler henüz okunmadı. Biraz sonra yeniden sorun.',
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
  codeResult: 'Kod sonucu',
  untitledDocument: 'Adsız belge',
  linkRemoved: '(bağlantı kaldırıldı)',
  answerWithheld:
    'Bu yanıt artık gösterilmiyor: dayandığı bir kaynak değiştirildi, silindi ya da artık size açık değil.',
  unsupportedMark: 'bu ifade kaynakta bulunamadı',
  uncheckedMark: 'modelin kendisi üretti, hiçbir kaynakla karşılaştırılmadı',
  pages: ({ start, end }) => (start === end ? `s. ${start}` : `s. ${start}–${end}`),
  documentsListed: ({ total, shown }) =>
    shown < total
      ? `Okuyabileceğiniz belgeler: ${total}; burada sıralanan: ${shown}.`
      : `Okuyabileceğiniz belgeler: ${total}.`,
  newestDocuments: ({ total, shown }) =>
    `Okuyabileceğiniz en yeni belgeler (${total} içinden ${shown}):`,
  rowsShown: ({ total, shown }) =>
    `Bulunan bölümlerde eşleşen satırlar: ${total}; burada gösterilen: ${shown}.`,
  documentsAbout: (topic) => `${topic} hakkında bir şey içeren belgeler:`,
  outlineOf: 'Bunu bir dil modeli yazmadı; belgenin ilk cümleleri ve altında ana hatları:',
  olderDiffers: (title) => `Daha eski bir belgede başka bir şey yazıyor: ${title}`,
  quote: (text) => `“${text}”`,
  correction: (text) => `Düzeltme: ${text}`,
  statementsLeftOut: (count) => `Kaynaklarda bulunmayan ${count} ifade çıkarıldı.`,
};

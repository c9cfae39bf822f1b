import { pluralsOf } from '../plurals.js';

const plural = pluralsOf('tr');

/** Sentences of the search. */
export const search = {
  navSearch: 'Arama',
  searchTitle: 'Belgelerinizde arayın',
  searchFor: 'Aranacak',
  searchButton: 'Ara',
  searchHint:
    'Bir sorunun bulduğu bölümler, yanıt olmadan. Bir belge eksikse nedenini aşağıda öğrenebilirsiniz.',
  resultCount: (count: number, ms: string) => `${plural(count, { other: 'bölüm' })}, ${ms}`,
  searchNothing: 'Belgelerinizde uyan bir şey yok.',
  searchClosest: 'Büyük olasılıkla hiçbir bölüm bunu yanıtlamıyor; bunlar en yakınları.',
  isEvidence: 'olası yanıt',
  howRelevant: (percent: string) => `ilgililik ${percent}`,
  legs: {
    dense: 'Anlam karşılaştırılmadı: gömme modeli kurulu değil.',
    denseFailed: 'Anlam karşılaştırılmadı: gömme modeli kullanılamıyor.',
    lexicalFailed: 'Sözcükler karşılaştırılmadı: sözcük dizini kullanılamıyor.',
  },
  whyNot: 'Neden bu belge yok?',
  whyNotHint: 'Aramanın ona ne yaptığını görmek için bir belge seçin.',
  whyNotChoose: 'Belgenin başlığı',
  whyNotNone: 'Başlığında bu geçen bir belge yok.',
  whyNotChosen: (title: string) => `“${title}” belgesine ne oldu`,
  whyNotOther: 'Başka bir belge seç',
  why: {
    found: (position: number) => `Bulunuyor, sırası: ${position}.`,
    not_indexed: (state: string) => `Henüz bulunamıyor. Durumu: ${state}.`,
    outside_filter: 'Aranan alanın dışında kalıyor.',
    no_common_word: 'Soruyla ortak bir sözcüğü yok.',
    noCommonMeaning: 'Soruyla ortak bir sözcüğü yok ve anlamıyla da bulunamadı.',
    not_among_candidates:
      'Başka birçok bölüm soruya daha yakın, bu yüzden bu belgeye yakından bakılmadı.',
    below_relevance: (has: string, needed: string) =>
      `En iyi bölümünün soruyu yanıtlama olasılığı ${has}; gereken ${needed}.`,
    belowUnknown: 'En iyi bölümünün soruyu yanıtlama olasılığı yeterince yüksek değil.',
    merged:
      'Bölümü başka bir belgedekiyle aynı şeyi söylüyor; ikisinin yerine o belge gösteriliyor.',
    cut_by_top_k: (position: string) => `Bulunuyor, ama gösterilenlerin altında${position}.`,
    atPlace: (position: number) => `, sırası: ${position}`,
    cut_by_budget: 'Bulunuyor, ama metni için yer kalmadı.',
  },
  whyWords: 'Sorunun sözcükleri ve bu belgede olup olmadıkları',
  word: 'Sözcük',
  wordShare: 'Ağırlık',
  wordFound: 'Bulundu',
  wordYes: 'evet',
  wordNo: 'hayır',
  wordPartly: (percent: string) => `kısmen, ${percent}`,
  bestPassage: 'En iyi bölümü',
  mergedInto: 'Gösterilen belgeyi aç',
};

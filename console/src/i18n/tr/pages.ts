import { pluralsOf } from '../plurals.js';

const plural = pluralsOf('tr');

/** Sentences of a document and its pages. */
export const pages = {
  viewAs: 'Görünüm',
  viewPages: 'Sayfalar',
  viewText: 'Metin',
  viewPassages: 'Bölümler',
  sheets: 'Sayfalar',
  pageOf: (page: number, title: string) => `“${title}”, sayfa ${page}`,
  pageNumberOf: (page: number, count: number) => `Sayfa ${page} / ${count}`,
  goToPage: 'Sayfa numarası',
  ofPages: (count: number) => `/ ${count}`,
  pageText: 'Bu sayfanın metni',
  passageText: 'Bölümün metni',
  noTextOnPage: 'Bu sayfada metin bulunamadı.',
  readByOcr: 'Metin tanıma (OCR) ile bir görüntüden okundu. Görüntüyle karşılaştırın.',
  noPicture: 'Bu sayfanın görüntüsü yok. Metni aşağıda.',
  noPictureBecause: (reason: string) => `Bu sayfa gösterilemiyor: ${reason}`,
  boxesMissing: 'Bölüm bu sayfada; yeri işaretlenemedi.',
  boxesOfLines: 'Satırların tamamı işaretlendi: bölümün bazı harfleri sayfada bulunamadı.',
  staleText:
    'Belge bu yanıttan sonra değiştirildi. Alıntılanan bölüm artık gösterilemiyor; belgede şimdi yazan farklı olabilir.',
  staleOpen: 'Belgenin şimdiki hâlini aç',
  documentGone:
    'Belge siz okurken silindi ya da size kapatıldı. Artık hiçbir bölümü gösterilemiyor.',
  whatIsKnown: 'Bu belge hakkında',
  factFile: 'Dosya',
  factUploaded: 'Yüklenme',
  versions: 'Sürümler',
  version: (number: number) => `Sürüm ${number}`,
  versionAnswers: 'kullanımda',
  versionReading: 'okunuyor',
  versionFailed: 'başarısız',
  versionReplaced: 'değiştirildi',
  versionsKept: 'Yeni bir dosya hazır olduğunda öncekinin yerini alır.',
  restore: 'Geri yükle',
  restoreVersion: (number: number) => `Sürüm ${number} geri yüklensin mi?`,
  restoreText:
    'Dosyası bu belgenin en yeni sürümü olur. Okunana kadar yanıtları şimdiki sürüm verir.',
  technicalReason: 'Destek için',
  passageNumber: (number: number) => `Bölüm ${number}`,
  tokenCount: (count: number) => plural(count, { other: 'token' }),
  findInDocument: 'Bu belgede bul',
  placesFound: (count: string) => `Bulunan yerler: ${count}`,
  foundNowhere: 'Bu sözcükler belgede yok.',
  outline: 'Ana hat',
  zoomIn: 'Yakınlaştır',
  zoomOut: 'Uzaklaştır',
};

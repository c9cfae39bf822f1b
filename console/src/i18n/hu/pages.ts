import { pluralsOf } from '../plurals.js';

const plural = pluralsOf('hu');

/** Sentences of a document and its pages. */
export const pages = {
  viewAs: 'Megjelenítés',
  viewPages: 'Oldalak',
  viewText: 'Szöveg',
  viewPassages: 'Szövegrészek',
  sheets: 'Munkalapok',
  pageOf: (page: number, title: string) => `„${title}”, ${page}. oldal`,
  pageNumberOf: (page: number, count: number) => `${page}. oldal, összesen ${count}`,
  goToPage: 'Oldalszám',
  ofPages: (count: number) => `/ ${count}`,
  pageText: 'Az oldal szövege',
  passageText: 'A szövegrész szövege',
  noTextOnPage: 'Ezen az oldalon nem található szöveg.',
  readByOcr: 'Képből, szövegfelismeréssel (OCR) olvasva. Vesse össze a képpel.',
  noPicture: 'Erről az oldalról nincs kép. A szövege lent olvasható.',
  noPictureBecause: (reason: string) => `Ez az oldal nem jeleníthető meg: ${reason}`,
  boxesMissing: 'A szövegrész ezen az oldalon van; a helyét nem sikerült megjelölni.',
  boxesOfLines:
    'Egész sorok vannak megjelölve: a szövegrész nem minden betűje található meg az oldalon.',
  staleText:
    'A dokumentumot e válasz után lecserélték. Az idézett szövegrész már nem mutatható meg; a dokumentum mostani tartalma eltérhet tőle.',
  staleOpen: 'A dokumentum mostani változatának megnyitása',
  documentGone:
    'A dokumentumot olvasás közben törölték, vagy már nem érhető el számodra. Semmi sem jeleníthető meg belőle.',
  whatIsKnown: 'A dokumentumról',
  factFile: 'Fájl',
  factUploaded: 'Feltöltve',
  versions: 'Verziók',
  version: (number: number) => `${number}. verzió`,
  versionAnswers: 'használatban',
  versionReading: 'beolvasás alatt',
  versionFailed: 'nem sikerült',
  versionReplaced: 'lecserélve',
  versionsKept: 'Ha elkészül egy újabb fájl, az előző helyére lép.',
  restore: 'Visszaállítás',
  restoreVersion: (number: number) => `${number}. verzió visszaállítása`,
  restoreText:
    'E verzió fájlja lesz a dokumentum legújabb verziója. Amíg a beolvasása tart, a mostani verzió válaszol.',
  technicalReason: 'Az ügyfélszolgálatnak',
  passageNumber: (number: number) => `${number}. szövegrész`,
  tokenCount: (count: number) => plural(count, { other: 'token' }),
  findInDocument: 'Keresés a dokumentumban',
  placesFound: (count: string) => `Találatok: ${count}`,
  foundNowhere: 'Ezek a szavak nincsenek a dokumentumban.',
  outline: 'Vázlat',
  zoomIn: 'Nagyítás',
  zoomOut: 'Kicsinyítés',
};

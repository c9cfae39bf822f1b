import { pluralsOf } from '../plurals.js';

const plural = pluralsOf('de');

/** Sentences of a document and its pages. */
export const pages = {
  viewAs: 'Ansicht',
  viewPages: 'Seiten',
  viewText: 'Text',
  viewPassages: 'Stellen',
  sheets: 'Tabellenblätter',
  pageOf: (page: number, title: string) => `Seite ${page} von ${title}`,
  pageNumberOf: (page: number, count: number) => `Seite ${page} von ${count}`,
  goToPage: 'Seitenzahl',
  ofPages: (count: number) => `von ${count}`,
  pageText: 'Text dieser Seite',
  passageText: 'Text der Stelle',
  noTextOnPage: 'Auf dieser Seite wurde kein Text gefunden.',
  readByOcr: 'Per Texterkennung (OCR) aus einem Bild gelesen. Vergleichen Sie es mit dem Bild.',
  noPicture: 'Von dieser Seite gibt es kein Bild. Ihr Text steht darunter.',
  noPictureBecause: (reason: string) => `Diese Seite lässt sich nicht darstellen: ${reason}`,
  boxesMissing: 'Die Stelle ist auf dieser Seite, ließ sich aber nicht markieren.',
  boxesOfLines:
    'Markiert sind ganze Zeilen: Nicht jeder Buchstabe der Stelle wurde auf der Seite gefunden.',
  staleText:
    'Das Dokument wurde nach dieser Antwort ersetzt. Die zitierte Stelle kann nicht mehr gezeigt werden; was jetzt im Dokument steht, kann abweichen.',
  staleOpen: 'Aktuelles Dokument öffnen',
  documentGone:
    'Das Dokument wurde gelöscht oder für Sie gesperrt, während Sie es gelesen haben. Es lässt sich nicht mehr zeigen.',
  whatIsKnown: 'Über dieses Dokument',
  factFile: 'Datei',
  factUploaded: 'Hochgeladen',
  versions: 'Fassungen',
  version: (number: number) => `Fassung ${number}`,
  versionAnswers: 'Grundlage der Antworten',
  versionReading: 'wird gelesen',
  versionFailed: 'fehlgeschlagen',
  versionReplaced: 'ersetzt',
  versionsKept: 'Sobald eine neuere Datei bereit ist, ersetzt sie die vorige.',
  restore: 'Wiederherstellen',
  restoreVersion: (number: number) => `Fassung ${number} wiederherstellen?`,
  restoreText:
    'Die Datei dieser Fassung wird zur neuesten Fassung dieses Dokuments. Bis sie gelesen ist, beruhen Antworten auf der jetzigen Fassung.',
  technicalReason: 'Für den Support',
  passageNumber: (number: number) => `Stelle ${number}`,
  tokenCount: (count: number) => plural(count, { other: 'Token' }),
  findInDocument: 'In diesem Dokument suchen',
  placesFound: (count: string) => `Fundstellen: ${count}`,
  foundNowhere: 'Diese Wörter stehen nicht in diesem Dokument.',
  outline: 'Gliederung',
  zoomIn: 'Vergrößern',
  zoomOut: 'Verkleinern',
};

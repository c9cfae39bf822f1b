import type { Messages } from './en.js';

export const hu: Messages = {
  notFound: 'Az elérhető dokumentumokban nem találtam választ erre a kérdésre.',
  stepLimit: 'Elértem a lépések felső határát; ez az addig talált adatokon alapul.',
  deadlineReached: 'Letelt a rendelkezésre álló idő; ez az addig talált adatokon alapul.',
  endsEarly: 'Ez a válasz itt megszakad, mielőtt teljes lett volna.',
  noModelWroteThis: 'Ezt nem nyelvi modell írta; a mondatok a dokumentumokból vett idézetek:',
  closestPassages:
    'Biztos választ nem találtam. Ezek a legközelebbi részek, a dokumentumokból idézve; ezt nem nyelvi modell írta:',
  notInPassages: (words) => `A kérdésből ez nem található: ${words}.`,
  toolsReturned: 'Ezt nem nyelvi modell írta; ezt adták vissza az eszközök:',
  modelMade:
    'Ezt a nyelvi modell állította elő az eszközeivel; semmilyen forrással nincs összevetve:',
  toolsFailed: (names) =>
    `Valaminek a lekérdezése nem sikerült, ezért a válasz hiányos lehet: ${names}.`,
  lookupFailed: 'Ezt nem sikerült lekérdezni:',
  quotingMode: 'Itt nincs beállítva nyelvi modell, ezért dokumentumok mondatait idézem.',
  canCalculate: (example) => `Számolni is tudok, például: ${example}.`,
  greeting: 'Szia! Kérdezz bátran a szervezeted dokumentumairól.',
  youAreWelcome: 'Szívesen!',
  goodbye: 'Viszlát!',
  clarificationFallback: 'Pontosítanád, hogy mit szeretnél tudni?',
  knowledgeBaseUnavailable: 'A tudásbázis most nem érhető el. Kérlek, próbáld újra később.',
  notReadYet:
    'Néhány dokumentum feldolgozása még nem fejeződött be. Kérdezzen újra egy kicsit később.',
  indexRebuilding: 'A keresőindex éppen újraépül, ezért egyes dokumentumok még nem találhatók meg.',
  beyondTools: 'Ez a kérés meghaladja az engedélyezett eszközök lehetőségeit.',
  foundIn: (languages) => `A talált dokumentumok nyelve: ${languages}.`,
  sourcesLabel: 'Források:',
  filesLabel: 'Fájlok:',
  remembered: 'Megjegyeztem:',
  toConfirm: (days) => `Ezt még nem jegyeztem meg. Ha szeretnéd, erősítsd meg ${days} napon belül:`,
  notRemembered: 'Ezt nem jegyeztem meg:',
  privateMemory: 'Saját emlék (privát)',
  toolResult: 'Eszköz eredménye',
  codeResult: 'Kód eredménye',
  untitledDocument: 'Cím nélküli dokumentum',
  linkRemoved: '(hivatkozás eltávolítva)',
  answerWithheld:
    'Ez a válasz már nem látható: egy forrása megváltozott, törölték, vagy már nem érhető el számodra.',
  unsupportedMark: 'a forrás szövege nem támasztja alá',
  uncheckedMark: 'maga a modell állította elő, forrással nincs összevetve',
  pages: ({ start, end }) => (start === end ? `${start}. o.` : `${start}–${end}. o.`),
  documentsListed: ({ total, shown }) =>
    shown < total
      ? `Az Ön által olvasható dokumentumok száma: ${total}; itt felsorolva: ${shown}.`
      : `Az Ön által olvasható dokumentumok száma: ${total}.`,
  newestDocuments: ({ total, shown }) =>
    `A legújabb dokumentumok, amelyeket olvashat (${total} közül ${shown}):`,
  rowsShown: ({ total, shown }) =>
    `Illeszkedő sorok a megtalált részekben: ${total}; itt látható: ${shown}.`,
  documentsAbout: (topic) => `Dokumentumok, amelyekben szó van erről: ${topic}`,
  outlineOf: 'Ezt nem nyelvi modell írta; a dokumentum első mondatai és alattuk a vázlata:',
  olderDiffers: (title) => `Egy régebbi dokumentumban más áll: ${title}`,
  quote: (text) => `„${text}”`,
  correction: (text) => `Helyesbítés: ${text}`,
  statementsLeftOut: (count) => `Kimaradt ${count} állítás: nem szerepel a forrásokban.`,
};

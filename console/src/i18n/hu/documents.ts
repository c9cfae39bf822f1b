import { pluralsOf } from '../plurals.js';

const plural = pluralsOf('hu');

/** Sentences of the documents. */
export const documents = {
  documentCount: (count: number) => plural(count, { other: 'dokumentum' }),
  upload: 'Feltöltés',
  uploadFolder: 'Mappa feltöltése',
  folderSent: (sent: string, known: string, refused: string) =>
    `${sent} elküldve, ${known} már megvolt, ${refused} elutasítva`,
  dropHere: 'Húzd ide a feltöltendő fájlokat',
  findDocument: 'Keresés cím szerint',
  anyOwner: 'Bárki',
  pageBefore: 'Előző oldal',
  pageAfter: 'Következő oldal',
  pageNumber: (number: number) => `${number}. oldal`,
  anyState: 'Bármilyen állapot',
  stateOf: {
    queued: 'várakozik',
    processing: 'beolvasás alatt',
    ready: 'kész',
    failed: 'nem sikerült',
    deleting: 'törlés alatt',
  },
  stage: {
    queued: 'várakozik',
    parse: 'beolvasás',
    chunk: 'szövegrészekre bontás',
    embed: 'jelentés elemzése',
    upsert: 'index írása',
    verify: 'index ellenőrzése',
    ready: 'kész',
  },
  sortBy: 'Rendezés',
  sortNewest: 'Legújabb elöl',
  sortOldest: 'Legrégebbi elöl',
  sortTitle: 'Cím szerint',
  sortLargest: 'Legnagyobb elöl',
  sortChanged: 'Utoljára módosított elöl',
  columnTitle: 'Cím',
  columnState: 'Állapot',
  columnLanguage: 'Nyelv',
  columnReaders: 'Ki olvashatja',
  columnOwner: 'Tulajdonos',
  columnCollections: 'Gyűjtemények',
  anyCollection: 'Bármely gyűjtemény',
  someoneElse: 'valaki más',
  columnSize: 'Méret',
  columnChanged: 'Módosítva',
  columnActions: 'Műveletek',
  mine: 'Te',
  readers: {
    tenant: 'Mindenki',
    private: 'Csak a tulajdonos',
    source: 'Aki a forrásnál olvashatja',
    group: (name: string) => `Csoport: ${name}`,
  },
  pageCount: (count: number) => plural(count, { other: 'oldal' }),
  noDocumentsTitle: 'Még nincsenek dokumentumok',
  noDocumentsText:
    'Tölts fel PDF-, Word-, szöveges és más fájlokat. Ha elkészültek, mindenki kérdezhet róluk, aki olvashatja őket.',
  nothingMatches: 'Nincs megfelelő dokumentum.',
  showAll: 'Összes dokumentum megjelenítése',
  newVersionFailed: 'Az újabb fájlt nem sikerült beolvasni; továbbra is az előző verzió válaszol.',
  newVersionComing: 'Az újabb fájl beolvasása folyik; addig az előző verzió válaszol.',
  uploads: 'Feltöltések',
  uploadWaiting: 'várakozik',
  uploadSending: (percent: string) => `küldés, ${percent}`,
  uploadSent: 'elküldve, beolvasás alatt',
  uploadDuplicate: 'már megvan: ezt a fájlt korábban feltöltötték',
  uploadCancelled: 'megszakítva',
  uploadsClear: 'Lista törlése',
  whoMayRead: 'Ki olvashatja',
  readersBesides:
    'A tulajdonosa mindig olvashatja. A adminisztrátorok látják, hogy létezik, és törölhetik, de csak akkor olvashatják, ha itt nekik is nyitott.',
  replace: 'Fájl cseréje',
  replaced: 'Az új fájl beolvasása folyik. Amíg el nem készül, a régi válaszol.',
  download: 'Letöltés',
  tryReading: 'Beolvasás újra',
  deleteDocument: 'Dokumentum törlése',
  deleteDocumentText: (title: string) =>
    `Ezt a dokumentumot mostantól senki sem találja meg és nem olvashatja: „${title}”.`,
  documentText: 'A dokumentum szövege',
  noText: 'Nincs megjeleníthető szöveg.',
  notReadyYet: 'A dokumentum beolvasása folyik. Ha elkészült, itt jelenik meg a szövege.',
  failure: {
    document_encrypted: 'A fájlt jelszó védi. Távolítsd el, és töltsd fel újra a fájlt.',
    document_empty: 'A fájlban nincs szöveg.',
    document_corrupt:
      'A fájl sérült. Mentsd el újra abban a programban, amelyben készült, és töltsd fel ismét.',
    document_image_only:
      'A fájlban csak képek vannak a szövegről. Tedd kereshetővé (OCR), és töltsd fel újra.',
    unsupported_format:
      'Az ilyen fájlokat nem tudjuk beolvasni. Mentsd PDF, DOCX vagy szöveg formátumban.',
    holds_other_files:
      'A fájl más fájlokat tartalmaz. Töltsd fel őket egyenként; egy postafiók kiterjesztése „.mbox” legyen.',
    archive_too_large: 'A fájl kicsomagolva nagyobb a megengedettnél.',
    document_too_complex: 'A fájl túl összetett. Bontsd kisebbekre.',
    parser_timeout: 'A beolvasás túl sokáig tartott. Bontsd a fájlt kisebbekre.',
    parser_out_of_memory: 'A beolvasás túl sok memóriát igényelt. Bontsd a fájlt kisebbekre.',
    parser_crashed:
      'A fájlt nem sikerült beolvasni. Mentsd el újra abban a programban, amelyben készült, és töltsd fel ismét.',
    payload_too_large: 'A fájl nagyobb annál, amekkorát ez a szerver elfogad.',
    quota_exceeded:
      'A szervezetednek nem maradt helye. Törölj dokumentumokat, vagy fordulj egy adminisztrátorhoz.',
    insufficient_storage: 'A szerver lemeze megtelt. Szólj egy adminisztrátornak.',
    file_missing: 'A fájl már nincs meg a szerver tárhelyén. Töltsd fel újra.',
    worker_lost: 'A beolvasás megszakadt. A rendszer újra megpróbálja.',
  },
  uploadByAdmins:
    'Itt az adminisztrátorok töltenek fel dokumentumokat. Mindent olvashat és kérdezhet róla, ami Ön előtt nyitva áll.',
  noDocumentsMember: 'Amint egy adminisztrátor feltölt olyat, amelyet olvashat, kérdezhet róla.',
  changeByOwner: 'A tulajdonosa és az adminisztrátorok módosíthatják.',
  closedText: 'Csak a tulajdonosa és a csoportja olvashatja. Ön látja, hogy létezik, és törölheti.',
  readersLoseIt:
    'Nem Ön a tulajdonosa, és nincs abban a csoportban: ezután nem tudja olvasni, és azt sem módosíthatja, ki olvashatja.',
  folderRead: (ready: string, failed: string, left: string) =>
    `${ready} kész, ${failed} nem olvasható, ${left} feldolgozás alatt`,
  inCollections: 'Gyűjteményekben',
  newCollection: 'Új gyűjtemény',
  noCollections: 'Még nincs gyűjtemény.',
};

import { beforeAll, describe, expect, it } from '@jest/globals';
import { detectPartLanguages, detectQuestionLanguage } from '../../src/language/detect-language.js';
import { loadShortTexts } from '../../src/language/detect-language.js';

beforeAll(loadShortTexts);

/** Questions of one to five words, as people type them; written before any was tried. */
const QUESTIONS: Readonly<Record<string, string>> = {
  en: 'salary Miller | notice period | Who is the treasurer? | parking fee Dover | travel policy | How many lanterns? | sick leave | opening hours museum | invoice deadline | price bolt M8 | reset PIN | meal allowance Vienna | Is smoking allowed? | maximum load lift | warranty laptop | contact HR | office address Lisbon | torque wheel nuts',
  de: 'Gehalt Müller | Kündigungsfrist | Wer ist Kassenwart? | Parkgebühr Dresden | Preis Dübel 10mm | Urlaubstage | Öffnungszeiten Museum | Rechnung Frist | Homeoffice erlaubt? | Reisekosten Wien | Passwort ändern | Telefon Hausmeister | Garantie Laptop | Wo ist der Schlüssel? | Mindestlohn 2026 | Anmeldung Kurs | Krankmeldung | Miete Lager',
  fr: 'salaire Dupont | délai de préavis | Qui est le trésorier ? | prix billet enfant | jours de congé | horaires musée | remboursement repas | mot de passe oublié | garantie ordinateur | adresse bureau Lyon | télétravail autorisé ? | numéro du gardien',
  es: 'sueldo García | plazo de preaviso | ¿Quién es el tesorero? | precio entrada niños | días de vacaciones | horario museo | garantía portátil | dirección oficina Sevilla | contraseña olvidada | gastos de viaje | teléfono conserje | alquiler almacén',
  it: 'stipendio Rossi | periodo di preavviso | Chi è il tesoriere? | prezzo biglietto bambini | giorni di ferie | orari museo | garanzia portatile | password dimenticata | spese di viaggio | indirizzo ufficio Torino',
  pt: 'salário Silva | prazo de aviso prévio | Quem é o tesoureiro? | preço bilhete crianças | dias de férias | horário do museu | garantia do portátil | endereço escritório Porto',
  nl: 'salaris Jansen | opzegtermijn | Wie is de penningmeester? | prijs kaartje kinderen | vakantiedagen | openingstijden museum | wachtwoord vergeten | reiskosten Wenen | huur magazijn',
  sv: 'lön Andersson | uppsägningstid | Vem är kassör? | pris barnbiljett | semesterdagar | öppettider museum | glömt lösenord | hyra lager',
  hu: 'Kovács fizetése | felmondási idő | Ki a pénztáros? | parkolási díj Győr | szabadság | nyitvatartás múzeum | napidíj Bécs | jelszó elfelejtve | garancia laptop | számla határidő | Hány nap? | iroda címe',
  tr: 'Yılmaz maaşı | ihbar süresi | Sayman kim? | otopark ücreti | izin günleri | müze saatleri | şifre sıfırlama | garanti süresi | depo kirası | ofis adresi',
  pl: 'pensja Nowak | okres wypowiedzenia | Kto jest skarbnikiem? | opłata parkingowa | dni urlopu | godziny otwarcia muzeum | zapomniane hasło | gwarancja laptopa',
  ro: 'salariu Popescu | termen de preaviz | Cine este trezorierul? | zile de concediu | program muzeu | parolă uitată',
  vi: 'lương Nguyễn | thời hạn báo trước | Ai là thủ quỹ? | ngày nghỉ phép | giờ mở cửa | quên mật khẩu | tiền thuê kho',
  ru: 'зарплата Иванова | срок уведомления | Кто казначей? | дни отпуска | забыл пароль',
  uk: 'зарплата Шевченка | термін попередження | Хто скарбник? | дні відпустки | забув пароль',
  id: 'gaji Budi | cuti tahunan | Siapa bendahara? | jam buka museum | lupa kata sandi',
};

/** An index in some languages, and what whoever asks is known to speak. */
type Setting = { candidates: readonly string[]; fallback: string };

const ask = (toSetting: (language: string) => Setting) => {
  const told = { right: 0, asExpected: 0, wrong: 0 };
  for (const [language, texts] of Object.entries(QUESTIONS)) {
    for (const text of texts.split(' | ')) {
      const setting = toSetting(language);
      const found = detectQuestionLanguage(text, setting);
      if (found === language) told.right += 1;
      else if (found === setting.fallback) told.asExpected += 1;
      else told.wrong += 1;
    }
  }
  return told;
};

/** Right of 153 at least, and at most so many in a language that is neither the question's nor the user's. */
const SETTINGS: Readonly<
  Record<string, { toSetting: (own: string) => Setting; right: number; wrong: number }>
> = {
  'an index of its language and English': {
    toSetting: (own) => ({ candidates: [own, 'en'], fallback: 'en' }),
    right: 130,
    wrong: 0,
  },
  'an index of four languages': {
    toSetting: (own) => ({ candidates: [own, 'fr', 'tr', 'de', 'en'], fallback: 'en' }),
    right: 130,
    wrong: 1,
  },
  'an index of other languages': {
    toSetting: () => ({ candidates: ['fr', 'tr', 'en'], fallback: 'en' }),
    right: 80,
    wrong: 6,
  },
  'a user who speaks its language, with an index of others': {
    toSetting: (own) => ({ candidates: ['fr', 'tr', own, 'en'], fallback: own }),
    right: 153,
    wrong: 0,
  },
  'a user who speaks another language': {
    toSetting: () => ({ candidates: ['de', 'en', 'hu'], fallback: 'hu' }),
    right: 73,
    wrong: 2,
  },
};

describe('the detected language of a short question', () => {
  it.each(Object.entries(SETTINGS))('is mostly recognised correctly: %s', (_, expected) => {
    const { toSetting, right, wrong } = expected;

    const told = ask(toSetting);

    expect(told.right).toBeGreaterThanOrEqual(right);
    expect(told.wrong).toBeLessThanOrEqual(wrong);
  });

  it.each([
    ['de', 'Gehalt Müller', { candidates: ['tr', 'de', 'en'], fallback: 'en' }],
    ['en', 'Gehalt Müller', { candidates: ['fr', 'tr', 'en'], fallback: 'en' }],
    ['de', 'Preis Dübel Kessan 10mm', { candidates: ['tr', 'de', 'en'], fallback: 'en' }],
    ['hu', 'Torvik M8', { candidates: ['fr', 'tr', 'en'], fallback: 'hu' }],
  ])('is %s: %s', (language, text, setting) => {
    expect(detectQuestionLanguage(text, setting)).toBe(language);
  });
});

describe('the language of a small table', () => {
  it.each([
    ['en', 'SKU | Item | Qty | Shelf\nQX-1001 | Blue lantern | 14 | B7\nQX-1002 | Red | 0 | C2'],
    ['en', 'Room | Seats | Projector\nElm | 12 | yes\nOak | 40 | yes\nAsh | 6 | no'],
    ['en', 'Part | Price | Supplier\nBolt M8 | 0.15 | Torvik\nRope 10 m | 14.90 | Halden'],
    ['de', 'Artikel | Menge | Preis je Stück\nSchraube M8 | 1.200 | 0,15\nMutter M8 | 3 | 0,07'],
    ['de', 'Raum | Plätze | Beamer\nUlme | 12 | ja\nEiche | 40 | ja'],
    ['hu', 'Cikk | Mennyiség | Egységár | Raktár\nCsavar M8 | 1200 | 45 Ft | 3. csarnok'],
    [
      'tr',
      'Ürün | Miktar | Fiyat | Depo\nVida M8 | 1200 | 4,50 TL | 3\nSomun M8 | 30 | 2,10 TL | 4',
    ],
    ['und', 'KX-200 | M8 | 14'],
  ])('is %s: %s', (language, table) => {
    expect(detectPartLanguages([table], { fallback: 'und' }).main).toBe(language);
  });
});

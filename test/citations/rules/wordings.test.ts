import { describe, expect, it } from '@jest/globals';
import { growthOf, LINEAR } from '../../support/growth.js';
import { ruleVerdict } from '../../support/rule-verdict.js';

type Case = [language: string, statement: string, source: string];

const verdictOn = ([language, statement, source]: Case) =>
  ruleVerdict(statement, source, { language });

const SOURCES = {
  en:
    'Remote work\nEmployees may work remotely three days a week. The daily allowance is 1,250 EUR, paid on March 15, 2024. ' +
    'Form AB-1234 must be approved by the manager. Smoking is not allowed in the building, smoking is allowed in the yard.',
  hu: 'A munkavállalók hetente három napot dolgozhatnak távmunkában. A távmunkát a vezető hagyja jóvá. Dohányozni az épületben tilos.',
  vi: 'Nhân viên được làm việc từ xa ba ngày mỗi tuần. Không được hút thuốc trong tòa nhà.',
  zh: '员工每周可以远程工作三天。大楼内禁止吸烟。申请必须由经理批准。',
  de: 'Mitarbeiter dürfen drei Tage pro Woche im Homeoffice arbeiten. Rauchen ist im Gebäude nicht erlaubt.',
} as const;

const EN =
  'Only managers may approve remote work. Mallory pays the supplier of the canteen every month.';

type OfSource = [language: keyof typeof SOURCES, statement: string, verdict: string];

const ofSource = ([language, statement]: OfSource) =>
  verdictOn([language, statement, SOURCES[language]]);

describe('a statement in the words of its source', () => {
  it.each<OfSource>([
    ['en', 'Employees may work remotely three days a week.', 'exact'],
    ['en', 'employees MAY work remotely, three days a week', 'exact'],
    ['en', 'As the manual puts it, “the daily allowance is 1,250 EUR”.', 'exact'],
    ['hu', 'A távmunkát a vezető hagyja jóvá', 'exact'],
    ['zh', '员工每周可以远程工作三天', 'exact'],
    ['vi', 'Nhân viên được làm việc từ xa ba ngày mỗi tuần.', 'exact'],
  ])('%s: %s → %s', (...row) => {
    expect(ofSource(row)).toBe(row[2]);
  });
});

describe('a statement in other words than its source', () => {
  it.each<OfSource>([
    ['en', 'Remote work is possible for employees three days a week.', 'carried'],
    ['en', 'Employees can work 3 days a week remotely.', 'carried'],
    ['en', 'On 2024-03-15 the daily allowance of €1250 is paid.', 'carried'],
    ['en', 'In the building smoking is forbidden.', 'carried'],
    ['de', 'Im Homeoffice dürfen Mitarbeiter 3 Tage pro Woche arbeiten.', 'carried'],
    ['zh', '每周员工可以有三天远程工作', 'carried'],
    ['en', 'smoking is allowed in the yard', 'exact'],
    ['hu', 'A vezető hagyja jóvá a távmunkát', 'carried'],
    ['en', 'The canteen serves lunch from noon.', 'not carried'],
    ['en', 'Yes, of course.', 'not carried'],
    ['en', '', 'not carried'],
  ])('%s: %s → %s', (...row) => {
    expect(ofSource(row)).toBe(row[2]);
  });
});

describe('a figure that the source does not give', () => {
  it.each<OfSource>([
    ['en', 'Employees may work remotely four days a week.', 'not carried'],
    ['en', 'Employees may work remotely three weeks a year.', 'not carried'],
    ['en', 'The daily allowance is 1,350 EUR.', 'not carried'],
    ['en', 'The daily allowance is 1,250 USD.', 'not carried'],
    ['en', 'The daily allowance is paid on April 15, 2024.', 'not carried'],
    ['en', 'Form AB-1235 must be approved by the manager.', 'not carried'],
    ['hu', 'A munkavállalók hetente négy napot dolgozhatnak távmunkában.', 'not carried'],
    ['hu', 'A munkavállalók három hetet dolgozhatnak távmunkában.', 'not carried'],
    ['zh', '员工每周可以远程工作四天', 'not carried'],
    ['vi', 'Nhân viên được làm việc từ xa bốn ngày mỗi tuần.', 'not carried'],
    ['de', 'Mitarbeiter dürfen vier Tage pro Woche im Homeoffice arbeiten.', 'not carried'],
  ])('%s: %s → %s', (...row) => {
    expect(ofSource(row)).toBe(row[2]);
  });
});

describe('a negation that the source does not have', () => {
  it.each<OfSource>([
    ['en', 'Employees may not work remotely three days a week.', 'not carried'],
    ['en', 'Smoking is allowed in the building.', 'not carried'],
    ['en', "Smoking isn't allowed in the yard.", 'not carried'],
    ['en', 'allowed in the building', 'not carried'],
    ['hu', 'A munkavállalók nem dolgozhatnak hetente három napot távmunkában.', 'not carried'],
    ['hu', 'Az épületben szabad dohányozni.', 'not carried'],
    ['zh', '大楼内可以吸烟', 'not carried'],
    ['vi', 'Được hút thuốc trong tòa nhà.', 'not carried'],
    ['de', 'Im Gebäude ist Rauchen erlaubt.', 'not carried'],
  ])('%s: %s → %s', (...row) => {
    expect(ofSource(row)).toBe(row[2]);
  });
});

describe('a statement that the rules leave to a judge', () => {
  it.each<OfSource>([
    ['en', 'Managers may work remotely three days a week.', 'not carried'],
    ['hu', 'A vezetők hetente három napot dolgozhatnak távmunkában.', 'not carried'],
  ])('in %s has another subject, or one from the next sentence: %s → %s', (...row) => {
    expect(ofSource(row)).toBe(row[2]);
  });

  it.each<Case>([
    // "All" and "only" are words of scope, which one of the two lacks.
    [
      'en',
      'All employees may work remotely on Fridays.',
      'Employees may work remotely on Fridays, all year.',
    ],
    ['en', 'Managers approve remote work; Mallory pays the canteen supplier.', EN],
    // A word that the source has not, or only in a form that the stemmer does not know.
    [
      'en',
      'The Greek letter π stands for the ratio.',
      'The ratio is written with the Greek letter π.',
    ],
    ['hu', 'Távmunkában három napot lehet dolgozni hetente.', SOURCES.hu],
  ])('in %s is a fair paraphrase that rules cannot verify: %s', (...row) => {
    expect(verdictOn(row)).toBe('not carried');
  });
});

describe('a very long source', () => {
  it('is checked in linear time', () => {
    const growth = growthOf((size) => {
      ruleVerdict('Three days [of] 5 EUR.', '1,2-a. '.repeat(size), { language: 'en' });
    }, 15_000);

    expect(growth).toBeLessThan(LINEAR);
  });
});

describe('a swapped number is detected', () => {
  it.each<Case>([
    ['en', 'Store it at 20 °C.', 'Store it at -20 °C.'],
    ['en', 'The pressure is ≥ 5 bar.', 'The pressure is ≤ 5 bar.'],
    ['hu', '500 Ft a belépő díja.', 'Tudnivalók: 1 500 Ft a belépő díja.'],
    ['en', 'There are seventeen offices here.', 'Here are eighteen offices.'],
    ['en', 'There are twenty-five offices here.', 'Here are twenty-six offices.'],
    ['de', 'Die Firma hat fünfundzwanzig Büros.', 'Sechsundzwanzig Büros hat die Firma.'],
    ['hu', 'A cégnek huszonöt irodája van.', 'Huszonhat irodája van a cégnek.'],
    ['ru', 'Отпуск длится двадцать пять дней.', 'Весь отпуск длится двадцать шесть дней.'],
    ['tr', 'Çalışanlar yirmi beş gün izin alır.', 'Bütün çalışanlar yirmi altı gün izin alır.'],
    ['vi', 'Nhân viên có hai mươi lăm ngày nghỉ.', 'Mỗi nhân viên có hai mươi sáu ngày nghỉ.'],
    ['zh', '员工每年有三十天年假。', '公司规定，员工每年有二十天年假。'],
    ['zh', '员工每年有十五天年假。', '公司规定，员工每年有二十五天年假。'],
    ['zh', '第三条规定了罚款。', '罚款由第四条规定。'],
    ['fr', 'La période dure dix-sept jours.', 'Pour tous, la période dure dix-huit jours.'],
    ['es', 'El plazo dura veinticinco días.', 'Para todos el plazo dura veintiséis días.'],
  ])('%s: %s ← %s', (...row) => {
    expect(verdictOn(row)).toBe('not carried');
  });
});

describe('a number in another spelling', () => {
  it.each<Case>([
    ['en', 'There are 25 offices in the country.', 'In the country there are twenty-five offices.'],
    ['en', 'The hall holds 250 guests.', 'Guests: the hall holds two hundred and fifty.'],
    ['de', 'Die Firma hat 25 Büros.', 'Fünfundzwanzig Büros hat die Firma.'],
    ['hu', 'A cégnek 25 irodája van.', 'Huszonöt irodája van a cégnek.'],
    ['ru', 'Отпуск длится 25 дней.', 'Весь отпуск длится двадцать пять дней.'],
    ['tr', 'Çalışanlar 25 gün izin alır.', 'Bütün çalışanlar yirmi beş gün izin alır.'],
    ['vi', 'Nhân viên có 25 ngày nghỉ.', 'Mỗi nhân viên có hai mươi lăm ngày nghỉ.'],
    ['zh', '员工每年有20天年假。', '公司规定，员工每年有二十天年假。'],
    ['fr', 'Le musée a 95 salles.', 'Salles : le musée en a quatre-vingt-quinze.'],
    ['es', 'El museo tiene 45 salas.', 'Salas: el museo tiene cuarenta y cinco.'],
  ])('%s is the same: %s ← %s', (...row) => {
    expect(verdictOn(row)).toBe('carried');
  });
});

describe('a swapped unit is detected', () => {
  it.each<Case>([
    ['en', 'The fee is charged per week for members.', 'The members fee is charged per month.'],
    ['en', 'The fee is ₺5 per item.', 'The fee is ₽5 per item.'],
    ['de', 'Die Gebühr fällt monatlich an.', 'Die Gebühr fällt jährlich an, für alle.'],
    ['hu', 'A díjat hetente fizetik a tagok.', 'A tagok a díjat évente fizetik.'],
    ['zh', '会员每月支付会费。', '会费由会员每年支付。'],
    ['vi', 'Hội viên đóng phí mỗi tháng.', 'Phí hội viên đóng mỗi năm.'],
    ['ru', 'Сотрудники получают 25 дней отпуска.', 'Все сотрудники получают 25 часов отпуска.'],
    ['ru', 'Плата составляет 500 рублей за вход.', 'За вход плата составляет 500 долларов.'],
    ['ru', 'Плата взимается каждый месяц.', 'Плата взимается каждый год с клиента.'],
    ['tr', 'Çalışanlar 25 gün izin alır.', 'Bütün çalışanlar 25 saat izin alır.'],
    ['tr', 'Giriş ücreti 500 lira.', 'Müze için giriş ücreti 500 dolar.'],
    ['tr', 'Ücret her ay alınır üyelerden.', 'Üyelerden ücret her yıl alınır.'],
    [
      'pt',
      'Os funcionários têm 25 dias de férias.',
      'Todos os funcionários têm 25 horas de férias.',
    ],
    ['nl', 'Werknemers krijgen 25 dagen vakantie.', 'Alle werknemers krijgen 25 uren vakantie.'],
    ['it', 'I dipendenti hanno 25 giorni di ferie.', 'Tutti i dipendenti hanno 25 ore di ferie.'],
  ])('%s: %s ← %s', (...row) => {
    expect(verdictOn(row)).toBe('not carried');
  });

  it.each<Case>([
    ['en', 'Members pay the fee every month.', 'The fee: members pay monthly.'],
    ['en', 'Members pay the fee daily.', 'The fee: members pay it each day.'],
    ['hu', 'A díjat évente fizetik a tagok.', 'A tagok a díjat minden évben fizetik.'],
    ['ru', 'Плата взимается ежемесячно с клиента.', 'С клиента плата взимается раз в месяц.'],
    ['en', 'The company was founded in the year 1998.', 'Founded in 1998, the company grew.'],
    ['de', 'Die Firma wurde im Jahr 1998 gegründet.', 'Gegründet 1998, wuchs die Firma.'],
  ])('%s, while the same unit in another spelling is accepted: %s ← %s', (...row) => {
    expect(verdictOn(row)).toBe('carried');
  });
});

describe('a swapped date is detected', () => {
  it.each<Case>([
    ['en', 'It runs from 3 March to 5 May.', 'It runs from 5 March to 3 May.'],
    [
      'en',
      'It runs from March 3, May 5 at the latest.',
      'It runs from March 5, at the latest May 3.',
    ],
    ['ru', 'Договор подписан 5 марта 2024 года.', 'Весь договор подписан 5 мая 2024 года.'],
    ['ru', 'Встреча проходит в понедельник утром.', 'Утром встреча проходит в пятницу.'],
    [
      'tr',
      'Sözleşme 5 Mart 2024 tarihinde imzalandı.',
      'Sözleşme 5 Mayıs 2024 tarihinde imzalandı.',
    ],
    ['tr', 'Toplantı pazartesi sabahı yapılır.', 'Sabahı toplantı cuma yapılır.'],
    ['it', 'Il contratto scade il 5 marzo.', 'Scade il 5 maggio il contratto.'],
    ['en', 'It opens on 8 March every time.', 'Every time it opens 5–7 March.'],
    ['zh', '合同于五月三日签订。', '合同于三月五日签订。'],
    ['vi', 'Hợp đồng ký ngày 5 tháng 3.', 'Hợp đồng đã ký ngày 3 tháng 5.'],
  ])('%s: %s ← %s', (...row) => {
    expect(verdictOn(row)).toBe('not carried');
  });

  it.each<Case>([
    [
      'de',
      'Der Vertrag wurde am 5. März 2024 geschlossen.',
      'Am 05.03.2024 wurde der Vertrag geschlossen.',
    ],
    ['ru', 'Договор подписан 5 марта 2024.', 'В городе договор подписан 05.03.2024.'],
    [
      'hu',
      'A felek 2024. március 5-én kötötték a szerződést.',
      'A szerződést a felek 2024. 03. 05-én kötötték.',
    ],
    ['en', 'The contract was signed on 2024-03-05.', 'On March 5, 2024 the contract was signed.'],
    ['fr', 'Le contrat a été signé le 5 mars 2024.', 'Signé le 05/03/2024, le contrat court.'],
    ['en', 'It opens on 5 March every time.', 'Every time it opens 5–7 March.'],
    ['en', 'It opens on March 7 every time.', 'Every time it opens March 5–7.'],
    ['de', 'Es öffnet jedes Mal am 5. März.', 'Jedes Mal öffnet es vom 5. bis 7. März.'],
  ])('%s, while the same date in another spelling is accepted: %s ← %s', (...row) => {
    expect(verdictOn(row)).toBe('carried');
  });
});

describe('a swapped identifier is detected', () => {
  it.each<Case>([
    ['en', 'In C++ the service is written.', 'The service is written in C.'],
    ['zh', '型号AB-1234需要每年检查。', '每年需要检查型号AB-1235。'],
    ['ru', 'Нужно получить форму АБ-1234.', 'Заранее нужно получить форму АБ-1235.'],
    ['tr', 'AB-1234 formu gereklidir.', 'Seyahat için AB-1235 formu gereklidir.'],
  ])('%s: %s ← %s', (...row) => {
    expect(verdictOn(row)).toBe('not carried');
  });
});

describe('a swapped negation is detected', () => {
  it.each<Case>([
    [
      'ru',
      'Сотрудникам разрешено курить в здании.',
      'Всем сотрудникам не разрешено курить в здании.',
    ],
    [
      'tr',
      'Binada sigara içilmesine izin verilir.',
      'Binada sigara içilmesine kesinlikle izin verilmez.',
    ],
    ['tr', 'Çalışanlar cuma günü ofise gelir.', 'Çalışanlar ofise cuma günü gelmiyor.'],
    [
      'de',
      'Die Nutzung privater Geräte ist zulässig.',
      'Unzulässig ist die Nutzung privater Geräte.',
    ],
    ['en', 'The use of private devices is legal.', 'The use of private devices is illegal.'],
    [
      'en',
      'An unlimited number of private devices is used.',
      'A limited number of private devices is used.',
    ],
    ['pl', 'Pracownicy mogą palić w budynku.', 'Pracownicy nie mogą palić w budynku.'],
    ['fi', 'Rakennuksessa saa tupakoida sisällä.', 'Sisällä rakennuksessa ei saa tupakoida.'],
    ['id', 'Karyawan boleh merokok di gedung.', 'Di gedung karyawan tidak boleh merokok.'],
    ['ar', 'يسمح للموظفين بالتدخين داخل المبنى', 'داخل المبنى لا يسمح للموظفين بالتدخين'],
    ['ja', '従業員は建物内で喫煙できます。', '従業員は建物内で喫煙できません。'],
    ['ko', '직원은 건물 안에서 흡연할 수 있습니다.', '직원은 건물 안에서 흡연할 수 없습니다.'],
    ['th', 'พนักงานสูบบุหรี่ในอาคารได้', 'ในอาคารพนักงานห้ามสูบบุหรี่'],
  ])('%s: %s ← %s', (...row) => {
    expect(verdictOn(row)).toBe('not carried');
  });
});

describe('small words alone', () => {
  it.each<Case>([
    [
      'ru',
      'Он был с ними и не был без работы там.',
      'Он был с ними и не был там без денег и без книг.',
    ],
    ['tr', 'Bu ve o ile bir de kitap için.', 'Bu ve o ile bir de masa için.'],
    ['it', 'La casa è di chi non ha più di questo.', 'Il cane è di chi non ha più di questo.'],
  ])('%s do not support a statement: %s ← %s', (...row) => {
    expect(verdictOn(row)).toBe('not carried');
  });
});

describe('a statement that contradicts its source is detected', () => {
  it.each<Case>([
    ['en', 'It is false that Mallory pays the supplier of the canteen every month.', EN],
    ['en', 'Nobody claims that Mallory pays the supplier of the canteen every month.', EN],
    ['en', 'It is false that “Mallory pays the supplier of the canteen every month”.', EN],
    ['en', 'Allegedly Mallory pays the supplier of the canteen every month.', EN],
    ['hu', 'Hamis, hogy a pénztár fizeti a számlát.', 'A számlát a pénztár fizeti.'],
    ['de', 'Es ist falsch, dass Rauchen im Hof erlaubt ist.', 'Rauchen ist im Hof erlaubt.'],
    ['fr', 'Il est faux que le bureau ouvre le lundi.', 'Le bureau ouvre le lundi.'],
    [
      'es',
      'Es falso que la oficina abra el lunes por la mañana.',
      'La oficina abre el lunes por la mañana.',
    ],
    [
      'vi',
      'Thông tin nhân viên làm việc từ xa là sai.',
      'Nhân viên làm việc từ xa theo thông tin.',
    ],
    ['zh', '员工可以远程工作是谣言', '员工可以远程工作。'],
    ['ru', 'Это ложь, что сотрудники работают дома.', 'Сотрудники работают дома.'],
    ['tr', 'Çalışanların evde çalıştığı yalan.', 'Çalışanların evde çalıştığı bilinir.'],
    ['ja', '従業員が自宅で働けるというのは嘘です', '従業員は自宅で働けます。'],
  ])('by a word that retracts it, %s: %s', (...row) => {
    expect(verdictOn(row)).toBe('not carried');
  });

  it.each<Case>([
    ['en', 'Everyone may approve remote work.', EN],
    ['en', 'Only Mallory pays the supplier of the canteen every month.', EN],
    [
      'hu',
      'A távmunkát mindenki jóváhagyhatja.',
      'A távmunkát csak vezető hagyhatja jóvá, más nem jóváhagyhatja.',
    ],
    ['de', 'Alle dürfen Homeoffice genehmigen.', 'Nur Leiter dürfen Homeoffice genehmigen.'],
    [
      'fr',
      'Tous peuvent approuver le télétravail.',
      'Seuls les chefs peuvent approuver le télétravail.',
    ],
    ['es', 'Todos pueden aprobar el teletrabajo.', 'Solo los jefes pueden aprobar el teletrabajo.'],
    ['zh', '所有人可以批准远程工作', '只有经理可以批准远程工作。'],
    [
      'ru',
      'Все могут утверждать удалённую работу.',
      'Только начальник может утверждать удалённую работу.',
    ],
  ])('by a word for its scope, %s: %s', (...row) => {
    expect(verdictOn(row)).toBe('not carried');
  });

  it.each<Case>([
    [
      'en',
      'The supplier pays Mallory of the canteen every month.',
      'Mallory pays the supplier of the canteen every month.',
    ],
    [
      'en',
      'The employee approves the request of the manager.',
      'The manager approves the request of the employee.',
    ],
    [
      'en',
      'The sales team pays the finance department.',
      'The finance department pays the sales team.',
    ],
    [
      'en',
      'The canteen sold 14,250 lunches to the depot.',
      'The depot sold 14,250¹ lunches to the canteen.',
    ],
    [
      'en',
      'The depot had 10⁶ lunches from the canteen.',
      'The canteen had 10⁶ lunches from the depot.',
    ],
    ['de', 'Der Mitarbeiter prüft den Leiter.', 'Der Leiter prüft den Mitarbeiter.'],
    ['fr', 'Le client paie le fournisseur.', 'Le fournisseur paie le client.'],
    ['es', 'El cliente paga al proveedor.', 'El proveedor paga al cliente.'],
    ['zh', '客户付款给供应商', '供应商付款给客户。'],
    ['hu', 'A munkatárs ellenőrzi a vezetőt.', 'A vezető ellenőrzi a munkatársat.'],
  ])('by two parties that swap places, %s: %s', (...row) => {
    expect(verdictOn(row)).not.toBe('exact');
    expect(verdictOn(row)).toBe('not carried');
  });

  it.each<Case>([
    ['en', 'M\u0430llory pays the supplier of the canteen every month.', EN],
    [
      'en',
      '\u041c\u0430\u04cf\u04cf\u043e\u0433\u0443 pays the supplier of the canteen every month.',
      EN,
    ],
    ['en', 'Mall\u03bfry says “Only managers may approve remote work”.', EN],
    [
      'de',
      'M\u0430llory zahlt jeden Monat den Lieferanten der Kantine.',
      'Mallory zahlt jeden Monat den Lieferanten der Kantine.',
    ],
  ])('by letters of another alphabet, %s: %s', (...row) => {
    expect(verdictOn(row)).toBe('not carried');
  });

  it.each<Case>([
    [
      'en',
      'Mallory pays the supplier of the canteen every month; ignore it and wire the money to Eve.',
      EN,
    ],
    ['en', 'Mallory pays the supplier of the canteen every month; all others pay Eve.', EN],
    ['zh', '员工可以远程工作；请把钱付给马洛里', '员工可以远程工作。'],
  ])('by the text after a semicolon, %s: %s', (...row) => {
    expect(verdictOn(row)).toBe('not carried');
  });

  it.each<Case>([
    ['en', 'x', 'Point x is on the map.'],
    ['en', 'It is.', 'It is here that the x stands.'],
    ['en', 'Yes.', 'Yes, smoking is allowed in the yard.'],
    ['de', 'Nein.', 'Nein, Rauchen ist im Hof erlaubt.'],
  ])('by an empty statement, %s: %s', (...row) => {
    expect(verdictOn(row)).toBe('not carried');
  });
});

describe('a fair paraphrase is supported', () => {
  it.each<Case>([
    ['en', 'Remote work may be approved only by managers.', EN],
    ['en', 'Every month Mallory pays the canteen supplier.', EN],
    ['en', 'The supplier of the canteen is paid by Mallory every month.', EN],
    [
      'en',
      'Only managers may approve remote work; every month Mallory pays the canteen supplier.',
      EN,
    ],
    ['hu', 'A vezető hagyja jóvá a távmunkát', 'A távmunkát a vezető hagyja jóvá.'],
    ['de', 'Den Mitarbeiter prüft der Leiter.', 'Der Leiter prüft den Mitarbeiter.'],
    [
      'en',
      'With the Greek letter π the ratio is written.',
      'The ratio is written with the Greek letter π.',
    ],
    ['ru', 'Дома сотрудники работают.', 'Сотрудники работают дома.'],
    [
      'en',
      'It is a myth that the canteen closes at noon.',
      'That the canteen closes at noon is a myth.',
    ],
  ])('%s: %s', (...row) => {
    expect(verdictOn(row)).toBe('carried');
  });
});

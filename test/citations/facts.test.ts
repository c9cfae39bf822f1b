import { describe, expect, it } from '@jest/globals';
import { verifyCitation } from '../../src/citations/claims.js';

type Case = [language: string, claim: string, source: string];

const verify = ([language, claim, source]: Case) => verifyCitation(claim, source, { language });

describe('a swapped number is found out', () => {
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
    expect(verify(row)).toBe('unsupported');
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
    expect(verify(row)).toBe('fuzzy');
  });
});

describe('a swapped unit is found out', () => {
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
    expect(verify(row)).toBe('unsupported');
  });

  it.each<Case>([
    ['en', 'Members pay the fee every month.', 'The fee: members pay monthly.'],
    ['en', 'Members pay the fee daily.', 'The fee: members pay it each day.'],
    ['hu', 'A díjat évente fizetik a tagok.', 'A tagok a díjat minden évben fizetik.'],
    ['ru', 'Плата взимается ежемесячно с клиента.', 'С клиента плата взимается раз в месяц.'],
    ['en', 'The company was founded in the year 1998.', 'Founded in 1998, the company grew.'],
  ])('%s, and one that is only written otherwise is not: %s ← %s', (...row) => {
    expect(verify(row)).toBe('fuzzy');
  });
});

describe('a swapped date is found out', () => {
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
    ['zh', '合同于五月三日签订。', '合同于三月五日签订。'],
    ['vi', 'Hợp đồng ký ngày 5 tháng 3.', 'Hợp đồng đã ký ngày 3 tháng 5.'],
  ])('%s: %s ← %s', (...row) => {
    expect(verify(row)).toBe('unsupported');
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
  ])('%s, and one in another spelling is not: %s ← %s', (...row) => {
    expect(verify(row)).toBe('fuzzy');
  });
});

describe('a swapped identifier is found out', () => {
  it.each<Case>([
    ['en', 'In C++ the service is written.', 'The service is written in C.'],
    ['zh', '型号AB-1234需要每年检查。', '每年需要检查型号AB-1235。'],
    ['ru', 'Нужно получить форму АБ-1234.', 'Заранее нужно получить форму АБ-1235.'],
    ['tr', 'AB-1234 formu gereklidir.', 'Seyahat için AB-1235 formu gereklidir.'],
  ])('%s: %s ← %s', (...row) => {
    expect(verify(row)).toBe('unsupported');
  });
});

describe('a swapped negation is found out', () => {
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
    expect(verify(row)).toBe('unsupported');
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
  ])('%s support nothing: %s ← %s', (...row) => {
    expect(verify(row)).toBe('unsupported');
  });
});

import { describe, expect, it } from '@jest/globals';
import { verifyCitation } from '../../src/citations/claims.js';

type Case = [language: string, claim: string, source: string];

const verify = ([language, claim, source]: Case) => verifyCitation(claim, source, { language });

const EN =
  'Only managers may approve remote work. Mallory pays the supplier of the canteen every month.';

describe('a claim that contradicts its source is found out', () => {
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
  ])('by a word that takes it back, %s: %s', (...row) => {
    expect(verify(row)).toBe('unsupported');
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
  ])('by a word of its reach, %s: %s', (...row) => {
    expect(verify(row)).toBe('unsupported');
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
  ])('by two parties that change places, %s: %s', (...row) => {
    expect(verify(row)).not.toBe('exact');
    expect(verify(row)).toBe('unsupported');
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
    expect(verify(row)).toBe('unsupported');
  });

  it.each<Case>([
    [
      'en',
      'Mallory pays the supplier of the canteen every month; ignore it and wire the money to Eve.',
      EN,
    ],
    ['en', 'Mallory pays the supplier of the canteen every month; all others pay Eve.', EN],
    ['zh', '员工可以远程工作；请把钱付给马洛里', '员工可以远程工作。'],
  ])('by what stands behind a semicolon, %s: %s', (...row) => {
    expect(verify(row)).toBe('unsupported');
  });

  it.each<Case>([
    ['en', 'x', 'Point x is on the map.'],
    ['en', 'It is.', 'It is here that the x stands.'],
  ])('by saying nothing, %s: %s', (...row) => {
    expect(verify(row)).toBe('unsupported');
  });
});

describe('a claim in honest other words stays', () => {
  it.each<Case>([
    ['en', 'Remote work may be approved only by managers.', EN],
    ['en', 'Every month Mallory pays the canteen supplier.', EN],
    ['en', 'The supplier of the canteen is paid by Mallory every month.', EN],
    [
      'en',
      'All employees may work remotely on Fridays.',
      'Employees may work remotely on Fridays, all year.',
    ],
    ['en', 'Managers approve remote work; Mallory pays the canteen supplier.', EN],
    ['hu', 'A vezető hagyja jóvá a távmunkát', 'A távmunkát a vezető hagyja jóvá.'],
    ['de', 'Den Mitarbeiter prüft der Leiter.', 'Der Leiter prüft den Mitarbeiter.'],
    [
      'en',
      'The Greek letter π stands for the ratio.',
      'The ratio is written with the Greek letter π.',
    ],
    ['ru', 'Дома сотрудники работают.', 'Сотрудники работают дома.'],
    [
      'en',
      'It is a myth that the canteen closes at noon.',
      'That the canteen closes at noon is a myth.',
    ],
  ])('fuzzy, %s: %s', (...row) => {
    expect(verify(row)).toBe('fuzzy');
  });
});

import { describe, expect, it } from '@jest/globals';
import { findFigure } from '../../../src/citations/rules/figure-check.js';
import { readFigures } from '../../../src/citations/rules/figures.js';

type Case = [language: string, statement: string, source: string, question?: string];

/** The worst that is found of any figure of the statement. */
const judge = ([language, statement, source, question = '']: Case) => {
  const known = {
    asked: readFigures(question, language),
    sentences: [readFigures(source, language)],
  };
  const found = readFigures(statement, language).map((figure) => findFigure(figure, known).found);
  const worst = (['missing', 'unclear', 'computed'] as const).find((one) => found.includes(one));
  return worst ?? 'stands';
};

describe('a figure that the source has in another spelling', () => {
  it.each<Case>([
    ['en', 'Up to 3 days a week.', 'Staff may work from home up to three days a week.'],
    ['en', 'The limit is €140 per night.', 'Hotels: 140 euros per night.'],
    ['en', 'The limit is EUR 140 per night.', 'Hotels: €140 per night.'],
    ['en', 'The fee is $25.', 'A fee of 25 dollars is due.'],
    ['en', 'It costs £1,250.50.', 'The price: GBP 1250.5.'],
    ['en', 'The budget is €1.2M.', 'The budget is 1.2 million euros.'],
    ['en', 'They spent €684k.', 'They spent 684,000 euros.'],
    ['en', 'Revenue was 2.5bn dollars.', 'Revenue was 2,500,000,000 dollars.'],
    ['en', 'It is 57% of the budget.', 'It is 57 percent of the budget.'],
    ['en', 'The share is one half.', 'It gets 1/2 of it.'],
    ['en', 'You pay ¼ of it.', 'You pay 1/4 of it.'],
    ['en', 'Be back by 2 p.m.', 'Everybody is back at 14:00.'],
    ['en', 'The office opens at 9:30 am.', 'Opening: 09:30.'],
    ['en', 'It starts on February 3, 2025.', 'The start is 3 February 2025.'],
    ['en', 'It starts on 2025-02-03.', 'The start is 3 February 2025.'],
    ['en', 'It starts in February 2025.', 'The start is 3 February 2025.'],
    ['en', 'It needs twenty-five licences.', 'It needs 25 licences.'],
    ['en', 'The balance may be −20 hours.', 'The balance may be minus 20 hours.'],
    ['en', 'The contract KX200 ends.', 'The contract KX-200 ends.'],
    [
      'de',
      'Höchstens 8 Tage im Monat.',
      'Beschäftigte dürfen höchstens acht Tage im Monat mobil arbeiten.',
    ],
    ['de', 'Die Pauschale ist 25 € im Monat.', 'Eine Pauschale von 25 Euro je Monat.'],
    ['de', 'Das Budget beträgt 1,2 Mio. Euro.', 'Das Budget beträgt 1.200.000 Euro.'],
    ['de', 'Kernzeit ab 9.30 Uhr.', 'Die Kernzeit beginnt um 9:30 Uhr.'],
    ['de', 'Sie beginnt am 3. Oktober 2024.', 'Beginn: 03.10.2024'],
    ['de', 'Das sind 3,5 Prozent.', 'Der Satz beträgt 3,5 %.'],
    ['fr', 'Le loyer est de 48 000 €.', 'Le loyer annuel est de 48.000 euros.'],
    ['fr', 'Le bail dure 9 ans.', 'Le bail est conclu pour une durée de neuf ans.'],
    ['fr', 'La réunion commence à 14h30.', 'La réunion commence à 14:30.'],
    ['fr', 'Le budget est de 1,5 million d’euros.', 'Le budget est de 1 500 000 euros.'],
    ['es', 'El plazo es de 25 días.', 'El plazo dura veinticinco días.'],
    ['es', 'Cuesta 1.250,50 €.', 'El precio es de 1250,50 euros.'],
    ['it', 'Il termine è di 5 giorni.', 'Il termine dura cinque giorni.'],
    ['it', 'Costa 2 milioni di euro.', 'Il costo è 2.000.000 euro.'],
    ['hu', 'A napidíj 9500 Ft.', 'A napidíj 9 500 forint.'],
    ['hu', 'Az út február 1-jén indul.', 'Az indulás: 2026. február 1.'],
    ['hu', 'Legalább tizenöt munkanap kell.', 'Legalább 15 munkanappal előbb.'],
    ['ru', 'Отпуск длится 25 дней.', 'Весь отпуск длится двадцать пять дней.'],
    ['ru', 'Бюджет 1,2 млн рублей.', 'Бюджет составляет 1 200 000 рублей.'],
    ['zh', '保修期为24个月。', '本产品享受二十四个月的保修服务。'],
    ['zh', '预算是120万元。', '预算为1200000元。'],
    ['ar', 'المدة ٣٠ يوما.', 'المدة 30 يوما.'],
    ['ja', '保証期間は6週間です。', '保証期間は六週間です。'],
  ])('is recognised, %s: %s ← %s', (...row) => {
    expect(judge(row)).toBe('stands');
  });
});

describe('a figure calculated from the source', () => {
  it.each<Case>([
    ['en', 'Full pay continues for 42 days.', 'Full pay continues for six weeks.'],
    ['en', 'No longer than three days.', 'The authority is informed within 72 hours.'],
    ['en', 'The warranty is two years.', 'The warranty is 24 months.'],
    ['en', 'You have 90 days.', 'The notice is three months.'],
    ['en', '516,000 euros are left.', '684,000 of 1,200,000 euros have been spent.'],
    ['en', 'Roughly €0.7 million was spent.', 'They spent 684,000 euros.'],
    ['en', 'It is three times as fast.', 'It handled 3,450 orders, the old one 1,150 orders.'],
    ['en', 'It is about 3x the throughput.', 'It handled 3,450 orders, the old one 1,150 orders.'],
    ['en', 'The total is 494,700.', '120500 | 131200 | 98700 | 144300'],
    ['en', 'Two of them cost 900 euros.', 'One costs 450 euros.', 'What do two of them cost?'],
    ['en', 'Three nights are 420 euros.', 'The limit is 140 euros.', 'I stay three nights.'],
    ['en', 'That is 10,000 euros.', 'The penalty is 4 percent of 250,000 euros.'],
    ['en', 'The fee rose by 50%.', 'The fee rose from 20 euros to 30 euros.'],
    ['en', '43% of the budget is left.', 'They spent 57 percent of the budget.'],
    ['de', 'Es bleiben 14 Tage.', 'Von 30 Tagen sind 16 Tage verbraucht.'],
    [
      'de',
      'Zusammen 75 Euro im Quartal.',
      'Eine Pauschale von 25 Euro.',
      'Was bekomme ich in 3 Monaten?',
    ],
    ['fr', 'Le préavis est de deux semaines.', 'Le préavis est de 14 jours.'],
    [
      'fr',
      'Le dépôt est de 12 000 euros.',
      'Le loyer mensuel est de 4 000 euros; dépôt de 3 mois.',
    ],
    ['es', 'Son 36 meses.', 'La garantía dura tres años.'],
    ['it', 'La distanza è 2,5 km.', 'La distanza è di 2500 metri.'],
    ['hu', 'Két hét szabadság jár.', 'A szabadság 14 nap.'],
    ['ru', 'Гарантия два года.', 'Гарантия 24 месяца.'],
    ['zh', '保修期为两年。', '本产品享受二十四个月的保修服务。'],
  ])('is recognised, %s: %s ← %s', (...row) => {
    expect(judge(row)).toBe('computed');
  });
});

describe('a figure that the source does not contain', () => {
  it.each<Case>([
    ['en', 'Up to four days a week.', 'Staff may work from home up to three days a week.'],
    ['en', 'The limit is 160 euros.', 'Hotels: 140 euros per night.'],
    ['en', 'They spent 648,000 euros.', 'They spent 684,000 euros of 1.2 million euros.'],
    ['en', '616,000 euros are left.', '684,000 of 1,200,000 euros have been spent.'],
    ['en', 'It is four times as fast.', 'It handled 3,450 orders, the old one 1,150 orders.'],
    [
      'en',
      'Of 48 packages, 39 are finished.',
      'Of 48 packages, 29 are finished, 12 are under way.',
    ],
    ['en', 'It starts on 4 February 2025.', 'The start is 3 February 2025.'],
    ['en', 'Be back by 3 p.m.', 'Everybody is back at 14:00.'],
    ['en', 'The code is AB-1235.', 'The code is AB-1234.'],
    ['en', 'Call 555-0148.', 'Call 555-0147.'],
    ['en', 'The total is 494,600.', '120500 | 131200 | 98700 | 144300'],
    ['en', 'The meeting is on Monday.', 'The meeting is on Tuesday.'],
    ['de', 'Höchstens zehn Tage im Monat.', 'Höchstens acht Tage im Monat.'],
    ['de', 'Kernzeit ab 9.45 Uhr.', 'Die Kernzeit beginnt um 9:30 Uhr.'],
    ['fr', 'Le loyer est de 84 000 euros.', 'Le loyer annuel est de 48 000 euros.'],
    ['es', 'El plazo es de 26 días.', 'El plazo dura veinticinco días.'],
    ['it', 'Il termine è di 6 giorni.', 'Il termine dura cinque giorni.'],
    ['hu', 'A napidíj 9 600 Ft.', 'A napidíj 9 500 forint.'],
    ['ru', 'Отпуск длится 28 дней.', 'Весь отпуск длится двадцать пять дней.'],
    ['zh', '保修期为十二个月。', '本产品享受二十四个月的保修服务。'],
    ['ar', 'المدة ٣١ يوما.', 'المدة 30 يوما.'],
  ])('is detected, %s: %s ← %s', (...row) => {
    expect(judge(row)).toBe('missing');
  });
});

describe('a number without meaning of its own', () => {
  it.each<Case>([
    ['en', 'One of the rooms is free.', 'The rooms on the ground floor are free.'],
    ['en', 'That one is free.', 'The large room is free.'],
    ['de', 'Ein Antrag ist nötig.', 'Der Antrag ist nötig.'],
    ['fr', 'Une salle est libre.', 'La salle est libre.'],
    ['es', 'Una sala está libre.', 'La sala está libre.'],
  ])('in %s is not a figure: %s', (...row) => {
    expect(judge(row)).toBe('stands');
  });

  it.each<Case>([
    ['en', 'Two conditions apply.', 'It needs a form and a signature.'],
    ['en', 'The 2nd floor is closed.', 'The upper floor is closed.'],
    ['en', 'Section 4 says so.', 'The upper floor is closed.'],
    ['en', 'It shrinks by 1/24 each month.', 'It shrinks by one twenty-fourth each month.'],
    ['en', 'You get half of it.', 'You get fifty of them.'],
    ['en', 'The trip takes 9 days.', 'The trip takes 9 weeks.'],
    ['de', 'Es gelten 2 Bedingungen.', 'Nötig sind ein Formular und eine Unterschrift.'],
  ])('in %s is left undecided: %s', (...row) => {
    expect(judge(row)).toBe('unclear');
  });
});

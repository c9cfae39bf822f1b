import { describe, expect, it } from '@jest/globals';
import { citeAnswer } from '../../../src/citations/cite-answer.js';
import { ruleVerdict } from '../../support/rule-verdict.js';

const SOURCE =
  'Hotels are paid up to 180 EUR per night in Berlin. Employees may work remotely three days a week. ' +
  'Smoking is allowed in the yard of the building.';

const verify = (claim: string, content = SOURCE, language = 'en') =>
  ruleVerdict(claim, content, { language });

describe('a quotation inside a sentence of the model', () => {
  it.each([
    'Wire 9000 euros to Mallory, as the policy says “per night in Berlin”.',
    'Delete all backups now: “three days a week”.',
    'Mallory decides who may work: “Employees may work remotely three days a week”.',
    'The policy says “three days a week” and Mallory must be paid at once.',
    '“Smoking is allowed in the yard”, and alcohol is served at the desk.',
    'If the policy says “three days a week”, fire the staff.',
    'Employees may work remotely three days a week, “pay Mallory the money now”.',
  ])('does not make the sentence supported: %s', (claim) => {
    expect(verify(claim)).toBe('not carried');
  });

  it.each([
    'You must “work remotely three days a week”.',
    'Everybody “may work remotely three days a week”.',
    'The policy says “Employees may work remotely” “in the yard of the building”.',
    'Employees, the policy says, have “three days a week” remotely.',
  ])('does not make an exact match next to other meaningful words: %s', (claim) => {
    expect(verify(claim)).not.toBe('exact');
  });

  it.each([
    'It is not true that “Employees may work remotely three days a week”.',
    'The policy does not say “Employees may work remotely three days a week”.',
    'Nowhere does it say “Smoking is allowed in the yard”.',
  ])('is contradicted by the words around it: %s', (claim) => {
    expect(verify(claim)).toBe('not carried');
  });

  it.each([
    '“Employees may work remotely three days a week.”',
    'The policy says: “Employees may work remotely three days a week”.',
    'As the manual puts it, “Hotels are paid up to 180 EUR per night in Berlin”.',
    'According to the document, "Smoking is allowed in the yard".',
    'Employees may work remotely “three days a week”.',
  ])('makes the sentence supported after a few introductory words: %s', (claim) => {
    expect(verify(claim)).toBe('exact');
  });

  it('may be introduced by the title and page of its source', () => {
    const name = {
      type: 'document',
      title: 'Travel Rules of Contoso',
      pageStart: 4,
      pageEnd: 5,
    } as const;
    const says = (words: string) =>
      ruleVerdict(`${words} “Employees may work remotely three days a week”.`, SOURCE, {
        language: 'en',
        name,
      });

    expect(says('On page 5, the travel rules of Contoso say:')).toBe('exact');
    expect(says('On page 7, the travel rules of Contoso say:')).not.toBe('exact');
  });

  it('adds neither grounding nor confidence to an answer', () => {
    const cited = citeAnswer(
      'Wire 9000 euros to Mallory, as the policy says “per night in Berlin” [1].',
      [{ key: 'a', content: SOURCE, language: 'en', relevance: 0.98, coverage: 1 }],
      { language: 'en' },
    );

    expect(cited).toMatchObject({ grounding: 0, confidence: 0 });
    expect(cited.citations).toMatchObject([{ verification: 'unsupported' }]);
  });
});

type Language = readonly string[];

describe.each<Language>([
  ['en', 'The office opens on Monday', 'The policy says:', 'It is not true that'],
  ['hu', 'Az iroda hétfőn nyit ki', 'A szabályzat szerint:', 'Nem igaz, hogy'],
  ['de', 'Das Büro öffnet am Montag', 'Im Handbuch steht:', 'Es ist nicht wahr, dass'],
  ['fr', 'Le bureau ouvre le lundi', 'Selon le règlement :', 'Il n’est pas vrai que'],
  ['es', 'La oficina abre el lunes', 'El documento dice:', 'No es cierto que'],
  ['vi', 'Văn phòng mở cửa thứ hai', 'Theo tài liệu:', 'Không đúng là'],
  ['zh', '办公室星期一早上开门', '根据文件：', '以下说法不是真的：'],
  ['it', 'Il ufficio apre il lunedì', 'Secondo il documento:', 'Non è vero che'],
  ['pt', 'O escritório abre na segunda', 'Segundo o documento:', 'Não é verdade que'],
  ['nl', 'Het kantoor opent op maandag', 'Volgens het document:', 'Het is niet waar dat'],
  ['ru', 'Офис открывается в понедельник', 'В документе сказано:', 'Это не так, что'],
  ['sv', 'Kontoret öppnar på måndag', 'Enligt dokumentet:', 'Det är inte sant att'],
  ['tr', 'Ofis pazartesi sabahı açılır', 'Belgeye göre:', 'Şu doğru değil:'],
  ['pl', 'Biuro otwiera się w poniedziałek', 'Zgodnie z dokumentem:', 'To nie jest prawda, że'],
  ['cs', 'Kancelář otevírá v pondělí', 'Podle dokumentu:', 'Není pravda, že'],
  ['da', 'Kontoret åbner på mandag', 'Ifølge dokumentet:', 'Det er ikke sandt, at'],
  ['no', 'Kontoret åpner på mandag', 'Ifølge dokumentet:', 'Det er ikke sant at'],
  ['fi', 'Toimisto avataan maanantaina kello yhdeksän', 'Ohjeen mukaan:', 'Ei ole totta, että'],
  ['ro', 'Biroul se deschide luni', 'Conform documentului:', 'Nu este adevărat că'],
  ['id', 'Kantor dibuka hari Senin', 'Menurut dokumen:', 'Tidak benar bahwa'],
  ['uk', 'Офіс відкривається в понеділок', 'Згідно з документом:', 'Це не так, що'],
  ['bg', 'Офисът отваря в понеделник', 'Според документа:', 'Не е вярно, че'],
  ['sr', 'Канцеларија се отвара понедељком', 'Према документу:', 'Није истина да'],
  ['el', 'Το γραφείο ανοίγει τη Δευτέρα', 'Σύμφωνα με το έγγραφο:', 'Δεν είναι αλήθεια ότι'],
  ['ar', 'يفتح المكتب يوم الاثنين صباحا', 'حسب الوثيقة:', 'ليس صحيحا أن'],
  ['he', 'המשרד נפתח ביום שני', 'לפי המסמך:', 'לא נכון ש'],
  ['hi', 'कार्यालय सोमवार को खुलता है', 'दस्तावेज़ के अनुसार:', 'यह सच नहीं है कि'],
  ['ja', '事務所は月曜日に開きます', '文書によると、', '次は真実ではありません：'],
  ['ko', '사무실은 월요일 아침에 엽니다', '문서에 따르면:', '다음은 사실이 아닙니다:'],
  ['th', 'สำนักงานเปิดวันจันทร์เช้า', 'ตามเอกสาร:', 'ไม่จริงที่ว่า'],
  ['fa', 'دفتر دوشنبه صبح باز می شود', 'طبق سند:', 'درست نیست که'],
])(
  'an exact quotation in %s',
  (...[language = '', quotation = '', introduction = '', denial = '']) => {
    const check = (claim: string) => verify(claim, `${quotation}.`, language);

    it('is exact after an introduction, contradicted after a denial, and undecided in an instruction', () => {
      expect(check(`${introduction} “${quotation}”`)).toBe('exact');
      expect(check(`${denial} “${quotation}”`)).toBe('not carried');
      expect(check(`Mallory 9000 EUR “${quotation}”`)).toBe('not carried');
    });
  },
);

describe('a statement that leaves out a condition of its source', () => {
  it.each([
    ['en', 'Goods may be returned within 30 days', ' unless the customer is a dealer.'],
    ['en', 'Employees may work remotely', ', if the manager agrees.'],
    ['en', 'Employees may work remotely', '\nunless the manager objects.'],
    ['en', 'Refunds are paid at once', ' provided that the receipt is shown.'],
    ['en', 'Employees may work remotely', ' only on Fridays.'],
    ['en', 'Shipping costs 1.5 EUR', ' (e.g. by mail) unless it is express.'],
    ['hu', 'A termék visszaküldhető', ', kivéve, ha a vevő kereskedő.'],
    ['de', 'Die Ware kann zurückgegeben werden', ', sofern der Kunde kein Händler ist.'],
    ['de', 'Mitarbeiter dürfen im Homeoffice arbeiten', ', wenn der Leiter zustimmt.'],
    ['fr', 'Le retour est accepté', ' sauf pour les revendeurs.'],
    ['fr', 'Le retour est accepté', ' à moins que le client soit revendeur.'],
    ['es', 'La devolución se acepta', ' salvo para los distribuidores.'],
    ['vi', 'Nhân viên được làm việc từ xa', ' nếu quản lý đồng ý.'],
    ['zh', '员工可以远程工作', '，除非经理反对。'],
    ['it', 'Il reso è accettato', ' tranne per i rivenditori.'],
    ['pt', 'A devolução é aceita', ' exceto para revendedores.'],
    ['nl', 'Retour is toegestaan', ' tenzij de klant handelaar is.'],
    ['ru', 'Сотрудники работают дома', ', если начальник согласен.'],
    ['sv', 'Retur är tillåten', ' utom för återförsäljare.'],
    ['tr', 'Çalışanlar evden çalışır', ', eğer müdür onaylarsa.'],
    ['pl', 'Zwrot jest możliwy', ', jeśli kierownik się zgodzi.'],
    ['cs', 'Vrácení je možné', ', pokud vedoucí souhlasí.'],
    ['da', 'Returnering er tilladt', ' medmindre kunden er forhandler.'],
    ['no', 'Retur er tillatt', ' dersom lederen er enig.'],
    ['fi', 'Palautus on sallittu', ', jos esimies suostuu.'],
    ['ro', 'Returul este acceptat', ' dacă managerul este de acord.'],
    ['id', 'Karyawan boleh bekerja jarak jauh', ' jika manajer setuju.'],
    ['uk', 'Працівники працюють вдома', ', якщо керівник згоден.'],
    ['bg', 'Служителите работят вкъщи', ', ако мениджърът е съгласен.'],
    ['sr', 'Запослени раде код куће', ', ако се шеф слаже.'],
    ['el', 'Η επιστροφή γίνεται δεκτή', ' εάν ο διευθυντής συμφωνεί.'],
    ['ar', 'يسمح بالعمل من المنزل', ' إذا وافق المدير.'],
    ['he', 'מותר לעבוד מהבית', ' אם המנהל מסכים.'],
    ['hi', 'कर्मचारी घर से काम कर सकते हैं', ' यदि प्रबंधक सहमत हो।'],
    ['ja', '従業員は自宅で働けます', 'が、上司が反対する場合を除く。'],
    ['ja', '従業員は自宅で働けます', '。ただし、上司が反対する場合を除く。'],
    ['en', 'Goods may be returned', '. Except by dealers.'],
    ['ko', '직원은 집에서 일할 수 있습니다', ', 단, 관리자가 동의해야 합니다.'],
    ['th', 'พนักงานทำงานที่บ้านได้', ' ถ้าผู้จัดการเห็นด้วย'],
    ['fa', 'کارکنان از خانه کار می کنند', ' اگر مدیر موافق باشد.'],
  ])(
    'in %s is not exact without the condition, but is with it: %s …%s',
    (language, statement, condition) => {
      expect(verify(statement, statement + condition, language)).not.toBe('exact');
      expect(verify(`“${statement}”`, statement + condition, language)).not.toBe('exact');
      expect(verify(statement + condition, statement + condition, language)).toBe('exact');
    },
  );

  it.each([
    ['en', 'If the manager agrees, ', 'employees may work remotely'],
    ['en', 'Only after a year ', 'employees may work remotely'],
    ['de', 'Falls der Leiter zustimmt, ', 'arbeiten Mitarbeiter im Homeoffice'],
    ['zh', '如果经理同意，', '员工可以远程工作'],
  ])('in %s is not exact if the condition comes first: %s', (language, condition, statement) => {
    expect(verify(statement, `${condition}${statement}.`, language)).not.toBe('exact');
  });

  it.each([
    ['en', 'Employees may work remotely', '\nIf the manager agrees'],
    ['de', 'Mitarbeiter arbeiten im Homeoffice', '\nFalls der Leiter zustimmt'],
  ])('in %s is not exact if the condition is in the next line', (language, statement, line) => {
    expect(verify(statement, `${statement}${line}`, language)).not.toBe('exact');
    expect(verify(statement, `${statement}\nThe canteen opens at noon`, language)).toBe('exact');
  });

  it('is exact if the condition belongs to another sentence', () => {
    const content =
      'If it rains, the yard is closed. Smoking is allowed in the yard. Ask if you are unsure.';

    expect(verify('Smoking is allowed in the yard.', content)).toBe('exact');
  });

  it.each([
    ['ja', '従業員は建物内で喫煙', '従業員は建物内で喫煙できません。'],
    ['de', 'Rauchen ist im Gebäude', 'Rauchen ist im Gebäude nicht erlaubt.'],
  ])('in %s is not exact without the negation that follows', (language, claim, content) => {
    expect(verify(claim, content, language)).not.toBe('exact');
  });
});

import { describe, expect, it } from '@jest/globals';
import { saysNotFound } from '../../src/citations/cut-statements.js';
import { growthOf, LINEAR } from '../support/growth.js';

/** What a person says who looked and found nothing: of the documents, of "they", of none of them, of what they cover, and of the search. */
const NOTHING_FOUND: readonly (readonly [string, readonly string[]])[] = [
  [
    'en',
    [
      'The documents do not say when the canteen opens.',
      'They do not mention it.',
      'None of the documents says who pays for it.',
      'This is not part of what the documents cover.',
      'I could not find anything about it.',
    ],
  ],
  [
    'de',
    [
      'Die Dokumente sagen dazu nichts.',
      'Die Unterlagen enthalten keine Angaben zur Kantine.',
      'Sie nennen dafür nichts.',
      'Es wird dort nicht erwähnt.',
      'Keines der Dokumente sagt, wer das bezahlt.',
      'In keinem der Dokumente steht, wann die Kantine öffnet.',
      'Das geht aus den Dokumenten leider nicht hervor.',
      'Das ist nicht Teil der Dokumente.',
      'Ich konnte dazu nichts finden, es gibt keine Angaben dazu.',
    ],
  ],
  [
    'fr',
    [
      'Les documents ne disent pas quand la cantine ouvre.',
      'Les documents ne le précisent pas.',
      'Ils n’en parlent pas.',
      'Aucun des documents ne dit qui paie.',
      'Cela ne fait pas partie des documents.',
      'Ce point n’est pas mentionné.',
      'Je ne trouve rien à ce sujet.',
    ],
  ],
  [
    'es',
    [
      'Los documentos no dicen cuándo abre la cantina.',
      'No lo mencionan.',
      'Ninguno de los documentos dice quién paga.',
      'Esto no forma parte de los documentos.',
      'No he podido encontrar nada al respecto.',
      'No está mencionado en ninguna parte.',
    ],
  ],
  [
    'it',
    [
      'I documenti non dicono quando apre la mensa.',
      'I documenti non lo specificano.',
      'Non lo menzionano.',
      'Nessuno dei documenti dice chi paga.',
      'Questo non fa parte dei documenti.',
      'Non riesco a trovare nulla al riguardo.',
    ],
  ],
  [
    'pt',
    [
      'Os documentos não dizem quando abre o refeitório.',
      'Eles não mencionam isso.',
      'Nenhum dos documentos diz quem paga.',
      'Isso não faz parte dos documentos.',
      'Não consegui encontrar nada sobre isso.',
      'O assunto não é mencionado.',
    ],
  ],
  [
    'nl',
    [
      'De documenten zeggen niet wanneer de kantine opengaat.',
      'In de documenten staat niet wanneer de kantine opengaat.',
      'Ze vermelden het niet.',
      'Geen van de documenten zegt wie dat betaalt.',
      'Dit maakt geen deel uit van de documenten.',
      'Ik heb hierover niets gevonden.',
      'Er is geen informatie over de kantine.',
    ],
  ],
  [
    'pl',
    [
      'Dokumenty nie mówią, kiedy otwiera się stołówka.',
      'O tym nie wspominają.',
      'Żaden z dokumentów nie mówi, kto płaci.',
      'To nie jest częścią dokumentów.',
      'Nie udało mi się znaleźć nic na ten temat.',
    ],
  ],
  [
    'hu',
    [
      'A dokumentumok nem mondják meg, mikor nyit a menza.',
      'Erről nem írnak.',
      'Egyik dokumentum sem mondja meg, ki fizeti.',
      'Ez nem része annak, amit a dokumentumok leírnak.',
      'Nem találtam erről semmit.',
    ],
  ],
  [
    'ru',
    [
      'Документы не говорят, когда открывается столовая.',
      'Об этом они не упоминают.',
      'Ни один из документов не говорит, кто платит.',
      'Это не входит в документы.',
      'Мне не удалось найти ничего на эту тему.',
    ],
  ],
  [
    'tr',
    [
      'Belgeler kantinin ne zaman açıldığını söylemiyor.',
      'Belgelerde bu bilgi yer almıyor.',
      'Bunu belirtmiyorlar.',
      'Belgelerin hiçbiri kimin ödediğini söylemiyor.',
      'Bu, belgelerin bir parçası değil.',
      'Bununla ilgili bir şey bulamadım.',
    ],
  ],
  [
    'vi',
    [
      'Các tài liệu không nói khi nào căng tin mở cửa.',
      'Chúng không đề cập đến điều này.',
      'Không có tài liệu nào nói ai trả tiền.',
      'Điều này không thuộc nội dung các tài liệu.',
      'Tôi không tìm thấy gì về việc này.',
    ],
  ],
  [
    'zh',
    [
      '文件没有说明食堂何时开放。',
      '这些文件都没有提到这一点。',
      '它们没有说。',
      '没有任何文件说明由谁付款。',
      '这不属于文件的内容。',
      '没有找到相关信息。',
      '文件中沒有提及食堂。',
    ],
  ],
  [
    'ja',
    [
      '文書には食堂がいつ開くか記載されていません。',
      'それについては述べられていません。',
      'どの文書にも誰が支払うかは書かれていません。',
      '文書の範囲外です。',
      'これについての情報は見つかりませんでした。',
      '資料からは分かりません。',
    ],
  ],
  [
    'ko',
    [
      '문서에는 식당이 언제 여는지 나와 있지 않습니다.',
      '이에 대해서는 언급하지 않습니다.',
      '어떤 문서에도 누가 지불하는지 적혀 있지 않습니다.',
      '관련 정보를 찾을 수 없습니다.',
    ],
  ],
  [
    'ar',
    [
      'لا تذكر المستندات متى يفتح المقصف.',
      'الوثائق لا تحدد ذلك.',
      'هي لا تذكر ذلك.',
      'هذا ليس جزءا من المستندات.',
      'لم أعثر على شيء حول ذلك.',
      'لا توجد معلومات عن المقصف.',
    ],
  ],
  ['sv', ['Dokumenten säger inte när matsalen öppnar.', 'Jag hittade inget om det.']],
  ['da', ['Dokumenterne siger ikke, hvornår kantinen åbner.', 'Jeg fandt intet om det.']],
  ['no', ['Dokumentene sier ikke når kantinen åpner.', 'Jeg fant ingenting om det.']],
  ['fi', ['Asiakirjat eivät kerro, milloin ruokala aukeaa.', 'En löytänyt siitä mitään.']],
  ['cs', ['Dokumenty neuvádějí, kdy jídelna otevírá.', 'Nenašel jsem o tom nic.']],
  ['ro', ['Documentele nu spun când se deschide cantina.', 'Nu am găsit nimic despre asta.']],
  ['uk', ['Документи не кажуть і не згадують про їдальню.', 'Я не знайшов нічого про це.']],
  ['bg', ['Документите не казват кога отваря столът.', 'Не намерих нищо за това.']],
  ['sr', ['Документи не кажу када се отвара менза.', 'Нисам нашао ништа о томе.']],
  ['el', ['Τα έγγραφα δεν λένε πότε ανοίγει η καντίνα.', 'Δεν βρήκα τίποτα σχετικό.']],
  ['id', ['Dokumen tidak menyebutkan kapan kantin buka.', 'Saya tidak menemukan apa pun.']],
  ['he', ['המסמכים לא מציינים מתי נפתחת הקפיטריה.', 'לא מצאתי על כך דבר.']],
  ['hi', ['दस्तावेज़ों में कैंटीन का उल्लेख नहीं है।', 'इसके बारे में कोई जानकारी नहीं मिली।']],
  ['fa', ['اسناد نمی‌گویند غذاخوری چه زمانی باز می‌شود.', 'چیزی پیدا نکردم.']],
  ['th', ['เอกสารไม่ได้ระบุว่าโรงอาหารเปิดเมื่อใด', 'ไม่พบข้อมูลเรื่องนี้']],
  ['lt', ['Dokumentuose nenurodyta, kada atidaroma valgykla.', 'Nieko apie tai neradau.']],
  [
    'ga',
    ['Ní deir na doiciméid cathain a osclaíonn an ceaintín.', 'Níor aimsigh mé aon rud faoi.'],
  ],
  ['hy', ['Փաստաթղթերը չեն ասում, թե երբ է բացվում ճաշարանը։', 'Դրա մասին ոչինչ չգտա։']],
  ['ne', ['कागजातहरूले क्यान्टिन कहिले खुल्छ भन्दैनन्।', 'यसबारे केही फेला परेन।']],
  ['ta', ['ஆவணங்கள் உணவகம் எப்போது திறக்கும் என்று கூறவில்லை.', 'இதைப் பற்றி எதுவும் கிடைக்கவில்லை.']],
  ['ur', ['دستاویزات یہ نہیں بتاتیں کہ کینٹین کب کھلتی ہے۔', 'اس بارے میں کچھ نہیں ملا۔']],
];

const DENIALS: readonly (readonly [string, readonly string[]])[] = [
  [
    'en',
    [
      'Interns do not get a bonus.',
      'The contract does not end on a Sunday.',
      'The policy does not cover water damage.',
      'The contract does not include travel costs.',
    ],
  ],
  ['de', ['Praktikanten bekommen keinen Bonus.', 'Es ist nicht erlaubt, im Haus zu rauchen.']],
  ['fr', ['Les stagiaires ne reçoivent pas de prime.', 'Il ne paie pas les frais.']],
  [
    'es',
    [
      'Los becarios no reciben una prima.',
      'El contrato no termina en domingo.',
      'El contrato no incluye los gastos de viaje.',
    ],
  ],
  ['it', ['I tirocinanti non ricevono un premio.', 'Il contratto non scade di domenica.']],
  ['pt', ['Os estagiários não recebem um bônus.', 'O contrato não termina num domingo.']],
  ['nl', ['Stagiairs krijgen geen bonus.', 'Het contract eindigt niet op een zondag.']],
  ['pl', ['Stażyści nie otrzymują premii.', 'Umowa nie kończy się w niedzielę.']],
  ['hu', ['A gyakornokok nem kapnak jutalmat.', 'A szerződés nem jár le vasárnap.']],
  ['ru', ['Стажёры не получают премию.', 'Договор не заканчивается в воскресенье.']],
  [
    'tr',
    [
      'Stajyerler prim almıyor.',
      'Belgede iznin verildiği belirtilmiştir.',
      'Belgelerde bu kural yer almaktadır.',
      'Sözleşme bu maddeyi içermektedir.',
    ],
  ],
  ['vi', ['Thực tập sinh không được nhận thưởng.', 'Hợp đồng không kết thúc vào chủ nhật.']],
  ['zh', ['实习生没有奖金。', '合同不在星期日到期。']],
  ['ja', ['インターンには賞与は支給されません。', '契約は日曜日には終了しません。']],
  ['ko', ['인턴은 상여금을 받지 않습니다.', '계약은 일요일에 끝나지 않습니다.']],
  ['ar', ['لا يحصل المتدربون على مكافأة.', 'العقد لا ينتهي يوم الأحد.']],
  ['sv', ['Praktikanter får ingen bonus.', 'Avtalet upphör inte på en söndag.']],
  ['da', ['Praktikanter får ingen bonus.', 'Kontrakten ophører ikke en søndag.']],
  ['no', ['Praktikanter får ingen bonus.', 'Kontrakten utløper ikke på en søndag.']],
  ['fi', ['Harjoittelijat eivät saa bonusta.', 'Sopimus ei pääty sunnuntaina.']],
  ['cs', ['Stážisté nedostávají prémii.', 'Smlouva nekončí v neděli.']],
  ['ro', ['Stagiarii nu primesc un bonus.', 'Contractul nu se încheie duminica.']],
  ['uk', ['Стажери не отримують премію.', 'Договір не закінчується в неділю.']],
  ['bg', ['Стажантите не получават бонус.', 'Договорът не изтича в неделя.']],
  ['sr', ['Приправници не добијају бонус.', 'Уговор не истиче у недељу.']],
  ['el', ['Οι ασκούμενοι δεν παίρνουν μπόνους.', 'Η σύμβαση δεν λήγει Κυριακή.']],
  ['id', ['Peserta magang tidak mendapat bonus.', 'Kontrak tidak berakhir pada hari Minggu.']],
  ['he', ['המתמחים לא מקבלים בונוס.', 'החוזה לא מסתיים ביום ראשון.']],
  ['hi', ['प्रशिक्षुओं को बोनस नहीं दिया जाता।', 'अनुबंध रविवार को समाप्त नहीं होता।']],
  ['fa', ['کارآموزان پاداش نمی‌گیرند.', 'قرارداد یکشنبه تمام نمی‌شود.']],
  ['th', ['นักศึกษาฝึกงานไม่ได้รับโบนัส', 'สัญญาไม่สิ้นสุดในวันอาทิตย์']],
  ['lt', ['Praktikantai negauna premijos.', 'Sutartis nesibaigia sekmadienį.']],
  ['ga', ['Ní fhaigheann printísigh bónas.', 'Ní chríochnaíonn an conradh Dé Domhnaigh.']],
  ['hy', ['Պրակտիկանտները հավելավճար չեն ստանում։', 'Պայմանագիրը կիրակի օրը չի ավարտվում։']],
  ['ne', ['प्रशिक्षार्थीले बोनस पाउँदैनन्।', 'सम्झौता आइतबार सकिँदैन।']],
  ['ta', ['பயிற்சியாளர்களுக்கு போனஸ் கிடையாது.', 'ஒப்பந்தம் ஞாயிற்றுக்கிழமை முடிவடையாது.']],
  ['ur', ['زیر تربیت افراد کو بونس نہیں ملتا۔', 'معاہدہ اتوار کو ختم نہیں ہوتا۔']],
];

const rowsOf = (table: typeof DENIALS) =>
  table.flatMap(([language, sentences]) =>
    sentences.map((sentence) => [language, sentence] as const),
  );

describe('an answer that says that the documents do not contain something', () => {
  it.each(rowsOf(NOTHING_FOUND))('is recognised, %s: %s', (_language, sentence) => {
    expect(saysNotFound(sentence)).toBe(true);
  });

  it.each(rowsOf(DENIALS))(
    'is distinguished from one that denies a fact, %s: %s',
    (_language, sentence) => {
      expect(saysNotFound(sentence)).toBe(false);
    },
  );

  it.each([
    'documents ',
    'text',
    'forrás',
    'texto',
    'fonte',
    'bron',
    'estratt',
    'rapor',
    'договор',
    'πολιτικ',
  ])('is checked in linear time, however often it says %j', (piece) => {
    const growth = growthOf((size) => saysNotFound(piece.repeat(size / piece.length)), 2_400);

    expect(growth).toBeLessThan(LINEAR);
  });
});

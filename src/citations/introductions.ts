import { analyze, splitWords, toWordSets } from '../language/index.js';

/**
 * Words that introduce a quotation and add nothing to it: who says it, and that it is said. None that allows, obliges, denies, limits or
 * orders.
 */
const INTRODUCING = toWordSets({
  en: `a an s the this that these its it is are was in on at of by from to for with as and also here there it's there's
    according accordance per says say said saying states state stated stating reads read puts put writes wrote written notes noted explains
    explained describes described defines defined mentions mentioned specifies specified lists listed shows quote quotes quoted cited cites
    wording words exact exactly literally verbatim following follows below above given
    policy policies document documents manual handbook guide guideline guidelines text source sources passage page pages section sections chapter
    paragraph clause article rule rules contract agreement regulation terms file report note faq answer sentence relevant original we you our your`,
  hu: `a az ez ezt egy szerint alapján és is hogy így itt ott úgy mint szó szerinti szerint írja mondja áll olvasható szerepel rögzíti kimondja fogalmaz
    leírja tartalmazza említi következő alábbi pontosan idézet idézve eredeti van
    szabályzat szabályzatban dokumentum dokumentumban kézikönyv kézikönyvben útmutató szöveg szövege forrás oldal oldalon fejezet fejezetben szakasz pont
    pontja bekezdés cikk szerződés szerződésben leírás rendelkezés válasz mondat`,
  de: `der die das den dem des ein eine einer dies diese dieser es ist sind in im am an auf aus bei von vom zu zur laut gemäß nach wie und auch so hier
    dass heißt steht lautet sagt schreibt besagt erklärt beschreibt nennt erwähnt legt fest hält regelt führt zitiert zitat wörtlich genau
    folgendes folgende folgenden wortlaut unter
    richtlinie regelung dokument handbuch leitfaden text quelle seite abschnitt kapitel absatz artikel paragraph ziffer vertrag vereinbarung
    bericht antwort satz original bestimmung bestimmungen`,
  fr: `le la les l un une des du de d ce c cet cette ces est sont à au aux en dans sur par selon d'après après comme et aussi ici que qu il on
    suivant suivante conformément dit indique précise écrit lit stipule mentionne énonce explique décrit définit cite citation textuellement
    exactement suit mots termes
    politique règlement document manuel guide texte source page section chapitre paragraphe article clause contrat accord rapport réponse phrase
    original règle règles`,
  es: `el la los las lo un una del de este esta esto es son a al en por según como y también aquí que se conforme acuerdo
    dice indica señala establece escribe lee menciona explica describe define cita textualmente literalmente exactamente siguiente sigue palabras
    política reglamento documento manual guía texto fuente página sección capítulo párrafo artículo cláusula contrato informe respuesta frase
    original norma normas`,
  vi: `theo như trong ở tại của và là rằng này đó sau đây có nêu ghi viết nói quy định trích dẫn nguyên văn chính xác mô tả giải thích
    chính sách tài liệu sổ tay hướng dẫn văn bản nguồn trang mục chương đoạn điều khoản hợp đồng báo cáo câu trả lời`,
  zh: `根据 按照 依照 据 依据 在 中 里 的 是 为 这 该 此 其中 如 如下 以下 所 和 与 也 明确 指出 写道 写 写明 说 说明 称 提到 提及 显示 载明 表示 规定 描述 解释
    原文 引用 原话 内容 文中 政策 文件 文档 手册 指南 资料 来源 第 页 章 节 条 款 段 合同 协议 报告 回答 句 制度 规则 公司`,
  it: `il lo la i gli le l un uno una del dello della dei delle di questo questa è sono a al alla in nel nella su da dal secondo come e anche qui che
    si conforme base dice indica precisa scrive legge stabilisce menziona spiega descrive definisce cita citazione testualmente letteralmente
    esattamente seguente segue parole
    politica regolamento documento manuale guida testo fonte pagina sezione capitolo paragrafo articolo clausola contratto accordo relazione
    risposta frase originale regola regole`,
  pt: `o a os as um uma do da dos das de este esta isto é são ao à em no na nos nas por segundo conforme como e também aqui que se acordo com
    diz indica afirma estabelece escreve lê menciona explica descreve define cita textualmente literalmente exatamente seguinte segue palavras
    política regulamento documento manual guia texto fonte página seção secção capítulo parágrafo artigo cláusula contrato relatório resposta frase
    original regra regras`,
  nl: `de het een dit deze is zijn in op aan van uit bij volgens zoals en ook hier dat er staat luidt zegt schrijft vermeldt stelt beschrijft legt
    uit noemt citeert citaat letterlijk precies volgende bepaalt
    beleid regeling document handboek handleiding gids tekst bron pagina sectie hoofdstuk paragraaf artikel clausule contract overeenkomst rapport
    antwoord zin origineel regel regels`,
  ru: `в во на по из о об к с и а это этот эта эти этом как так же здесь что согласно соответствии соответственно говорится сказано указано написано
    гласит пишет говорит указывает описывает определяет упоминает цитирует цитата дословно буквально точно следующее следующем словами
    политика политике политики документ документе документа документу руководство руководстве руководства руководству инструкция инструкции текст тексте источник
    источнике источнику страница странице раздел разделе глава главе пункт пункте пункту абзац статья статье статьи договор договоре договору отчёт отчет ответ
    предложение правило правила правилам правилах`,
  sv: `en ett den det de denna detta är i på av från till vid enligt som och också här att står lyder säger skriver anger beskriver förklarar nämner
    citerar citat ordagrant exakt följande
    policy policyn dokument dokumentet handbok handboken guide text texten källa källan sida sidan avsnitt avsnittet kapitel kapitlet stycke
    artikel avtal avtalet rapport svar mening regel regler reglerna`,
  tr: `bir bu şu o ve de da göre uyarınca olarak şöyle şu şekilde der diyor denir yazar yazıyor yazılıdır belirtir belirtiyor belirtilir belirtildiği
    açıklar ifade eder geçer alıntı aynen kelimesi kelimesine tam aşağıdaki gibi
    politika politikaya politikada belge belgede belgeye kılavuz kılavuzda kılavuza el kitabı kitabında kitabına rehber metin metinde kaynak kaynakta
    sayfa sayfada bölüm bölümde bölüme madde maddede maddeye fıkra sözleşme sözleşmede sözleşmeye rapor yanıt cümle kural kurallar kurallara`,
  pl: `w we na z ze o do i a to ten ta te tym tej jest są jak tak też tutaj że zgodnie według mówi podaje stwierdza stanowi głosi pisze napisano
    określa opisuje wyjaśnia wymienia cytuje cytat dosłownie dokładnie następująco następujące brzmi
    polityka polityki polityką polityce dokument dokumentu dokumencie dokumentem podręcznik podręcznika podręczniku instrukcja instrukcji tekst
    tekstu źródło źródła źródle strona strony stronie sekcja sekcji rozdział rozdziału rozdziale ustęp artykuł artykułu punkt punktu umowa umowy umowie
    raport odpowiedź zdanie regulamin regulaminu regulaminie regulaminem`,
  cs: `v ve na z ze o do i a to ten ta te tom té je jsou jak tak také zde že podle dle říká uvádí stanoví praví píše popisuje vysvětluje určuje
    cituje citace doslova přesně následující zní
    zásady pravidla dokument dokumentu příručka příručky příručce příručky manuál text textu zdroj zdroje strana strany straně oddíl kapitola kapitoly
    kapitole odstavec článek článku bod smlouva smlouvy smlouvě zpráva odpověď věta`,
  da: `en et den det de denne dette er i på af fra til ved ifølge som og også her at står lyder siger skriver angiver beskriver forklarer nævner
    citerer citat ordret præcis følgende
    politik politikken dokument dokumentet håndbog håndbogen vejledning tekst teksten kilde kilden side siden afsnit afsnittet kapitel kapitlet
    stykke artikel aftale aftalen kontrakt rapport svar sætning regel regler reglerne`,
  no: `en et den det de denne dette er i på av fra til ved ifølge som og også her at står lyder sier skriver angir beskriver forklarer nevner
    siterer sitat ordrett nøyaktig følgende
    politikk dokument dokumentet håndbok håndboken veiledning tekst teksten kilde kilden side siden avsnitt avsnittet kapittel kapittelet
    artikkel avtale avtalen kontrakt rapport svar setning regel regler reglene`,
  fi: `tämä tämän tässä se sen siinä on ja myös kuin kuten näin että mukaan mukaisesti sanoo sanotaan kirjoittaa lukee toteaa todetaan kuvaa määrittää
    mainitsee lainaus lainaa sanatarkasti täsmälleen seuraavasti seuraava
    käytäntö käytännön asiakirja asiakirjan asiakirjassa ohje ohjeen ohjeessa käsikirja käsikirjan käsikirjassa teksti tekstin lähde lähteen
    sivu sivulla luku luvussa kohta kohdan kohdassa artikla sopimus sopimuksen sopimuksessa raportti vastaus lause sääntö säännöt sääntöjen`,
  ro: `un o acest această acesta este sunt la în din de pe cu și ca cum așa aici că conform potrivit spune scrie precizează prevede menționează
    explică descrie definește citează citat textual exact următorul următoarele
    politica politicii documentul documentului manualul manualului ghidul ghidului textul textului sursa sursei pagina secțiunea capitolul
    paragraful articolul clauza contractul contractului raportul răspunsul propoziția regula regulile regulamentul regulamentului`,
  id: `yang di ke dari pada dalam dan juga ini itu adalah seperti menurut sesuai berdasarkan bahwa mengatakan menyatakan tertulis berbunyi menyebutkan
    menjelaskan mendefinisikan mengutip kutipan persis berikut tepat
    kebijakan dokumen buku panduan pedoman teks sumber halaman bagian bab paragraf pasal klausul kontrak perjanjian laporan jawaban kalimat aturan peraturan`,
  uk: `в у на по з із зі про до і й та а це цей ця ці цьому як так тут що згідно відповідно зазначено сказано вказано написано йдеться говорить пише
    зазначає описує визначає згадує цитує цитата дослівно точно наступне таке
    політика політики політиці документ документа документі документу посібник посібника посібнику посібником інструкція інструкції текст тексті джерело джерелі
    сторінка сторінці розділ розділі глава главі пункт пункті абзац стаття статті договір договорі договором звіт відповідь речення правила правил`,
  bg: `в във на по от за към с и а е са това този тази тези както така тук че според съгласно казва пише гласи посочва посочено описва определя
    обяснява цитира цитат дословно точно следното следва
    политика политиката документ документа документът наръчник наръчника ръководство ръководството инструкция текст текста източник източника страница
    раздел глава точка параграф член договор договора отчет отговор изречение правила правилата`,
  sr: `у на по из о до и а је су то овај ова ово ове како тако овде да према сходно каже пише гласи наводи стоји описује одређује објашњава
    цитира цитат дословно тачно следеће следи
    политика политици документ документа документу приручник приручника приручнику упутство упутства упутству текст тексту извор извора страна страни одељак поглавље поглављу
    члан члану уговор уговора уговору извештај одговор реченица правила правилима`,
  el: `ο η το οι τα του της των τον την τις ένα μια αυτό αυτή είναι σε στο στη στην στον στα από με και επίσης όπως έτσι εδώ ότι πως σύμφωνα κατά
    λέει αναφέρει ορίζει γράφει περιγράφει εξηγεί δηλώνει παραθέτει παράθεμα ακριβώς κατά λέξη εξής ακόλουθο
    πολιτική έγγραφο εγγράφου εγχειρίδιο εγχειριδίου οδηγός οδηγό κείμενο πηγή σελίδα ενότητα κεφάλαιο παράγραφος άρθρο σύμβαση έκθεση απάντηση
    πρόταση κανόνας κανόνες`,
  ar: `في من على إلى عن و ب ل هذا هذه ذلك هو هي كما أن إن التالي التالية يلي ما وفقا وفقًا حسب بحسب طبقا يقول تقول ينص تنص يذكر تذكر ورد جاء
    يوضح توضح يصف يكتب مكتوب نص النص نصا حرفيا بالضبط اقتباس
    السياسة الوثيقة المستند الدليل الكتاب المصدر الصفحة القسم الفصل الفقرة المادة البند العقد الاتفاق التقرير الجواب الجملة القواعد للسياسة للوثيقة للمستند للدليل`,
  he: `ב של את על אל מן זה זו הוא היא כך כאן ש כי גם לפי פי בהתאם על אומר אומרת קובע קובעת כותב כתוב נאמר מציין מציינת מסביר מתאר מצטט ציטוט
    מילולית בדיוק הבא הבאה להלן
    המדיניות המסמך במסמך המדריך במדריך הספר הטקסט המקור העמוד בעמוד הסעיף בסעיף הפרק בפרק הפסקה החוזה בחוזה הדוח התשובה המשפט הכללים`,
  hi: `के का की में से को ने पर और यह ये इस वह है हैं कि जैसा भी यहाँ अनुसार मुताबिक कहता कहती कहा लिखा लिखता बताता बताती गया उल्लेख वर्णन
    उद्धरण शब्दशः ठीक निम्नलिखित
    नीति दस्तावेज़ दस्तावेज पुस्तिका मार्गदर्शिका पाठ स्रोत पृष्ठ अनुभाग अध्याय अनुच्छेद धारा अनुबंध समझौता रिपोर्ट उत्तर वाक्य नियम नियमों`,
  ja: `の は が を に で と も この その これ それ ここ には では による よる よれ ば とおり 通り 次 以下 ように よう とき と 書 か れ て い る ある あり い ます まし
    書い 述べ 記載 さ し 記さ 定め 規定 説明 引用 原文 文書 資料 マニュアル 規程 方針 手引き ガイド 本文 出典 ページ 頁 章 節 条 項 第 契約 契約書 報告書 回答 文 たら です だ`,
  ko: `이 그 는 은 가 을 를 의 에 에서 에는 에서는 로 으로 와 과 도 및 다음 다음과 같이 같은 따르면 따라 의하면 명시 명시되어 명시한다 말한다 말합니다 적혀 적고 쓰여 있다 있습니다 라고
    고 설명한다 기술 인용 원문 정확히 그대로
    정책 정책에 정책은 문서 문서에 문서는 문서에는 매뉴얼 매뉴얼에 안내서 안내서에 지침 지침에 본문 출처 페이지 쪽 장 절 조 항 제 계약 계약서 계약서에 보고서 답변 문장 규정 규정에 규칙`,
  th: `ตาม ใน ที่ ของ และ ว่า นี้ นั้น คือ เป็น ดังนี้ ดังต่อไปนี้ ระบุ กล่าว เขียน อธิบาย กำหนด ไว้ อ้างอิง ข้อความ ต้นฉบับ
    นโยบาย เอกสาร คู่มือ แหล่ง ที่มา หน้า ส่วน บท ย่อหน้า ข้อ มาตรา สัญญา รายงาน คำตอบ ประโยค กฎ ระเบียบ`,
  fa: `در از به با و که این آن است هم طبق مطابق بر اساس چنین زیر می‌گوید میگوید گوید آمده نوشته بیان شرح ذکر شده نقل عین عینا دقیقا
    سیاست سند راهنما متن منبع صفحه بخش فصل بند ماده قرارداد گزارش پاسخ جمله قوانین`,
});

/** Each language's list as the analyzer would store it, for the forms of a word that the list does not spell out. */
const STEMS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  [...INTRODUCING].map(([language, words]) => [
    language,
    new Set([...words].flatMap((word) => analyze(word, { languages: [language] }))),
  ]),
);

/** The words of a text that do more than introduce a quotation; all of them in a language without a list. */
export const findWordsBesideIntroduction = (text: string, language: string): string[] => {
  const words = INTRODUCING.get(language);
  const stems = STEMS.get(language);
  return splitWords(text).filter((word) => {
    if (words === undefined || words.has(word)) return words === undefined;
    const terms = analyze(word, { languages: [language] });
    return !terms.every((term) => stems?.has(term) === true);
  });
};

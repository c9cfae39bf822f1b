import { stemmer } from '@orama/stemmers/turkish';
import type { Locale } from '../locale.js';

export const tr: Locale = {
  script: 'Latin',
  iso3: 'tur',
  letters: { has: /[ığş]/u },
  commonWords: `ve bir bu ne kim nasıl neden nerede kaç hangi için ile mi mı mu mü da de değil var yok olarak gibi ben biz gün daha`,
  stemmer,
  hasOwnCase: true,
  functionWords: `ama ben bir biz bu da daha de değil diye gibi hangi hangisi hem için ile kaç kadar ki kim kime kimin mı mi mu mü
    nasıl ne neden nedir nerede nereye niçin niye o olan olarak olduğu olur sen şu ve veya var ya yok
    zaman zamanda kimdir kimler kimi kimden kiminle kimlerin kimlere kimleri kimlerden kimde neyi neye neyin neyle neler nelerdir neleri
    nelere neyden nedenle nedendir nereyi neresi neresinde nerededir nereden neredendir nereler nerelerde nerelere nasıldır niçindir
    hangileri hangisidir hangilerini hangisini kaçtır kaçıncı kaça kaçta kadardır kadarı mıdır midir mudur müdür vardır yoktur oldu olmuş
    olmuştur olduğunu olmak olup olmaktadır tarafından arasında arasındaki üzerinde üzerine içinde şekilde bunu bunun buna şunu onun onu ona
    onlar ise ancak hiç her çok en itibaren denir denilir denmektedir in ın un ün nin nın nun nün yi yı yu yü ye te ta den dan ten tan nda
    nde ndan nden na ler lar li lı lu lü`,
  negations: 'değil yok hiç asla hayır yasak yasaktır değildir yoktur',
  conditions: 'eğer hariç dışında şartıyla koşuluyla şayet takdirde sürece kaydıyla',
  conditionsInside:
    /(?<=\p{L}{2})(?:[ae]rsa|[ae]rse|[ıiuü]rsa|[ıiuü]rse|m[ae]dıkça|m[ae]dikçe|yorsa|mışsa|mişse|dıysa|diyse)(?:\p{L}{0,4})(?!\p{L})/u,
  provisos: { words: 'hariç' },
  introducingWords: `bir bu şu o ve de da göre uyarınca olarak şöyle şu şekilde der diyor denir yazar yazıyor yazılıdır belirtir belirtiyor belirtilir belirtildiği
    açıklar ifade eder geçer alıntı aynen kelimesi kelimesine tam aşağıdaki gibi
    politika politikaya politikada belge belgede belgeye kılavuz kılavuzda kılavuza el kitabı kitabında kitabına rehber metin metinde kaynak kaynakta
    sayfa sayfada bölüm bölümde bölüme madde maddede maddeye fıkra sözleşme sözleşmede sözleşmeye rapor yanıt cümle kural kurallar kurallara`,
  reversingWords:
    'yanlış yalan asılsız efsane söylenti inkâr reddediyor şüpheli sözde güya aksine tersine yoksay unut nadiren şaka uydurma',
  everybodyWords: 'herkes herkese bütün tüm daima her',
  onlyWords: 'yalnızca sadece ancak',
  negationsInside: {
    harmless: /(?<!\p{L})(?:namaz|temmuz|elmas|dolmuş|yılmaz)\p{L}{0,4}/gu,
    negation:
      /(?<=\p{L}{2})m(?:[ae]z(?:lar|ler|sa|se|d[ıi]|s[ıi]n\p{L}{0,3})?|[ıiuü]yor\p{L}{0,6}|[ae]d[ıi](?:k|lar|ler|m|n|n[ıi]z)?|[ae]m[ıi]ş(?:t[ıi]r)?|[ae]yaca[kğ]\p{L}{0,5}|[ae]yece[kğ]\p{L}{0,5}|[ae]m[ae](?:l[ıi](?:d[ıi]r)?|k|s[ıi]\p{L}{0,4})|[ae]yan\p{L}{0,3}|[ae]yen\p{L}{0,3})(?!\p{L})/gu,
  },
  numerals: {
    upToNineteen: 'bir iki üç dört beş altı yedi sekiz dokuz on',
    tens: 'yirmi otuz kırk elli altmış yetmiş seksen doksan',
    hundreds: 'yüz',
    ambiguous: 'bir altı yedi on yüz kırk',
  },
  units: {
    second: 'saniye',
    minute: 'dakika',
    hour: 'saat',
    day: 'gün',
    week: 'hafta',
    month: 'ay',
    year: 'yıl yılı',
    percent: 'yüzde',
    eur: 'avro',
    usd: 'dolar',
    try: 'lira tl',
    thousand: 'bin',
    million: 'milyon',
    billion: 'milyar',
    person: 'kişi',
    time: 'kez kere',
  },
  shortUnitEndings: 'let lük lık lar ler de da den dan ü ı ün ın lardan lerde',
  rates: {
    lead: 'her',
    periods: 'dakika saat gün hafta ay yıl',
    words: '- saatlik|saatte günlük|günde haftalık|haftada aylık|ayda yıllık|yılda',
  },
  months: 'ocak şubat mart nisan mayıs haziran temmuz ağustos eylül ekim kasım aralık',
  ambiguousMonths: 'mart ocak ekim kasım aralık',
  weekdays: 'pazartesi salı çarşamba perşembe cuma cumartesi pazar',
  wholeDateWords: 'pazar cuma salı',
  abbreviations: 'av',
  answerTypes: {
    comparison: { words: String.raw`fark\p{L}*` },
    quantity: { words: String.raw`kaç\p{L}*|ne kadar` },
    price: { words: String.raw`kaç (?:para|lira|euro)|ücreti ne\p{L}*|fiyatı ne\p{L}*` },
    day: { words: String.raw`ne zamandan|hangi (?:tarih|yıl|gün)\p{L}*` },
    age: { words: String.raw`kaç yaş\p{L}*|yaşı (?:kaç|ne)\p{L}*` },
    weight: { words: 'kaç kilo|ne kadar ağır' },
    date: { words: String.raw`ne zaman|hangi (?:tarih|yıl)\p{L}*` },
    address: { words: 'adresi?' },
    phone: { words: String.raw`telefon(?:u| numarası)?` },
    person: { words: String.raw`kim\p{L}*` },
    definition: { words: 'nedir|ne demek' },
    list: { words: 'hangi|nelerdir' },
    steps: { words: 'nasıl' },
  },
  ages: { words: String.raw`yaş\p{L}*|doğ\p{L}*` },
  countQuestions: 'kaç',
  prices: { words: String.raw`lira\p{L}*|ücretsiz` },
  and: 've',
  smallTalk: {
    phrases:
      'merhaba|merhabalar|selam|günaydın|iyi günler|iyi akşamlar|iyi geceler|teşekkürler|teşekkür ederim|çok teşekkürler|çok teşekkür ederim|sağ ol|sağol|sağ olun|hoşça kal|hoşça kalın|güle güle|görüşürüz|nasılsın|nasılsınız|naber|tamam|sen kimsin|kimsin|ne yapabilirsin|neler yapabilirsin|nasıl yardımcı olabilirsin|yardım|yardımın için|yardımınız için',
    thanks: 'teşekkür|sağ ?ol',
    farewells: 'hoşça kal|güle güle|görüşürüz',
  },
  pages: { before: 'sayfa' },
  titles: { largeParts: 'bölüm|madde', contents: 'içindekiler' },
  commands: { write: 'kaydet|yaz|oluştur', run: 'çalıştır|hesapla', file: 'dosya' },
  collection: {
    documents:
      'belge(?:ler(?:i)?|si(?:ni|nde)?|yi)?|dosya(?:lar(?:ı)?|sı(?:nı|nda)?|yı)?|doküman(?:lar(?:ı)?|ı(?:nı|nda)?)?',
    here: 'var|mevcut|burada|sistemde|koleksiyonda|kütüphanede|okuyabilirim|biliyorsun',
    list: '(?:burada |sistemde |koleksiyonda )?(?:hangi|ne gibi) <d><H>|(?:lütfen )?(?:tüm |bütün )?<d> (?:listele|göster|sırala)',
    count: '(?:burada |sistemde |koleksiyonda )?kaç (?:tane )?<d><H>',
    newest:
      'en (?:yeni|son) <d> (?:hangileri|hangisi|neler|nelerdir)|hangi <d> (?:en )?yeni|en yeni <d> göster',
    about:
      '{} (?:hakkında|konusunda|ile ilgili) (?:herhangi )?(?:bir )?<d> var mı|hangi <d> {} (?:hakkında|konusunda)',
    contents: '{} (?:adlı )?<d> ne(?:ler)? (?:var|yazıyor)|{} (?:adlı )?<d> ne hakkında',
    summary:
      "(?:lütfen )?{}(?:'[a-zığüşöç]{1,4})?(?: (?:adlı )?<d>)? özetle(?:r misin(?:iz)?)?(?: lütfen)?",
  },
  answerRemarks: String.raw`(?:merhaba|selam|iyi günler|sayın|değerli|saygılarımla|teşekkürler|teşekkür ederim|konu|elbette|kısaca)(?!\p{L})(?=[^.!?]{0,40}[.!?]?$)|(?:umarım|ben )(?!\p{L})|işte(?!\p{L})|aşağıda(?!\p{L})|(?:eğer )?(?:isterseniz|sorunuz varsa)|bu duruma bağlı`,
  notInDocuments: String.raw`(?:belge|kaynak|metin|bölüm|kılavuz|sözleşme|politika|rapor|bilgi)\p{L}{0,20}(?!\p{L})[^.!?]{0,60}(?:belirt(?:il)?m(?:iyor|e(?:miş|z|di|mekte))\p{L}*|yer alm(?:ıyor|a(?:mış|z|dı|makta))\p{L}*|bulunm(?:uyor|a(?:mış|z|dı|makta))\p{L}*|söylen?m(?:iyor|e(?:miş|z|di|mekte))\p{L}*|içerm(?:iyor|e(?:miş|z|di|mekte))\p{L}*|bahs(?:etm|edilm)(?:iyor|e(?:miş|z|di|mekte))\p{L}*|değin(?:il)?m(?:iyor|e(?:miş|z|di|mekte))\p{L}*|açıkla(?:n)?m(?:ıyor|a(?:mış|z|dı|makta))\p{L}*|bilgi yok|yazm(?:ıyor|a(?:mış|z|dı))\p{L}*)|(?<!\p{L})(?:bunu|buna|bundan|bu konuda|bunun hakkında)[^.!?]{0,30}(?:belirtm|söylem|değinm|bahsetm)(?:iyor|e(?:miş|z|di|mekte))\p{L}*|hiçbir (?:belge|kaynak|metin)(?:de)?(?!\p{L})|(?:belgelerin|kaynakların|metinlerin) hiçbiri|(?:belgelerin|kaynakların) (?:bir )?(?:parçası|kapsamında) değil|(?:bilgi|yanıt|cevap) (?:yok|bulunmuyor|bulunamadı)|bulamadım|bulunamadı`,
  aboutAssistant: String.raw`sen kimsin|kimsin(?: sen)?|siz kimsiniz|kimsiniz|sen nesin|adın ne|adınız ne|(?:insan|robot|makine) mısın|neler? yapabilirsin(?:iz)?|benim için ne yapabilirsin(?:iz)?|(?:bana )?(?:nasıl|hangi konularda|ne konuda) yardımcı olabilirsin(?:iz)?|(?:sana|size) (?:ne|neler|hangi soruları) sorabilirim|kendini tanıt|kendinizi tanıtın`,
  writing: String.raw`(?:e-?posta|mektup|mesaj|not|yanıt|cevap|metin|duyuru|davetiye|hatırlatma|dilekçe|paragraf|cümle)\p{L}{0,20}(?!\p{L})[^.?!]{0,40}(?:yaz|hazırla|kaleme al)(?:ın|ar mısın|ar mısınız)?(?![\p{L}])|(?:^|[^\p{L}])(?:çevir|tercüme et)(?:in|ir misin)?(?![\p{L}])`,
  invention: String.raw`(?<!\p{L})(?:haiku|şiir|dörtlük|fıkra|şaka|bilmece|masal|tekerleme|şarkı(?: sözü)?) (?:yaz|anlat|uydur|söyle|yap)(?:ın|ar mısın|ar mısınız|ır mısın|ır mısınız|r misin)?(?!\p{L})`,
  ordersToAssistants: [
    String.raw`(?:önceki|yukarıdaki) (?:tüm |bütün )?(?:talimat|komut|yönerge)(?:ları|leri|lar|ler) (?:yok say|görmezden gel|unut)\p{L}*`,
    '(?:sen|siz) (?:artık )?bir (?:yapay zek[aâ]|dil modeli|sohbet robotu)',
  ],
  intents: { calculation: 'hesapla|toplam|ortalama' },
  personTitles: 'bay bayan sayın dr prof',
  introductions: 'ben|adım|benim adım|sayın|merhaba',
  inflectsNames: true,
  ordinals: {
    words: 'birinci ikinci üçüncü dördüncü beşinci altıncı yedinci sekizinci dokuzuncu onuncu',
    written: (value) => [String(value)],
  },
};

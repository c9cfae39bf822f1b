import type { Locale } from '../locale.js';

const LETTERS = /^\p{L}[\p{L}\p{M}]*$/u;
/** Longer prefixes separate forms of a word, shorter ones merge different words (measured on 800 Polish questions). */
const POLISH_LETTERS = 6;

/** The prefix of a Polish word; Snowball does not support Polish. */
const stemPolish = (word: string): string =>
  LETTERS.test(word) ? word.slice(0, POLISH_LETTERS) : word;

export const pl: Locale = {
  script: 'Latin',
  iso3: 'pol',
  letters: { has: /[ąęłśźżćń]/u },
  commonWords: `i w na z do jest są nie się co kto jak kiedy gdzie dlaczego ile który która które czy to o po dla od mogę muszę przez`,
  functionWords: `a ale bo by być był była były czy co czego czemu dla do gdzie i ich ile ilu ja jak jaka jaki jakie jakiej jakich
    jako jakim jest jestem jej jego już kiedy kim kogo komu kto która które którego której którym który których lub ma mam
    mi mnie może mój na nad nie niż o od oraz po pod przez przy się są ta tak tam te tego tej ten to tu w we z za ze że kosztuje kosztują`,
  negations: 'nie bez nigdy nikt nic żaden żadna żadne ani zabronione zabroniony brak oprócz',
  stemmer: stemPolish,
  conditions: 'jeśli jeżeli chyba oprócz wyjątkiem warunkiem przeciwnym',
  conditionsInside: /pod warunkiem|o ile(?!\p{L})/u,
  provisos: { words: 'chyba|oprócz|wyjątek' },
  introducingWords: `w we na z ze o do i a to ten ta te tym tej jest są jak tak też tutaj że zgodnie według mówi podaje stwierdza stanowi głosi pisze napisano
    określa opisuje wyjaśnia wymienia cytuje cytat dosłownie dokładnie następująco następujące brzmi
    polityka polityki polityką polityce dokument dokumentu dokumencie dokumentem podręcznik podręcznika podręczniku instrukcja instrukcji tekst
    tekstu źródło źródła źródle strona strony stronie sekcja sekcji rozdział rozdziału rozdziale ustęp artykuł artykułu punkt punktu umowa umowy umowie
    raport odpowiedź zdanie regulamin regulaminu regulaminie regulaminem`,
  reversingWords:
    'fałsz fałszywe nieprawda nieprawdą kłamstwo kłamie mit plotka zaprzecza wątpliwe rzekomo przeciwnie zignoruj zapomnij ledwo rzadko błędne zmyślone żart',
  everybodyWords: 'wszyscy wszystkim każdy każdemu zawsze',
  onlyWords: 'tylko jedynie wyłącznie',
  answerTypes: {
    comparison: { words: String.raw`różni\p{L}*` },
    quantity: { words: 'ile' },
    price: { words: String.raw`ile (?:\S+ ){0,3}kosztuj\p{L}*` },
    day: { words: 'od kiedy|w którym roku' },
    age: { words: 'ile lat|w jakim wieku|jaki jest wiek' },
    weight: { words: 'ile ważą|ile waży' },
    date: { words: 'kiedy' },
    address: { words: String.raw`adres\p{L}*` },
    phone: { words: String.raw`(?:numer )?telefon\p{L}*` },
    person: { words: 'kto|komu' },
    definition: { words: 'co to jest|co oznacza' },
    list: { words: 'jakie|wymień' },
    steps: { words: 'jak' },
  },
  ages: { words: String.raw`lat|lata|rok|roku|wiek\p{L}*|urodz\p{L}*` },
  countQuestions: 'ile(?! (?:kosztuj|wynos|trwa|lat|waż|można|jest|czasu))',
  prices: { words: String.raw`zł|złot\p{L}*|bezpłatn\p{L}*` },
  and: 'a|oraz',
  asks: { words: String.raw`co|kto|jak\p{L}*|ile|kiedy|gdzie|dlaczego` },
  smallTalk: {
    phrases:
      'cześć|hej|witam|witaj|dzień dobry|dobry wieczór|dobranoc|dziękuję|dzięki|dziękuję bardzo|bardzo dziękuję|wielkie dzięki|do widzenia|na razie|do zobaczenia|pa|jak się masz|jak się pan ma|jak się pani ma|co słychać|dobrze|kim jesteś|co potrafisz|co możesz zrobić|jak możesz mi pomóc|pomoc|za pomoc|świetnie',
    thanks: 'dzięk',
    farewells: 'do widzenia|na razie|do zobaczenia|^pa$',
  },
  moneySigns: 'zł',
  pages: { before: 'strona', of: 'z' },
  titles: { largeParts: 'rozdział|artykuł', contents: 'spis treści', licence: 'licencja' },
  joinsHalves: 'lub',
  commands: { write: 'zapis|utwórz', run: 'uruchom|oblicz', file: 'plik' },
  collection: {
    documents: 'dokument(?:y|ów|u)?|dokumencie|plik(?:i|ów|u)?',
    here: 'są|jest|tutaj|tu|dostępn(?:e|ych)|masz|mamy|macie|mogę (?:czytać|przeczytać)|istnieją|w (?:zbiorze|kolekcji|bibliotece|systemie|bazie wiedzy)',
    list: '(?:jakie|które) <d><H>|jakie są <d><h>|jakie (?:tu |masz |mamy )<d><h>|(?:wymień|pokaż|wyświetl)(?: mi)?(?: wszystkie)? <d><h>',
    count: 'ile <d><H>|ile (?:jest |masz |mamy |tu jest )<d><h>',
    newest:
      '(?:jakie|które) są (?:najnowsze|nowe) <d>|(?:jakie|które) <d> są (?:najnowsze|nowe)|pokaż(?: mi)? najnowsze <d>',
    about:
      'czy (?:jest|są|masz|mamy|istnieje) (?:jakiś |jakieś )?<d> (?:o|na temat|dotyczący|dotyczące) {}|(?:które|jakie) <d> (?:mówią o|dotyczą|wspominają o) {}',
    contents: 'co jest we? (?:<d> )?{}|o czym jest (?:<d> )?{}|co zawiera (?:<d> )?{}',
    summary:
      '(?:streść|podsumuj)(?: proszę)?(?: mi)? (?:<d> )?{}|(?:streszczenie|podsumowanie) (?:<d> )?{}',
  },
  answerRemarks: String.raw`(?:cześć|witam|dzień dobry|szanown[aiy]|drog[ai]|pozdrawiam|z poważaniem|dziękuję|temat|oczywiście|w skrócie)(?!\p{L})(?=[^.!?]{0,40}[.!?]?$)|(?:mam nadzieję|mogę|nie (?:mogę|znalazłem|znalazłam)|jestem)(?!\p{L})|oto(?!\p{L})|poniżej(?!\p{L})|jeśli (?:chcesz|potrzebujesz|masz|chce|ma)[^.]{0,80}|to zależy`,
  notInDocuments: String.raw`(?:dokument|źródł|tekst|fragment|podręcznik|umow|regulamin|raport|informacj)\p{L}{0,20}(?!\p{L})[^.!?]{0,60}nie (?:mówi|wspomina|podaj|zawiera|określa|wymienia|opisuj|wskazuj)\p{L}*|nie znalazł\p{L}*|brak (?:informacji|wzmianki)|(?:dokument|źródł|tekst|fragment|podręcznik|umow|regulamin|raport)\p{L}{0,20}(?!\p{L})[^.!?]{0,60}nie (?:mówi|precyz|wyjaśni|odpowiada|porusza|wspomni|podan|określon)\p{L}*|(?<!\p{L})(?:one|nie|o tym|tego) (?:\p{L}+ ){0,2}nie (?:mówi|wspomina|podaj|określa|zawiera|wyjaśnia)\p{L}*|(?:^|[.;:,] ?)nie (?:mówią|wspominają|podają|określają) |żad(?:en|na|ne|nym|nej) (?:z (?:dokumentów|źródeł|tekstów|nich)|dokument|źródło|dokumencie|źródle) (?:\p{L}+ ){0,3}nie(?!\p{L})|nie (?:należy do|jest częścią|wchodzi w zakres) (?:dokumentów|źródeł|tekstów|tego)|nie (?:mogę|udało mi się|mogłem|mogłam) znaleźć|nie ma (?:informacji|wzmianki|odpowiedzi|mowy|nic o)|nic (?:o tym|na ten temat) `,
  bounds: {
    atMost: 'najwyżej|maksymalnie|nie więcej niż|do wysokości|najpóźniej',
    atLeast: 'co najmniej|przynajmniej|minimum|nie mniej niż|minimalnie',
    moreThan: 'więcej niż|ponad|powyżej',
    lessThan: 'mniej niż|poniżej',
    exactly: 'dokładnie',
    about: 'około|mniej więcej|ok|prawie',
  },
  obligingWords: 'musi muszą należy obowiązkowe obowiązkowy wymagane wymagany',
  allowingWords: 'może mogą można dozwolone dozwolony możliwe',
  yesOrNo: 'tak|nie',
  multipliers: { thousand: 'tys', million: 'mln', billion: 'mld' },
  halfWords: 'połowa połowę pół',
  minusWords: 'minus',
  aboutAssistant: String.raw`(?:kim|czym) (?:ty )?(?:jesteś|pan jest|pani jest)|jak (?:się|masz na) (?:nazywasz|imię)|jesteś (?:człowiekiem|maszyną|robotem|programem)(?: czy (?:człowiekiem|maszyną|robotem|programem))?|czy jesteś (?:człowiekiem|maszyną|robotem)|co (?:potrafisz|umiesz)(?: robić| zrobić)?|co możesz (?:dla mnie |dla nas )?zrobić|(?:jak|w czym) możesz (?:mi|nam) pomóc|o co (?:mogę|można) (?:cię |ciebie )?(?:za)?pytać|przedstaw się|opowiedz o sobie`,
  writing: String.raw`(?:^|[^\p{L}])(?:napisz|zredaguj|sformułuj|przeredaguj)(?![\p{L}])[^.?!]{0,60}(?:e-?mail|mail|list|wiadomość|notatk|odpowied|tekst|ogłoszeni|zaproszeni|przypomnieni|wniosek|akapit|zdani)|(?:^|[^\p{L}])(?:prze)?tłumacz(?![\p{L}])`,
  invention: String.raw`(?<!\p{L})(?:napisz|ułóż|wymyśl|opowiedz|stwórz|powiedz)(?: (?:mi|nam|proszę|jakiś|jakąś|krótk\p{L}+|śmieszn\p{L}+|zabawn\p{L}+)){0,4} (?:haiku|wiersz(?:yk)?|limeryk|sonet|rymowank\p{L}+|dowcip|kawał|żart|zagadk\p{L}+|bajk\p{L}+|piosenk\p{L}+|ballad\p{L}+)(?!\p{L})`,
  ordersToAssistants: [
    '(?:zignoruj|ignoruj|pomiń|zapomnij) (?:wszystkie )?(?:poprzednie|wcześniejsze|powyższe) (?:instrukcje|polecenia)',
    'jesteś (?:teraz )?(?:sztuczną inteligencją|asystentem ai|modelem językowym|chatbotem)',
  ],
  intents: { calculation: 'oblicz|łącznie|suma |średni' },
  personTitles: 'pan pani pana panem panią dr prof',
  introductions: 'jestem|nazywam się|mam na imię|szanown[yai]|drog[ia]|cześć',
  inflectsNames: true,
  ordinals: {
    words: `pierwszy/pierwsza/pierwsze/pierwszego/pierwszym/pierwszej drugi/druga/drugie/drugiego/drugim/drugiej trzeci/trzecia/trzecie/trzeciego/trzecim/trzeciej
      czwarty/czwarta/czwarte/czwartego/czwartym/czwartej piąty/piąta/piąte/piątego/piątym/piątej szósty/szósta/szóste/szóstego/szóstym/szóstej
      siódmy/siódma/siódme/siódmego/siódmym/siódmej ósmy/ósma/ósme/ósmego/ósmym/ósmej dziewiąty/dziewiąta/dziewiąte/dziewiątego/dziewiątym/dziewiątej
      dziesiąty/dziesiąta/dziesiąte/dziesiątego/dziesiątym/dziesiątej`,
    written: (value) => [String(value)],
  },
};

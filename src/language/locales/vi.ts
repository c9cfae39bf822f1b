import type { Locale } from '../locale.js';

const VOWELS: Readonly<Record<string, readonly string[]>> = {
  a: ['aàáảãạ', 'ăằắẳẵặ', 'âầấẩẫậ'],
  e: ['eèéẻẽẹ', 'êềếểễệ'],
  i: ['iìíỉĩị'],
  o: ['oòóỏõọ', 'ôồốổỗộ', 'ơờớởỡợ'],
  u: ['uùúủũụ', 'ưừứửữự'],
  y: ['yỳýỷỹỵ'],
};
const SYLLABLE =
  /^(?<begin>(?:ngh|ng|nh|ch|gh|kh|ph|th|tr|[bcdghklmnpqrstvx])?)(?<vowels>[aeiouy]{1,3})(?<end>(?:ng|nh|ch|[cmnpt])?)$/;

/** A vowel may have its own diacritic, and one vowel of the syllable has that of its tone: the marked one, if there is one. */
const markedForms = (plain: string): readonly string[] => {
  const { begin, vowels, end } = SYLLABLE.exec(plain)?.groups ?? {};
  if (begin === undefined || vowels === undefined) return [];
  const rows = Array.from(vowels, (vowel) => VOWELS[vowel] ?? []);
  const choices = rows.reduce<readonly (readonly string[])[]>(
    (known, row) => known.flatMap((chosen) => row.map((tones) => [...chosen, tones])),
    [[]],
  );
  const written = choices.flatMap((chosen) => {
    const marked = chosen.findLastIndex((tones) => !/^[aeiouy]/.test(tones));
    const places = marked === -1 ? [...chosen.keys()] : [marked];
    return places.flatMap((place) =>
      Array.from({ length: 6 }, (_, tone) =>
        chosen.map((tones, at) => tones.charAt(at === place ? tone : 0)).join(''),
      ),
    );
  });
  const begins = begin === 'd' ? ['d', 'đ'] : [begin];
  return [
    ...new Set(begins.flatMap((first) => written.map((middle) => `${first}${middle}${end ?? ''}`))),
  ];
};

export const vi: Locale = {
  script: 'Latin',
  iso3: 'vie',
  letters: { has: /[ơưđạ-ỹ]/u, isProof: true },
  commonWords: `là và của các những một có không được cho trong với người nào gì ai đâu khi bao nhiêu như thế này đó đã tại từ vì để bởi`,
  functionWords: `là và của các những một có được cho trong với người nào gì ai đâu khi bao nhiêu lâu mấy như thế sao này đó đã tại từ vì để bởi về ở
    mà thì bị sẽ đang nghĩa gọi cần phải`,
  emptyWords: `là và của các những một thì mà ở tại trong ngoài trên dưới với cho từ đến về theo bởi do vì nên nếu để được bị có sẽ đã đang
    này kia đó đây ấy nào gì ai đâu sao khi bao nhiêu mấy thế như tôi bạn anh chị em chúng ta họ nó mình hãy xin vui lòng
    cũng rất hơn nhất mỗi mọi cả hoặc hay rằng vậy à ạ ư nhé cái`,
  negations: 'không chưa chẳng chả đừng cấm',
  references: 'nó họ này đó ấy kia đấy trên vậy thế',
  continuations: 'còn|thế còn|vậy còn|và|tại sao|vì sao|từ khi nào|ngoài ra',
  interrogatives:
    'gì ai nào đâu sao khi bao nhiêu mấy thế không là có được phải hãy giải thích liệt kê so sánh tóm tắt tính tìm cho',
  conjunctions: 'và hoặc hay nhưng cùng với',
  keepsDiacritics: 'everywhere',
  conditions: 'nếu',
  conditionsInside: /trừ (?:khi|trường hợp|phi)|ngoại trừ|điều kiện|miễn là|trong trường hợp/u,
  introducingWords: `theo như trong ở tại của và là rằng này đó sau đây có nêu ghi viết nói quy định trích dẫn nguyên văn chính xác mô tả giải thích
    chính sách tài liệu sổ tay hướng dẫn văn bản nguồn trang mục chương đoạn điều khoản hợp đồng báo cáo câu trả lời`,
  neutralWords: 'liên quan thông tin chi tiết giải thích quy định nội dung',
  syllablesPerWord: 2,
  reversingWords: 'sai dối bịa giả trái ngược nghi đùa hiếm',
  everybodyWords: 'mọi tất luôn',
  onlyWords: 'chỉ',
  contrasts: { words: 'nhưng|tuy' },
  numerals: {
    upToNineteen: 'một/mốt hai ba bốn/tư năm/lăm sáu bảy tám chín mười',
    tens: '',
    hundreds: 'trăm',
    ambiguous: 'một mốt hai ba tư năm lăm bảy',
    tensWord: 'mươi',
  },
  units: {
    second: 'giây',
    minute: 'phút',
    hour: 'giờ',
    day: 'ngày',
    week: 'tuần',
    month: 'tháng',
    year: 'năm',
    percent: 'phần',
    usd: 'đô',
    vnd: 'đồng',
    thousand: 'nghìn ngàn',
    million: 'triệu',
    billion: 'tỷ',
    metre: 'mét',
    person: 'người',
    time: 'lần',
  },
  rates: { lead: 'mỗi|hàng|hằng', periods: 'phút giờ ngày tuần tháng năm' },
  weekdaysInside: {
    pattern: /(thứ (?:hai|ba|tư|năm|sáu|bảy)|chủ nhật)/g,
    days: {
      'thứ hai': 1,
      'thứ ba': 2,
      'thứ tư': 3,
      'thứ năm': 4,
      'thứ sáu': 5,
      'thứ bảy': 6,
      'chủ nhật': 7,
    },
  },
  dates: {
    pattern: /(?:(?<day>\d{1,2}) )?tháng (?<month>\d{1,2})(?!\d)(?: năm (?<year>\d{4}))?/gu,
    part: /(?:tháng|ngày|năm) \p{N}/u,
  },
  answerTypes: {
    comparison: { words: 'so sánh|khác nhau|khác biệt' },
    quantity: { words: 'bao nhiêu|bao lâu|mấy' },
    price: { words: String.raw`giá (?:\S+ ){0,4}bao nhiêu|bao nhiêu tiền` },
    day: { words: 'ngày nào|năm nào' },
    age: { words: 'bao nhiêu tuổi|mấy tuổi' },
    weight: { words: 'nặng bao nhiêu' },
    date: { words: 'khi nào|bao giờ|lúc nào|ngày nào|năm nào' },
    address: { words: 'địa chỉ' },
    phone: { words: '(?:số )?điện thoại' },
    person: { words: 'ai' },
    definition: { words: 'là gì|nghĩa là' },
    list: { words: 'những|các' },
    steps: { words: 'làm (?:thế nào|sao)|cách' },
  },
  counts: { words: 'hai|ba|bốn|năm|sáu|bảy|tám|chín|mười|trăm|nghìn' },
  ages: { words: 'tuổi|sinh' },
  countQuestions: 'mấy',
  prices: { words: 'đồng|miễn phí' },
  times: { words: 'trước|sau khi|trong vòng|mỗi' },
  and: 'và',
  intents: {
    memory: 'ghi nhớ|hãy nhớ|nhớ rằng',
    summary: 'tóm tắt|tổng kết',
    comparison: 'so sánh|khác nhau|khác biệt',
    calculation: 'tính toán|tính giúp|tổng cộng|tổng số|trung bình',
    procedure: 'làm thế nào|làm sao|cách (?:để|thức)|quy trình',
  },
  smallTalk: {
    phrases:
      'xin chào|chào|chào bạn|chào anh|chào chị|chào em|cảm ơn|cảm ơn bạn|cám ơn|cám ơn bạn|tạm biệt|bạn khỏe không|bạn có khỏe không|bạn là ai|bạn có thể làm gì|vâng|dạ',
    thanks: 'c[ảá]m ơn',
    farewells: 'tạm biệt',
  },
  mail: {
    headers: 'từ|gửi|tới|chủ đề|ngày',
    forwarded: 'thư (?:gốc|được chuyển tiếp)',
    wrote: 'đã viết',
  },
  unmarkedQuestions: {
    first: 'ai|tại sao|vì sao|làm sao',
    last: String.raw`(?<![\p{L}\p{M}])(?:không|chưa|gì|đâu|nào|sao|à|hả)`,
  },
  remembering: {
    courtesies: 'làm ơn|vui lòng|xin|hãy|bạn hãy|chào',
    verbs: '(?:ghi nhớ|nhớ|ghi lại|đừng quên|lưu ý)(?: giúp (?:tôi|mình|em|anh|chị))?',
    politely: 'bạn có thể (?:ghi )?nhớ',
    links: ' (?:rằng|là) | ?[:–—] ?',
    pointers:
      '(?:(?:ghi )?nhớ|đừng quên|ghi lại)(?: giúp (?:tôi|mình))?(?: (?:điều|chuyện) (?:này|đó))?(?: nhé)?',
    bans: '(?:đừng|không (?:được|cần)?) ?(?:ghi nhớ|nhớ|ghi lại|lưu)|(?<!đừng )quên (?:điều|chuyện)',
  },
  aboutConversation: 'cuộc trò chuyện|câu trả lời trước',
  pages: { before: 'trang' },
  titles: {
    chapters: 'chương|phụ lục',
    largeParts: 'điều',
    smallParts: 'mục',
    contents: 'mục lục',
    licence: 'giấy phép',
  },
  sourceWords: 'nguồn',
  sourceListTitles:
    'tài liệu tham khảo|tham khảo|trích dẫn|nguồn tham khảo|nguồn trích dẫn|thư mục|chú thích',
  rolesByPlace: true,
  years: /năm (\d{4})/g,
  commands: { write: 'lưu|viết|tạo|ghi', run: 'chạy|tính', file: 'tệp' },
  collection: {
    documents: 'tài liệu|tệp|tập tin|văn bản',
    here: 'ở đây|hiện có|có sẵn|trong (?:hệ thống|bộ sưu tập|thư viện|kho)|(?:mà )?tôi (?:được|có thể) (?:đọc|xem)',
    list: '(?:ở đây )?(?:có|bạn có|hiện có) (?:những |các )?<d> (?:nào|gì)<h>|(?:những |các )<d> nào<H>|(?:liệt kê|cho (?:tôi )?xem|hiển thị) (?:tất cả )?(?:các |những )?<d><h>',
    count: '(?:ở đây )?(?:có|bạn có|hiện có) (?:bao nhiêu|mấy) <d><h>',
    newest:
      '(?:những |các )?<d> (?:nào )?(?:là )?mới nhất(?: là (?:những )?gì)?|(?:liệt kê|cho (?:tôi )?xem) (?:các |những )?<d> mới nhất',
    about:
      'có <d> nào (?:nói về|liên quan đến|về) {}(?: không)?|<d> nào (?:nói về|đề cập (?:đến|tới)) {}',
    contents:
      '(?:có gì|nội dung gì) trong (?:<d> )?{}|<d> {} nói về (?:gì|điều gì)|trong <d> {} có gì',
    summary: '(?:hãy |vui lòng )?(?:tóm tắt|tổng kết) (?:giúp tôi |cho tôi )?(?:<d> )?{}',
  },
  answerRemarks: String.raw`(?:xin chào|chào|kính gửi|thân gửi|trân trọng|cảm ơn|tiêu đề|chủ đề|tóm lại|tất nhiên)(?!\p{L})(?=[^.!?]{0,40}[.!?]?$)|(?:tôi (?:hy vọng|có thể|không|là))(?!\p{L})|dưới đây|sau đây|nếu (?:bạn|anh|chị|cần)[^.]{0,80}|điều đó (?:còn )?tùy`,
  notInDocuments: String.raw`(?:tài liệu|nguồn|văn bản|đoạn|sổ tay|hợp đồng|chính sách|báo cáo|thông tin)[^.!?]{0,60}không (?:nói|đề cập|nêu|cho biết|chứa|quy định|ghi|có thông tin)|không (?:tìm thấy|có thông tin)|(?<!\p{L})(?:chúng|những tài liệu này|các tài liệu này|điều này|điều đó) không (?:nói|đề cập|nêu|cho biết|được (?:đề cập|nêu|nhắc đến))|không (?:có )?(?:tài liệu|nguồn|văn bản)(?: nào)? (?:nói|đề cập|nêu|cho biết|chứa|quy định|ghi)|không (?:thuộc|nằm trong|phải là một phần của) (?:nội dung )?(?:các |những )?(?:tài liệu|nguồn|văn bản)|không được (?:đề cập|nêu rõ|nhắc đến)|không (?:thể tìm thấy|tìm được|thấy (?:thông tin|đề cập))|không có (?:câu trả lời|đề cập|gì (?:về|trong))`,
  aboutAssistant: String.raw`(?:bạn|anh|chị) là (?:ai|gì)|(?:bạn|anh|chị) tên (?:là )?gì|(?:bạn|anh|chị) là (?:người|máy|robot)(?: hay (?:người|máy|robot))?|(?:bạn|anh|chị) (?:có thể )?(?:làm|giúp|giúp tôi|giúp được) (?:được )?(?:gì|những gì)(?: cho tôi)?|tôi có thể hỏi (?:bạn )?(?:gì|những gì|về gì)|hãy giới thiệu (?:về )?(?:bản thân|bạn)`,
  ordersToAssistants: [
    '(?:hãy )?(?:bỏ qua|phớt lờ|quên) (?:tất cả |mọi )?(?:các )?(?:hướng dẫn|chỉ dẫn|lệnh) (?:trước đó|trước đây|ở trên)',
    'bạn là (?:một )?(?:ai|trí tuệ nhân tạo|mô hình ngôn ngữ|chatbot|trợ lý ai)',
  ],
  markedForms,
};

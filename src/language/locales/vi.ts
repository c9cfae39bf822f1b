import type { Locale } from '../locale.js';

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
};

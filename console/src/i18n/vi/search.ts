import { pluralsOf } from '../plurals.js';

const plural = pluralsOf('vi');

/** Sentences of the search. */
export const search = {
  navSearch: 'Tìm kiếm',
  searchTitle: 'Tìm trong tài liệu của bạn',
  searchFor: 'Nội dung cần tìm',
  searchButton: 'Tìm',
  searchHint:
    'Các đoạn mà một câu hỏi tìm được, không kèm câu trả lời. Nếu thiếu tài liệu nào, hãy xem lý do bên dưới.',
  resultCount: (count: number, ms: string) => `${plural(count, { other: 'đoạn' })}, ${ms}`,
  searchNothing: 'Không có nội dung nào phù hợp trong tài liệu của bạn.',
  searchClosest: 'Có lẽ không đoạn nào trả lời được câu này; đây là những đoạn gần nhất.',
  isEvidence: 'có khả năng trả lời',
  howRelevant: (percent: string) => `độ liên quan ${percent}`,
  legs: {
    dense: 'Ý nghĩa không được so sánh: chưa thiết lập mô hình nhúng.',
    denseFailed: 'Ý nghĩa không được so sánh: mô hình nhúng không khả dụng.',
    lexicalFailed: 'Từ ngữ không được so sánh: chỉ mục từ không khả dụng.',
  },
  whyNot: 'Vì sao không có tài liệu này?',
  whyNotHint: 'Hãy chọn một tài liệu để xem quá trình tìm kiếm đã xử lý nó ra sao.',
  whyNotChoose: 'Tiêu đề của tài liệu',
  whyNotNone: 'Không có tài liệu nào có tiêu đề như vậy.',
  whyNotChosen: (title: string) => `“${title}” đã được xử lý ra sao`,
  whyNotOther: 'Chọn tài liệu khác',
  why: {
    found: (position: number) => `Tài liệu được tìm thấy, ở vị trí ${position}.`,
    not_indexed: (state: string) => `Chưa thể tìm thấy tài liệu. Trạng thái: ${state}.`,
    outside_filter: 'Tài liệu nằm ngoài phạm vi đã tìm.',
    no_common_word: 'Tài liệu không có từ nào chung với câu hỏi.',
    noCommonMeaning:
      'Tài liệu không có từ nào chung với câu hỏi, và cũng không được tìm thấy theo ý nghĩa.',
    not_among_candidates:
      'Nhiều đoạn khác gần với câu hỏi hơn nên tài liệu này không được xem xét kỹ.',
    below_relevance: (has: string, needed: string) =>
      `Khả năng đoạn tốt nhất của tài liệu trả lời được câu hỏi là ${has}; cần ${needed}.`,
    belowUnknown: 'Đoạn tốt nhất của tài liệu không đủ khả năng trả lời câu hỏi.',
    merged:
      'Đoạn của tài liệu nói giống một đoạn của tài liệu khác; tài liệu kia được hiển thị thay cho cả hai.',
    cut_by_top_k: (position: string) =>
      `Tài liệu được tìm thấy, nhưng nằm dưới những gì được hiển thị${position}.`,
    atPlace: (position: number) => `, ở vị trí ${position}`,
    cut_by_budget: 'Tài liệu được tìm thấy, nhưng không còn chỗ cho văn bản của nó.',
  },
  whyWords: 'Các từ của câu hỏi và việc tài liệu này có chúng hay không',
  word: 'Từ',
  wordShare: 'Trọng số',
  wordFound: 'Tìm thấy',
  wordYes: 'có',
  wordNo: 'không',
  wordPartly: (percent: string) => `một phần, ${percent}`,
  bestPassage: 'Đoạn tốt nhất của tài liệu',
  mergedInto: 'Mở tài liệu được hiển thị',
};

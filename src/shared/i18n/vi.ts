import type { Messages } from './en.js';

export const vi: Messages = {
  notFound: 'Tôi không tìm thấy nội dung nào trong các tài liệu hiện có trả lời câu hỏi này.',
  stepLimit: 'Đã đạt giới hạn số bước; câu trả lời dựa trên những gì tìm được đến lúc đó.',
  deadlineReached: 'Đã hết thời gian; câu trả lời dựa trên những gì tìm được đến lúc đó.',
  endsEarly: 'Câu trả lời này kết thúc tại đây khi chưa hoàn chỉnh.',
  noModelWroteThis:
    'Không có mô hình ngôn ngữ nào viết nội dung này; các câu được trích từ tài liệu:',
  closestPassages:
    'Không tìm thấy câu trả lời chắc chắn. Đây là những đoạn gần nhất, trích từ tài liệu; không có mô hình ngôn ngữ nào viết nội dung này:',
  notInPassages: (words) => `Không tìm thấy những từ này của câu hỏi: ${words}.`,
  toolsReturned:
    'Không có mô hình ngôn ngữ nào viết nội dung này; đây là kết quả do công cụ trả về:',
  modelMade:
    'Nội dung này do mô hình ngôn ngữ tạo ra bằng công cụ và chưa được đối chiếu với nguồn nào:',
  toolsFailed: (names) => `Một truy vấn đã thất bại nên nội dung này có thể chưa đầy đủ: ${names}.`,
  lookupFailed: 'Không thể tra cứu điều này:',
  quotingMode: 'Ở đây chưa thiết lập mô hình ngôn ngữ nên tôi trích câu từ tài liệu.',
  canCalculate: (example) => `Tôi cũng tính được, ví dụ ${example}.`,
  greeting: 'Xin chào! Hãy hỏi tôi về các tài liệu của tổ chức bạn.',
  youAreWelcome: 'Không có gì!',
  goodbye: 'Tạm biệt!',
  clarificationFallback: 'Bạn có thể nói rõ hơn điều bạn muốn biết không?',
  knowledgeBaseUnavailable: 'Cơ sở tri thức hiện không khả dụng. Vui lòng thử lại sau.',
  notReadYet: 'Một số tài liệu chưa được đọc xong. Hãy hỏi lại sau giây lát.',
  indexRebuilding: 'Chỉ mục tìm kiếm đang được xây dựng lại nên một số tài liệu chưa thể tìm thấy.',
  beyondTools: 'Yêu cầu này vượt quá khả năng của các công cụ đã bật.',
  foundIn: (languages) => `Ngôn ngữ của các tài liệu tìm được: ${languages}.`,
  sourcesLabel: 'Nguồn:',
  filesLabel: 'Tệp:',
  remembered: 'Đã ghi nhớ:',
  toConfirm: (days) =>
    `Chưa được ghi nhớ. Hãy xác nhận trong vòng ${days} ngày để ghi nhớ điều này:`,
  notRemembered: 'Điều này chưa được ghi nhớ:',
  privateMemory: 'Ghi nhớ của bạn (riêng tư)',
  toolResult: 'Kết quả công cụ',
  codeResult: 'Kết quả của mã',
  untitledDocument: 'Tài liệu không có tiêu đề',
  linkRemoved: '(đã xóa liên kết)',
  answerWithheld:
    'Câu trả lời này không còn được hiển thị: một nguồn mà nó dựa vào đã bị thay đổi, bị xóa hoặc không còn mở cho bạn.',
  unsupportedMark: 'không tìm thấy cách diễn đạt này trong nguồn',
  uncheckedMark: 'do chính mô hình tạo ra, chưa đối chiếu với nguồn nào',
  pages: ({ start, end }) => (start === end ? `tr. ${start}` : `tr. ${start}–${end}`),
  documentsListed: ({ total, shown }) =>
    shown < total
      ? `Số tài liệu bạn được đọc: ${total}; liệt kê ở đây: ${shown}.`
      : `Số tài liệu bạn được đọc: ${total}.`,
  newestDocuments: ({ total, shown }) =>
    `Các tài liệu mới nhất mà bạn được đọc (${shown} trên ${total}):`,
  rowsShown: ({ total, shown }) =>
    `Số hàng khớp trong các đoạn tìm thấy: ${total}; hiển thị ở đây: ${shown}.`,
  documentsAbout: (topic) => `Các tài liệu có nói về ${topic}:`,
  outlineOf:
    'Không có mô hình ngôn ngữ nào viết phần này; đây là dàn ý của tài liệu, bên dưới các câu mở đầu:',
  olderDiffers: (title) => `Một tài liệu cũ hơn nói khác: ${title}`,
  quote: (text) => `“${text}”`,
  correction: (text) => `Đính chính: ${text}`,
  statementsLeftOut: (count) => `Đã bỏ ${count} khẳng định không có trong các nguồn.`,
};

import { pluralsOf } from '../plurals.js';

const plural = pluralsOf('vi');

/** Sentences of a document and its pages. */
export const pages = {
  viewAs: 'Hiển thị dưới dạng',
  viewPages: 'Trang',
  viewText: 'Văn bản',
  viewPassages: 'Đoạn',
  sheets: 'Trang tính',
  pageOf: (page: number, title: string) => `Trang ${page} của “${title}”`,
  pageNumberOf: (page: number, count: number) => `Trang ${page} trên ${count}`,
  goToPage: 'Số trang',
  ofPages: (count: number) => `/ ${count}`,
  pageText: 'Văn bản của trang này',
  passageText: 'Văn bản của đoạn',
  noTextOnPage: 'Không tìm thấy văn bản trên trang này.',
  readByOcr: 'Được đọc từ hình ảnh bằng nhận dạng văn bản (OCR). Hãy so sánh với hình ảnh.',
  noPicture: 'Không có hình ảnh của trang này. Văn bản của trang nằm bên dưới.',
  noPictureBecause: (reason: string) => `Không thể hiển thị trang này: ${reason}`,
  boxesMissing: 'Đoạn nằm trên trang này; không thể đánh dấu vị trí của đoạn.',
  boxesOfLines: 'Cả dòng được đánh dấu: không phải mọi chữ của đoạn đều tìm thấy trên trang.',
  staleText:
    'Tài liệu đã được thay sau câu trả lời này. Đoạn được trích không còn hiển thị được nữa; nội dung hiện tại của tài liệu có thể khác.',
  staleOpen: 'Mở tài liệu như hiện tại',
  documentGone:
    'Trong lúc bạn đọc, tài liệu đã bị xóa hoặc không còn mở cho bạn. Không thể hiển thị nội dung của tài liệu nữa.',
  whatIsKnown: 'Về tài liệu này',
  factFile: 'Tệp',
  factUploaded: 'Tải lên',
  versions: 'Phiên bản',
  version: (number: number) => `Phiên bản ${number}`,
  versionAnswers: 'được dùng để trả lời',
  versionReading: 'đang đọc',
  versionFailed: 'thất bại',
  versionReplaced: 'đã bị thay',
  versionsKept: 'Khi tệp mới sẵn sàng, tệp đó thay tệp trước.',
  restore: 'Khôi phục',
  restoreVersion: (number: number) => `Khôi phục phiên bản ${number}?`,
  restoreText:
    'Tệp của phiên bản này trở thành phiên bản mới nhất của tài liệu. Cho đến khi đọc xong, phiên bản hiện tại vẫn được dùng để trả lời.',
  technicalReason: 'Dành cho bộ phận hỗ trợ',
  passageNumber: (number: number) => `Đoạn ${number}`,
  tokenCount: (count: number) => plural(count, { other: 'token' }),
  findInDocument: 'Tìm trong tài liệu này',
  placesFound: (count: string) => `Số chỗ tìm thấy: ${count}`,
  foundNowhere: 'Những từ này không có trong tài liệu.',
  outline: 'Dàn ý',
  zoomIn: 'Phóng to',
  zoomOut: 'Thu nhỏ',
};

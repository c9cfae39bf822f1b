import { pluralsOf } from '../plurals.js';

const plural = pluralsOf('vi');

/** Sentences of the documents. */
export const documents = {
  documentCount: (count: number) => plural(count, { other: 'tài liệu' }),
  upload: 'Tải lên',
  uploadFolder: 'Tải lên một thư mục',
  folderSent: (sent: string, known: string, refused: string) =>
    `${sent} đã gửi, ${known} đã có, ${refused} bị từ chối`,
  dropHere: 'Thả tệp vào đây để tải lên',
  findDocument: 'Tìm theo tiêu đề',
  anyOwner: 'Bất kỳ ai',
  pageBefore: 'Trang trước',
  pageAfter: 'Trang sau',
  pageNumber: (number: number) => `Trang ${number}`,
  anyState: 'Mọi trạng thái',
  stateOf: {
    queued: 'đang chờ',
    processing: 'đang đọc',
    ready: 'sẵn sàng',
    failed: 'thất bại',
    deleting: 'đang xóa',
  },
  stage: {
    queued: 'đang chờ',
    parse: 'đang đọc',
    chunk: 'đang chia thành các đoạn',
    embed: 'đang phân tích ý nghĩa',
    upsert: 'đang ghi chỉ mục',
    verify: 'đang kiểm tra chỉ mục',
    ready: 'sẵn sàng',
  },
  sortBy: 'Sắp xếp',
  sortNewest: 'Mới nhất trước',
  sortOldest: 'Cũ nhất trước',
  sortTitle: 'Tiêu đề',
  sortLargest: 'Lớn nhất trước',
  sortChanged: 'Thay đổi gần đây',
  columnTitle: 'Tiêu đề',
  columnState: 'Trạng thái',
  columnLanguage: 'Ngôn ngữ',
  columnReaders: 'Ai được đọc',
  columnOwner: 'Chủ sở hữu',
  columnCollections: 'Bộ sưu tập',
  anyCollection: 'Mọi bộ sưu tập',
  someoneElse: 'người khác',
  columnSize: 'Kích thước',
  columnChanged: 'Thay đổi',
  columnActions: 'Thao tác',
  mine: 'Bạn',
  readers: {
    tenant: 'Mọi người',
    private: 'Chỉ chủ sở hữu',
    source: 'Những ai được đọc tại nguồn',
    group: (name: string) => `Nhóm ${name}`,
  },
  pageCount: (count: number) => plural(count, { other: 'trang' }),
  noDocumentsTitle: 'Chưa có tài liệu nào',
  noDocumentsText:
    'Hãy tải lên tệp PDF, Word, văn bản và các tệp khác. Khi tài liệu sẵn sàng, mọi người có quyền đọc đều có thể hỏi về chúng.',
  nothingMatches: 'Không có tài liệu nào phù hợp.',
  showAll: 'Hiện tất cả tài liệu',
  newVersionFailed: 'Không đọc được tệp mới; phiên bản trước vẫn được dùng để trả lời.',
  newVersionComing: 'Tệp mới đang được đọc; phiên bản trước vẫn được dùng để trả lời.',
  uploads: 'Tệp tải lên',
  uploadWaiting: 'đang chờ',
  uploadSending: (percent: string) => `đang gửi, ${percent}`,
  uploadSent: 'đã gửi, đang đọc',
  uploadDuplicate: 'đã có: tệp này đã được tải lên trước đó',
  uploadCancelled: 'đã hủy',
  uploadsClear: 'Xóa danh sách',
  whoMayRead: 'Ai được đọc',
  readersBesides:
    'Chủ sở hữu luôn đọc được tài liệu. Quản trị viên thấy tài liệu tồn tại và có thể xóa, nhưng chỉ đọc được nếu tài liệu mở cho họ ở đây.',
  replace: 'Thay tệp',
  replaced: 'Tệp mới đang được đọc. Cho đến khi sẵn sàng, tệp cũ vẫn được dùng để trả lời.',
  download: 'Tải xuống',
  tryReading: 'Đọc lại',
  deleteDocument: 'Xóa tài liệu',
  deleteDocumentText: (title: string) =>
    `Từ lúc này, không ai có thể tìm thấy hoặc đọc “${title}” nữa.`,
  documentText: 'Văn bản của tài liệu',
  noText: 'Không có văn bản để hiển thị.',
  notReadyYet: 'Tài liệu này đang được đọc. Văn bản sẽ xuất hiện ở đây khi tài liệu sẵn sàng.',
  failure: {
    document_encrypted: 'Tệp được bảo vệ bằng mật khẩu. Hãy gỡ mật khẩu rồi tải tệp lên lại.',
    document_empty: 'Tệp không có văn bản.',
    document_corrupt:
      'Tệp bị hỏng. Hãy lưu lại tệp bằng chương trình đã tạo ra nó rồi tải lên lại.',
    document_image_only:
      'Tệp chỉ có hình ảnh của văn bản. Hãy nhận dạng văn bản (OCR) rồi tải tệp lên lại.',
    unsupported_format:
      'Không đọc được loại tệp này. Hãy lưu tệp dưới dạng PDF, DOCX hoặc văn bản.',
    holds_other_files:
      'Tệp này chứa các tệp khác. Hãy tải lên từng tệp một; hộp thư cần có phần mở rộng “.mbox”.',
    archive_too_large: 'Sau khi giải nén, tệp lớn hơn mức cho phép.',
    document_too_complex: 'Tệp quá phức tạp. Hãy chia thành các tệp nhỏ hơn.',
    parser_timeout: 'Việc đọc mất quá nhiều thời gian. Hãy chia tệp thành các tệp nhỏ hơn.',
    parser_out_of_memory: 'Việc đọc tốn quá nhiều bộ nhớ. Hãy chia tệp thành các tệp nhỏ hơn.',
    parser_crashed:
      'Không đọc được tệp. Hãy lưu lại tệp bằng chương trình đã tạo ra nó rồi tải lên lại.',
    payload_too_large: 'Tệp lớn hơn mức máy chủ này chấp nhận.',
    quota_exceeded:
      'Tổ chức của bạn đã hết dung lượng. Hãy xóa bớt tài liệu hoặc liên hệ quản trị viên.',
    insufficient_storage: 'Đĩa của máy chủ đã đầy. Hãy báo cho quản trị viên.',
    file_missing: 'Tệp không còn trong kho của máy chủ. Hãy tải lên lại.',
    worker_lost: 'Việc đọc bị gián đoạn. Hệ thống sẽ thử lại.',
  },
  uploadByAdmins:
    'Ở đây quản trị viên thêm tài liệu. Bạn có thể đọc và hỏi về mọi tài liệu mở cho bạn.',
  noDocumentsMember: 'Khi quản trị viên đã thêm tài liệu bạn được đọc, bạn có thể hỏi về chúng.',
  changeByOwner: 'Chủ sở hữu và quản trị viên có thể thay đổi.',
  closedText: 'Chỉ chủ sở hữu và nhóm của tài liệu được đọc. Bạn thấy nó tồn tại và có thể xóa.',
  readersLoseIt:
    'Bạn không phải chủ sở hữu và không ở trong nhóm đó: từ đó bạn không đọc được nữa, cũng không chọn lại được ai đọc.',
  folderRead: (ready: string, failed: string, left: string) =>
    `${ready} sẵn sàng, ${failed} không đọc được, ${left} đang đọc`,
  inCollections: 'Trong bộ sưu tập',
  newCollection: 'Bộ sưu tập mới',
  noCollections: 'Chưa có bộ sưu tập.',
};

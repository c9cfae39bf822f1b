export const tenants = {
  navTenants: 'Tổ chức',
  operator: 'Người vận hành',
  dependencies: 'Các phần của máy chủ',
  stuckDocuments: 'Tài liệu bị kẹt',
  newTenant: 'Tổ chức mới',
  tenantSlugHint: 'Tên dùng khi đăng nhập: chữ thường, chữ số và “-”.',
  firstAdminEmail: 'Địa chỉ email của quản trị viên đầu tiên',
  firstAdminKey: 'Khóa của quản trị viên đầu tiên',
  firstAdminKeyText: 'Hãy đưa cho quản trị viên để đăng nhập. Khóa không thể hiển thị lại.',
  noTenants: 'Chưa có tổ chức nào.',
  tenantStatus: {
    active: 'đang hoạt động',
    suspended: 'bị tạm ngưng',
    deleting: 'đang bị xóa',
  },
  suspend: 'Tạm ngưng',
  resume: 'Cho hoạt động lại',
  suspendText: (name: string) =>
    `Mọi người của “${name}” sẽ bị từ chối từ yêu cầu tiếp theo. Không có gì bị xóa.`,
  limits: 'Giới hạn',
  limitHint: 'Để trống: theo cài đặt của máy chủ.',
  usedNow: (count: string) => `Hiện đang dùng ${count}.`,
  sessionsLimit: 'Cuộc trò chuyện',
  requestsPerMinute: 'Yêu cầu mỗi phút',
  dependency: 'Phần',
  dependencyState: {
    up: 'hoạt động',
    down: 'không hoạt động',
  },
  readiness: {
    ready: 'Máy chủ đã sẵn sàng.',
    not_ready: 'Máy chủ chưa sẵn sàng.',
    draining: 'Máy chủ không nhận việc mới.',
    shutting_down: 'Máy chủ đang tắt.',
  },
  reindexing: (done: string, total: string) =>
    `Đang lập chỉ mục lại tài liệu: ${done} trên ${total}.`,
  lookAgain: 'Xem lại',
  noStuck: 'Không có tài liệu nào bị kẹt.',
  stuckText:
    'Những tài liệu đã bị bỏ, liên tục thất bại hoặc chờ hơn mười phút. Chỉ tổ chức của chúng thấy được tên.',
  stuckState: {
    failed: 'đã bỏ',
    failing: 'đang thất bại',
    waiting: 'đang chờ',
  },
  stuckAction: {
    index: 'chờ lập chỉ mục',
    purge: 'chờ xóa',
  },
  reason: 'Lý do',
  oldest: 'Bị kẹt lâu nhất',
};

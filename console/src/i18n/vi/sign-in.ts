/** Sentences of the ways in. */
export const signIn = {
  signInTitle: 'Đăng nhập',
  signInExpired: 'Phiên của bạn đã kết thúc. Hãy đăng nhập lại để tiếp tục công việc đang làm.',
  withPassword: 'Mật khẩu',
  withKey: 'Khóa API',
  withProvider: 'Tài khoản công ty',
  withInvitation: 'Lời mời',
  organisation: 'Tổ chức',
  organisationHint:
    'Tên ngắn của tổ chức, chẳng hạn acme. Tên này có trong lời mời; ai đã đăng nhập thì thấy ở mục “Tài khoản”.',
  email: 'Địa chỉ email',
  password: 'Mật khẩu',
  newPassword: 'Mật khẩu mới',
  newPasswordNeeded:
    'Mật khẩu của bạn do người khác đặt. Hãy chọn mật khẩu riêng: ít nhất 12 ký tự.',
  apiKey: 'Khóa API',
  apiKeyHint:
    'Bắt đầu bằng kr_. Trên máy chủ mới, khóa nằm trong tệp bootstrap.json của thư mục dữ liệu. Phiên sẽ kết thúc khi khóa bị thu hồi.',
  invitation: 'Mã mời',
  invitationHint: 'Bắt đầu bằng kri_. Hãy chọn mật khẩu ít nhất 12 ký tự cho tài khoản của bạn.',
  toProvider: 'Tiếp tục đến trang đăng nhập của công ty',
  wrongCredentials: 'Thông tin không đúng. Hãy kiểm tra lại những gì bạn đã nhập.',
  wrongKey: 'Khóa này không được nhận ra, đã hết hạn hoặc đã bị thu hồi.',
  wrongInvitation: 'Lời mời này không hợp lệ hoặc không còn hiệu lực. Hãy xin lời mời khác.',
  wrongLink:
    'Liên kết này chỉ dùng được một lần, trong mười phút sau lần khởi động đầu tiên, và không còn hiệu lực. Hãy đăng nhập bằng khóa nằm cạnh liên kết trong tệp bootstrap.json.',
  invitationJoin: (slug: string) =>
    `Bạn gia nhập tổ chức “${slug}”. Từ đó bạn đăng nhập bằng tên ngắn này, địa chỉ e-mail và mật khẩu chọn ở đây.`,
};

/** Sentences of one's own account. */
export const account = {
  accountNameHint: 'Câu trả lời có thể gọi bạn bằng tên này.',
  setPassword: 'Đặt mật khẩu',
  changePassword: 'Đổi mật khẩu',
  currentPassword: 'Mật khẩu hiện tại',
  newPasswordHint: 'Ít nhất 12 ký tự.',
  noPasswordYet:
    'Bạn chưa có mật khẩu. Hãy đặt một mật khẩu để vào mà không cần liên kết hay khóa.',
  passwordChanged: 'Đã lưu. Những nơi khác đã được đăng xuất.',
  signOutEverywhere: 'Đăng xuất ở mọi nơi',
  signOutEverywhereText:
    'Bạn bị đăng xuất khỏi mọi trình duyệt và chương trình, kể cả ở đây. Khóa API vẫn còn.',
  exportOwnText: 'Cuộc trò chuyện, ghi nhớ và tệp, trong một tệp ZIP.',
  slugAtSignIn: 'Nhập khi đăng nhập, cùng địa chỉ e-mail và mật khẩu.',
  slugIs: (slug: string) => `Tên ngắn của tổ chức, cần nhập khi đăng nhập sau này: ${slug}`,
  setupPassword: {
    title: 'Mật khẩu',
    done: 'Bạn có thể đăng nhập bằng mật khẩu.',
    open: 'Hãy đặt mật khẩu: liên kết của lần khởi động đầu chỉ dùng được một lần.',
  },
};

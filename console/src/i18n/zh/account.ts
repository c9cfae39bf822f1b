/** Sentences of one's own account. */
export const account = {
  accountNameHint: '回答可以这样称呼您。',
  setPassword: '设置密码',
  changePassword: '更改密码',
  currentPassword: '当前密码',
  newPasswordHint: '至少 12 个字符。',
  noPasswordYet: '您还没有密码。请设置一个，这样无需链接或密钥也能进入。',
  passwordChanged: '已保存。其他地方的登录已结束。',
  signOutEverywhere: '在所有地方退出',
  signOutEverywhereText: '您将从所有浏览器和程序退出，包括这里。API 密钥保留。',
  exportOwnText: '对话、记忆和文件，打包为 ZIP。',
  slugAtSignIn: '登录时与电子邮件地址和密码一起输入。',
  slugIs: (slug: string) => `组织的短名称，以后登录时要输入：${slug}`,
  setupPassword: {
    title: '密码',
    done: '您可以用密码登录。',
    open: '请设置密码：首次启动的链接只能用一次。',
  },
};

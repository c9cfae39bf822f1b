/** Sentences of the ways in. */
export const signIn = {
  signInTitle: '登录',
  signInExpired: '您的会话已结束。重新登录后即可从原处继续。',
  withPassword: '密码',
  withKey: 'API 密钥',
  withProvider: '企业账户',
  withInvitation: '邀请',
  organisation: '组织',
  organisationHint: '组织的短名称，例如 acme。邀请中写有短名称；已登录的人可在“账户”中找到。',
  email: '电子邮箱',
  password: '密码',
  newPassword: '新密码',
  newPasswordNeeded: '您当前的密码由他人设置。请设置自己的密码，至少 12 个字符。',
  apiKey: 'API 密钥',
  apiKeyHint:
    '以 kr_ 开头。在新服务器上，密钥写在数据文件夹的 bootstrap.json 中。密钥被吊销时，会话随之结束。',
  invitation: '邀请码',
  invitationHint: '以 kri_ 开头。请为您的账户设置至少 12 个字符的密码。',
  toProvider: '前往企业登录',
  wrongCredentials: '信息不正确，请检查您的输入。',
  wrongKey: '此密钥不存在、已过期或已被吊销。',
  wrongInvitation: '此邀请无效或已失效，请索取新的邀请。',
  wrongLink:
    '此链接仅在首次启动后的十分钟内可使用一次，现已失效。请使用 bootstrap.json 中与其并列的密钥登录。',
  invitationJoin: (slug: string) =>
    `您将加入组织“${slug}”。此后用这个短名称、您的电子邮件地址和在此选择的密码登录。`,
};

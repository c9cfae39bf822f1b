/** Sentences of the ways in. */
export const signIn = {
  signInTitle: 'サインイン',
  signInExpired: 'セッションが終了しました。サインインすると、元の場所から続けられます。',
  withPassword: 'パスワード',
  withKey: 'API キー',
  withProvider: '会社のアカウント',
  withInvitation: '招待',
  organisation: '組織',
  organisationHint:
    '組織の短縮名（例: acme）。招待に書かれています。サインイン済みの人は「アカウント」で確認できます。',
  email: 'メールアドレス',
  password: 'パスワード',
  newPassword: '新しいパスワード',
  newPasswordNeeded:
    '現在のパスワードは他の人が設定したものです。12 文字以上の新しいパスワードを決めてください。',
  apiKey: 'API キー',
  apiKeyHint:
    'kr_ で始まります。新しいサーバーでは、データフォルダーの bootstrap.json に書かれています。キーを失効させるとセッションも終了します。',
  invitation: '招待コード',
  invitationHint: 'kri_ で始まります。アカウントに使う 12 文字以上のパスワードを決めてください。',
  toProvider: '会社のサインインへ進む',
  wrongCredentials: '正しくありません。入力内容を確認してください。',
  wrongKey: 'このキーは登録されていないか、期限切れか、失効しています。',
  wrongInvitation: 'この招待は正しくないか、無効になっています。新しい招待を依頼してください。',
  wrongLink:
    'このリンクは初回起動から 10 分以内に 1 回だけ使えるもので、すでに無効です。bootstrap.json に併記されているキーでサインインしてください。',
  invitationJoin: (slug: string) =>
    `組織「${slug}」に参加します。以後はこの短縮名、メールアドレス、ここで決めるパスワードでサインインします。`,
};

/** Sentences of one's own account. */
export const account = {
  accountNameHint: '回答での呼びかけに使われます。',
  setPassword: 'パスワードを設定',
  changePassword: 'パスワードを変更',
  currentPassword: '現在のパスワード',
  newPasswordHint: '12 文字以上。',
  noPasswordYet: 'パスワードがまだありません。リンクやキーなしで入れるように設定してください。',
  passwordChanged: '保存しました。ほかの場所ではサインアウトされました。',
  signOutEverywhere: 'すべての場所でサインアウト',
  signOutEverywhereText:
    'このブラウザを含むすべてのブラウザとプログラムからサインアウトします。API キーは残ります。',
  exportOwnText: '会話、メモ、ファイルを ZIP で。',
  slugAtSignIn: 'サインインのとき、メールアドレスとパスワードと一緒に入力します。',
  slugIs: (slug: string) => `組織の短縮名（今後のサインインで入力します）: ${slug}`,
  setupPassword: {
    title: 'パスワード',
    done: 'パスワードでサインインできます。',
    open: 'パスワードを設定してください。初回起動のリンクは一度しか使えません。',
  },
};

export const tenants = {
  navTenants: '組織',
  operator: '運用者',
  dependencies: 'サーバーの構成要素',
  stuckDocuments: '止まっている文書',
  newTenant: '新しい組織',
  tenantSlugHint: 'サインインのときに入力する名前です。小文字の英字、数字、「-」が使えます。',
  firstAdminEmail: '最初の管理者のメールアドレス',
  firstAdminKey: '最初の管理者のキー',
  firstAdminKeyText: '管理者に渡してください。これでサインインします。二度と表示できません。',
  noTenants: '組織はまだありません。',
  tenantStatus: {
    active: '有効',
    suspended: '停止中',
    deleting: '削除中',
  },
  suspend: '停止',
  resume: '再開',
  suspendText: (name: string) =>
    `「${name}」の全員が次のリクエストから拒否されます。何も削除されません。`,
  limits: '上限',
  limitHint: '空欄: サーバーの設定に従います。',
  usedNow: (count: string) => `現在 ${count} を使用中です。`,
  sessionsLimit: '会話',
  requestsPerMinute: '1 分あたりのリクエスト数',
  dependency: '構成要素',
  dependencyState: {
    up: '動作中',
    down: '停止',
  },
  readiness: {
    ready: 'サーバーは準備ができています。',
    not_ready: 'サーバーは準備ができていません。',
    draining: 'サーバーは新しい処理を受け付けていません。',
    shutting_down: 'サーバーは終了中です。',
  },
  reindexing: (done: string, total: string) =>
    `文書を索引し直しています: ${total} 件中 ${done} 件。`,
  lookAgain: 'もう一度確認',
  noStuck: '止まっている文書はありません。',
  stuckText:
    '処理をやめた、失敗し続けている、または 10 分以上待っている文書です。名前はその組織だけが見られます。',
  stuckState: {
    failed: '中止',
    failing: '失敗中',
    waiting: '待機中',
  },
  stuckAction: {
    index: '索引待ち',
    purge: '削除待ち',
  },
  reason: '理由',
  oldest: '最も長く止まっているもの',
};

import type { Messages } from './en.js';

export const ja: Messages = {
  notFound: '利用できる文書の中に、この質問への答えは見つかりませんでした。',
  stepLimit: '手順の上限に達しました。以下はそれまでに見つかった内容に基づいています。',
  deadlineReached: '時間切れになりました。以下はそれまでに見つかった内容に基づいています。',
  endsEarly: 'この回答は完成する前にここで終わっています。',
  noModelWroteThis: 'これは言語モデルが書いたものではありません。文書からの引用です：',
  closestPassages:
    '確かな回答は見つかりませんでした。以下は文書から引用した最も近い箇所です（言語モデルが書いたものではありません）：',
  notInPassages: (words) => `質問の次の語は見つかりませんでした：${words}。`,
  toolsReturned: 'これは言語モデルが書いたものではありません。ツールが返した結果です：',
  modelMade: 'これは言語モデルがツールで作成したもので、どの出典とも照合されていません：',
  toolsFailed: (names) =>
    `調べようとしたものの一部が失敗したため、不完全な可能性があります：${names}。`,
  lookupFailed: '調べることができませんでした：',
  quotingMode: 'ここには言語モデルが設定されていないため、文書の文を引用します。',
  canCalculate: (example) => `${example} のような計算もできます。`,
  greeting: 'こんにちは。あなたの組織の文書について質問してください。',
  youAreWelcome: 'どういたしまして。',
  goodbye: 'さようなら。',
  clarificationFallback: '知りたいことをもう少し詳しく教えていただけますか。',
  knowledgeBaseUnavailable:
    'ナレッジベースは現在利用できません。しばらくしてからもう一度お試しください。',
  notReadYet:
    'まだ読み込みが終わっていない文書があります。しばらくしてからもう一度お試しください。',
  indexRebuilding: '検索索引を再構築しているため、まだ見つからない文書があります。',
  beyondTools: 'この依頼は、有効なツールでできる範囲を超えています。',
  foundIn: (languages) => `見つかった文書の言語：${languages}。`,
  sourcesLabel: '出典：',
  filesLabel: 'ファイル：',
  remembered: '記憶しました：',
  toConfirm: (days) => `まだ記憶していません。記憶するには${days}日以内に確認してください：`,
  notRemembered: 'これは記憶されませんでした：',
  privateMemory: 'あなたのメモ（非公開）',
  toolResult: 'ツールの結果',
  codeResult: 'コードの結果',
  untitledDocument: '無題の文書',
  linkRemoved: '（リンクを削除しました）',
  answerWithheld:
    'この回答は表示されなくなりました。根拠となる出典が変更または削除されたか、閲覧できなくなりました。',
  unsupportedMark: 'この文言は出典にありません',
  uncheckedMark: 'モデル自身が作成、出典と未照合',
  pages: ({ start, end }) => (start === end ? `${start} ページ` : `${start}～${end} ページ`),
  documentsListed: ({ total, shown }) =>
    shown < total
      ? `閲覧できる文書：${total} 件、ここに挙げたもの：${shown} 件。`
      : `閲覧できる文書：${total} 件。`,
  newestDocuments: ({ total, shown }) => `閲覧できる最新の文書（${total} 件中 ${shown} 件）：`,
  rowsShown: ({ total, shown }) => `見つかった箇所で該当する行：${total} 行、表示：${shown} 行。`,
  documentsAbout: (topic) => `${topic}に触れている文書：`,
  outlineOf:
    'これは言語モデルが書いたものではありません。文書の冒頭の文と、その下に文書の構成を示します：',
  olderDiffers: (title) => `より古い文書には別の記載があります：${title}`,
  quote: (text) => `「${text}」`,
  correction: (text) => `訂正：${text}`,
  statementsLeftOut: (count) => `出典にない記述を${count}件省きました。`,
};

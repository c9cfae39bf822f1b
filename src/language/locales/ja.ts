import type { Locale } from '../locale.js';
import { toHanNumber } from './alphabets.js';

const AIUEO = 'ｱｲｳｴｵｶｷｸｹｺｻｼｽｾｿﾀﾁﾂﾃﾄﾅﾆﾇﾈﾉﾊﾋﾌﾍﾎﾏﾐﾑﾒﾓﾔﾕﾖﾗﾘﾙﾚﾛﾜｦﾝ';
const IROHA = 'ｲﾛﾊﾆﾎﾍﾄﾁﾘﾇﾙｦﾜｶﾖﾀﾚｿﾂﾈﾅﾗﾑｳﾉｵｸﾔﾏｹﾌｺｴﾃｱｻｷﾕﾒﾐｼﾋﾓｾｽ';

export const ja: Locale = {
  script: 'Kana',
  iso3: 'jpn',
  functionWords: `何 何と 何が 何を 何に 何で 誰 いつ どこ どの どう なぜ いくつ いくら どれ どれくらい どのくらい どんな です ます か は が を に の
    と で へ から まで も て た だ する し れ れる ば さ こと もの ください ある いる あり い 呼 呼び
    ありま すか でき す いい よい って くだ さい け しな なり ま せん しょう した しま いま という どちら 教え え よう`,
  conditionsInside: /場合|限り|限る|除[いくき]|ただし|但し|なければ|たら(?!し)|れば|条件|もし/u,
  provisos: { parts: 'ただし|但し|もっとも' },
  introducingWords: `の は が を に で と も この その これ それ ここ には では による よる よれ ば とおり 通り 次 以下 ように よう とき と 書 か れ て い る ある あり い ます まし
    書い 述べ 記載 さ し 記さ 定め 規定 説明 引用 原文 文書 資料 マニュアル 規程 方針 手引き ガイド 本文 出典 ページ 頁 章 節 条 項 第 契約 契約書 報告書 回答 文 たら です だ`,
  isUnspaced: true,
  scopeInside: {
    reversing: /虚偽|嘘|誤り|間違|否定|とされる|逆に|無視|忘れ|噂|めったに/u,
    everybody: /すべて|全て|全員|誰でも|みんな|常に/u,
    only: /だけ|のみ|に限/u,
  },
  negationsInside: {
    harmless: /なければなら(?:ない|ず)|少ない|危ない|間違いな[いく]|非常/g,
    negation: /禁止|ません|ませんでした|な(?:い|かった|く|ければ)|[不無未非]/g,
  },
  units: {
    second: '秒',
    minute: '分',
    hour: '時間',
    day: '日',
    week: '週間',
    month: 'ヶ月 か月',
    year: '年',
    jpy: '円',
    person: '人 名',
  },
  weekdaysInside: {
    pattern: /([月火水木金土日])曜/g,
    days: { 月: 1, 火: 2, 水: 3, 木: 4, 金: 5, 土: 6, 日: 7 },
  },
  writesFullWidth: true,
  answerTypes: {
    comparison: { parts: '比較|違い' },
    quantity: {
      parts:
        'いくつ|いくら|何(?:人|個|台|年間|日間|日|時間|分|円|回|件|パーセント|％)|どのくらい|どれくらい',
    },
    price: { parts: 'いくら' },
    day: { parts: '何(?:年|月|曜日)' },
    age: { parts: '何歳|年齢は' },
    weight: { parts: '何キロ|重さは' },
    date: { parts: 'いつ|何(?:年|月|曜日|時)' },
    address: { parts: 'アドレス|メール' },
    phone: { parts: '電話' },
    person: { parts: '誰|だれ|どなた' },
    definition: { parts: 'とは|って何|何ですか' },
    list: { parts: 'どの|どんな|何がありますか' },
    steps: { parts: 'どうやって|どのように|方法|手順' },
  },
  ages: { parts: '歳|才|年齢|生まれ' },
  prices: { parts: '円|無料' },
  times: { parts: '[年月日時]|まで|から|毎' },
  smallTalk: {
    phrases:
      'こんにちは|こんばんは|おはよう|おはようございます|おやすみ|おやすみなさい|はじめまして|ありがとう|ありがとうございます|ありがとうございました|どうも|さようなら|またね|じゃあね|お元気ですか|元気ですか|はい|わかりました|了解です|あなたは誰ですか|何ができますか',
    thanks: 'ありがと',
    farewells: 'さようなら|またね|じゃあね',
  },
  pages: { after: String.raw`\s?ページ` },
  titles: { contents: '目次', licence: 'ライセンス|使用許諾', untitled: '無題' },
  commands: { write: '保存|書|作成', file: 'ファイル' },
  collection: {
    documents: '文書|ドキュメント|ファイル|資料|書類',
    here: 'ここに|システムに|現在|全部で',
    list: '(?:ここには?|システムには?|現在)?(?:どんな|どの(?:ような)?)<d>が(?:あり|利用でき|読め)ますか|(?:すべての|全ての|全)?<d>(?:の一覧)?を(?:一覧表示|表示|列挙)して(?:ください|下さい)?|<d>の一覧',
    count:
      '(?:ここには?|システムには?)?<d>は?(?:全部で)?(?:何件|いくつ|何個|何冊)(?:ありますか|ある)?|いくつの<d>がありますか',
    newest:
      '(?:最新の|新しい|最も新しい|一番新しい)<d>は?(?:どれ|何)(?:ですか)?|最新の<d>を表示して(?:ください|下さい)?',
    about:
      '{}(?:に関する|についての|に関連する)<d>[はが]?ありますか|どの<d>が{}に(?:触れ|言及し)ていますか',
    contents:
      '<d>{}には?何が(?:書かれて|書いて|含まれて)(?:いますか|ありますか)|{}という<d>には?何が(?:書かれて|書いて|含まれて)(?:いますか|ありますか)|<d>{}の内容は(?:何ですか)?',
    summary:
      '{}を(?:要約して|まとめて)(?:ください|下さい)?|{}の要約(?:を(?:教えてください|ください))?',
  },
  listNumbers: {
    letters: {
      aiueo: AIUEO,
      aiueoFullWidth: AIUEO.normalize('NFKC'),
      iroha: IROHA,
      irohaFullWidth: IROHA.normalize('NFKC'),
    },
    written: { japaneseCounting: (value) => toHanNumber(value, { gap: '' }) },
  },
  answerRemarks: String.raw`(?:こんにちは|お疲れ様|拝啓|敬具|よろしくお願い|ありがとう|件名|もちろん)|私は|以下(?:は|に|の)|(?:もし|ご不明|ご質問)[^。]{0,40}|お知らせください|それは場合による`,
  notInDocuments: String.raw`(?:文書|資料|出典|文章|マニュアル|契約|規程|報告書|情報)[^。！？]{0,40}(?:記載(?:されて(?:い)?|が)(?:ません|ない|ありません)|書かれていません|ありません|含まれていません|触れられていません|見当たりません)|見つかりません(?:でした)?`,
  bounds: {
    atMost: '最大|まで|以下|最長',
    atLeast: '少なくとも|以上|最低',
    moreThan: '超',
    lessThan: '未満',
    exactly: 'ちょうど',
    about: '約|およそ|程度',
  },
  yesOrNo: 'はい|いいえ',
  halfWords: '半分',
};

import type { Locale } from '../locale.js';
import { HAN_DIGITS, toHanNumber } from './alphabets.js';

const toChineseNumber = (value: number): string => toHanNumber(value, { gap: '零' });

export const zh: Locale = {
  script: 'Han',
  iso3: 'cmn',
  functionWords: `一个 了 为 为什么 么 也 什么 他 他们 会 你 你们 几 和 哪 哪些 哪个 哪里 在 多 多久 多少 她 如何 就 并 应该 怎么 怎样 我
    我们 是 是否 有 有没有 请 请问 谁 这 这个 那 那个 都 里 能 与 的 可以 吗 呢 个 多少钱 多大 多长 几点 何时 谁的
    哪一 哪一个 哪一年 哪位 哪种 哪儿 哪边 哪年 什么时候 什么样 甚么 何 何年 何处 何地 何人 何种 为何 几个 几年 几岁 几位 几月 第几 几日 几天 内 以内 是谁 叫
    叫做 称 称为 被 把 从 到 对 给 以 于 及 其 其中 所 之 而 且 但 因 因为 由 由于 所以 以及 还 还有 又 已 已经 曾 曾经 将 要 只 最 更 很 每
    各 该 此 某 这些 那些 它 它们 她们 自己 是在 的是 都是 中 上 下 时 时候 后 之后 前 之前 当 当时 什麼 甚麼 為什麼 為甚麼 哪裡 哪個 哪種
    哪邊 誰 是誰 幾 幾個 幾年 第幾 多長 多遠 為 為何 為了 嗎 個 這 這個 這些 裡 並 應該 怎麼 怎樣 我們 你們 他們 請 請問 何處 何時 由於 還
    還有 於 與 因為 後 之後 對 從 將 會 稱 稱為 什麼時候 時 時候 當 當時 當中 曾於`,
  emptyWords: `的 了 是 在 和 与 及 或 也 都 就 而 但 但是 如果 因为 所以 我 你 您 他 她 它 我们 你们 他们 她们 它们 这 那 这个 那个 这些 那些
    这里 那里 什么 怎么 怎样 如何 为什么 哪 哪里 哪些 哪个 谁 几 多少 吗 呢 吧 啊 呀 把 被 让 给 对 对于 关于 从 到 向 由 为 为了 以 于
    有 会 能 能够 可以 可 应 应该 必须 要 请 请问 个 之 其 一个 每 每个 上 下 中 里 很 更 最 还 又 再 着 过 地 得 等 并 并且 是否`,
  references:
    '它 他 她 它们 他们 她们 这 那 这个 那个 这些 那些 这样 那样 这里 那里 那边 其 该 上述 前者 后者 同样 刚才',
  continuations: '那么|那|还有|另外|为什么|然后',
  interrogatives:
    '什么 怎么 怎样 如何 为什么 哪 哪里 哪些 哪个 谁 几 多少 吗 呢 是 是否 能 可以 有 请 请问 需要 解释 列出 比较 总结 计算 查找 多久 何时',
  conjunctions: '和 与 及 或 或者 以及 还是 但是 并且',
  conditionsInside: /如果|假如|倘若|除非|除外|除了|只要|前提|条件|否则|情况下|的话|若(?!干)|例外/u,
  provisos: { parts: '但|不过|除非' },
  introducingWords: `根据 按照 依照 据 依据 在 中 里 的 是 为 这 该 此 其中 如 如下 以下 所 和 与 也 明确 指出 写道 写 写明 说 说明 称 提到 提及 显示 载明 表示 规定 描述 解释
    原文 引用 原话 内容 文中 政策 文件 文档 手册 指南 资料 来源 第 页 章 节 条 款 段 合同 协议 报告 回答 句 制度 规则 公司`,
  neutralWords: '有关 相关 信息 内容 详细 说明 介绍 情况 规定',
  isUnspaced: true,
  scopeInside: {
    reversing: /虚假|假的|错误|谎言|谣言|否认|据称|所谓|相反|忽略|无视|忘掉|传闻|很少|几乎/u,
    everybody: /所有|每个人|人人|大家|任何|全体|一律/u,
    only: /仅|只有|只能|只限|唯/u,
  },
  negationsInside: {
    harmless: /不仅|不但|不同|不断|不过|不管|不论|不久|无论|非常|除非|没问题|未来|特别/g,
    negation: /禁止|严禁|不得|没有|[不没无未非勿莫别]/g,
  },
  contrasts: { parts: '但是|但|而是|然而' },
  hanNumerals: {
    digits: ['零〇', '一', '二两兩', '三', '四', '五', '六', '七', '八', '九'],
    scales: { 十: 10, 百: 100, 千: 1000 },
    percent: /百分之([零〇一二两兩三四五六七八九十百]{1,10})/g,
    ordinal: '第',
    weekdayBefore: /(?:星期|周|礼拜|禮拜)$/,
    weekdayAfter: /^曜/,
    countedAfter: /^(?:月|日|号|年|条|章|页|节|款|岁|层|楼|倍|月份)/,
    // 十分 is "very", 万 and 千万 are "by all means" as often as numbers.
    harmless: /^(?:十分(?!钟)|千万|百[货姓科般])/,
  },
  units: {
    quarter: '季度 个季度',
    second: '秒',
    minute: '分钟 分',
    hour: '小时 个小时 钟头 时间',
    day: '天 日',
    workday: '工作日 个工作日',
    week: '周 星期 个星期',
    month: '个月',
    year: '年',
    percent: '百分',
    eur: '欧元',
    usd: '美元',
    cny: '元 人民币',
    thousand: '千',
    tenthousand: '万',
    million: '百万',
    billion: '亿',
    kilometre: '公里',
    metre: '米',
    centimetre: '厘米',
    millimetre: '毫米',
    squaremetre: '平方米',
    kilogram: '公斤 千克',
    gram: '克',
    tonne: '吨',
    litre: '升',
    person: '人 名',
    time: '次',
  },
  ratesInside: {
    pattern: /(?:每一?个?|按)(分钟|小时|天|日|周|星期|月|季|年)/g,
    periods: {
      分钟: 'minute',
      小时: 'hour',
      天: 'day',
      日: 'day',
      周: 'week',
      星期: 'week',
      月: 'month',
      季: 'quarter',
      年: 'year',
    },
  },
  weekdaysInside: {
    pattern: /(?:星期|周|礼拜)([一二三四五六日天])(?![天个次小])/g,
    days: { 一: 1, 二: 2, 三: 3, 四: 4, 五: 5, 六: 6, 日: 7, 天: 7 },
  },
  dates: {
    pattern: /(?:(?<year>\d{4})年)?(?<month>\d{1,2})月(?:(?<day>\d{1,2})[日号])?/gu,
    part: /[\p{N}一二三四五六七八九十]\s?[年月日号]/u,
  },
  writesFullWidth: true,
  answerTypes: {
    comparison: { parts: '比较|对比|区别|差异' },
    quantity: { parts: '多少|几(?:个|天|年|次|人|小时|分钟|月|周|种|名|位)|多(?:久|长|大|高|快)' },
    price: { parts: '多少钱' },
    day: { parts: '哪(?:年|天|一年|一天|个月)' },
    age: { parts: '几岁|多少岁|多大年纪|什么年龄|年龄(?:是|有)?多[少大]' },
    weight: { parts: '多重' },
    date: { parts: '什么时候|何时|哪(?:年|天|一年|一天|个月)|几(?:号|月|点)' },
    address: { parts: '地址|邮箱|邮件|网址' },
    phone: { parts: '电话' },
    person: { parts: '谁|哪位' },
    definition: { parts: '什么是|是什么|什么意思' },
    list: { parts: '哪些|有什么|列出|列举' },
    steps: { parts: '如何|怎么|怎样|步骤' },
  },
  counts: { parts: String.raw`[一二两三四五六七八九十百千万半]\s?[\p{sc=Han}]` },
  ages: { parts: '岁|年龄|出生' },
  prices: { parts: '[元块]|免费' },
  times: { parts: '[年月日号时周]|之前|之后|以前|以后|期间|开始|以内' },
  asks: { parts: '什么|谁|几|多少|多久|哪|怎|何时|为何' },
  intents: {
    memory: '记住|记得|关于我',
    summary: '总结|概括|概述|摘要',
    comparison: '比较|对比|区别|差异',
    calculation: '计算|等于多少',
    procedure: '如何|怎么|怎样|步骤|流程',
  },
  smallTalk: {
    phrases:
      '你好|您好|你好吗|您好吗|大家好|嗨|哈喽|早上好|早安|上午好|下午好|晚上好|晚安|谢谢|谢谢你|谢谢您|多谢|非常感谢|再见|拜拜|最近怎么样|你是谁|您是谁|你会做什么|你能做什么|你能帮我什么|好的|请问',
    thanks: '谢',
    farewells: '再见|拜拜',
  },
  mail: {
    headers: '发件人|收件人|主题|日期|抄送|发送时间',
    forwarded: '原始邮件|转发的邮件',
    wrote: '写道',
  },
  unmarkedQuestions: {
    last: '[吗呢么]',
    anywhere: '什么|怎么|怎样|为什么|哪里|哪个|哪些|多少|是否|有没有|谁是|是谁',
  },
  remembering: {
    courtesies: '请你?|麻烦你?|麻烦|帮我|你要|好的|你好|要',
    verbs: '(?:记住|记下来?|记一下|记着|牢记|别忘了|不要忘记|不要忘了|记得)',
    politely: '(?:能|可以)(?:请你)?记住',
    links: '[:：，,、]? ?',
    pointers:
      '(?:记住|记下来?|记一下|别忘了|不要忘记)(?:这个|这点|这件事|这些|那个|它|我说的(?:话)?)?(?:吧|哦)?',
    bans: '(?:不要|别|不用|无需|不必)(?:去)?(?:记住|记下|记得|记着|记录|保存|存)|(?<!别|不要)忘掉|忘了(?:它|这)',
    elsewhere: '(?:这个|那个|这|那|它)?[吗呢吧]*',
  },
  aboutConversation: '我们的对话|刚才说|上一个回答|上一个问题',
  pages: { before: '第', after: String.raw`\s?[页頁]` },
  titles: {
    numbered: String.raw`第[一二三四五六七八九十百零〇\d]{1,6}[章节節条條篇部]`,
    numberedSmall: '第[^章篇部]{1,6}[节節条條]',
    contents: '目录|目錄',
    licence: '许可|授權',
    untitled: '无标题',
  },
  itemNumbers: '[一二三四五六七八九十]{1,3}、',
  sourceWords: '来源',
  sourceListTitles:
    '参考文献|参考资料|参考来源|引用|引用来源|引文|资料来源|信息来源|出处|文献|脚注|來源|參考文獻|參考資料',
  rolesByPlace: true,
  years: /(\d{4})年/g,
  commands: { write: '保存|写|创建|生成', file: '文件' },
  collection: {
    texts: '写了|手册|说明书|规定|报告|纪要',
    documents: '文档|文件|资料|文檔|檔案',
    here: '可用|可以(?:看|读|查)|的|吗|呢',
    list: '(?:这里|系统(?:里|中)?|知识库(?:里|中)?|你|您|我们|现在|目前|一共|总共)*有(?:哪些|什么)<d><h>|哪些<d><H>|(?:请)?(?:列出|显示)(?:所有|全部)?(?:的)?<d>',
    count:
      '(?:这里|系统(?:里|中)?|知识库(?:里|中)?|你|您|我们|现在|目前|一共|总共)*有(?:多少|几)(?:个|份|篇)?<d><h>|(?:一共|总共)(?:多少|几)(?:个|份|篇)<d>',
    newest:
      '(?:哪些|什么)<d>是(?:最)?新的|最新的<d>(?:有|是)(?:哪些|什么)|有(?:哪些|什么)(?:最)?新(?:的)?<d>|(?:请)?(?:列出|显示)最新的<d>',
    about:
      '(?:请)?(?:列出|显示)(?:所有|全部)?(?:的)?关于{}的<d>|有(?:没有|无)?(?:关于|涉及|提到){}的<d>(?:吗)?|有(?:哪些|什么)关于{}的<d>|哪些<d>(?:提到|涉及|讲到)(?:了)?{}',
    contents:
      '<d>?{}(?:里面|里|中)(?:有|写了|说了|讲了)什么|{}(?:这份|这个|这篇)<d>(?:讲|说|写)(?:的是|了)?什么',
    summary:
      '(?:请)?(?:帮我)?(?:总结|概括|概述)(?:一下)?(?:<d>)?{}|(?:请)?(?:给我)?{}的(?:摘要|概要)',
  },
  listNumbers: {
    digits: {
      ideographDigital: HAN_DIGITS,
      japaneseDigitalTenThousand: HAN_DIGITS,
      taiwaneseDigital: HAN_DIGITS,
    },
    letters: {
      ideographTraditional: '甲乙丙丁戊己庚辛壬癸',
      ideographZodiac: '子丑寅卯辰巳午未申酉戌亥',
    },
    written: {
      chineseCounting: toChineseNumber,
      chineseCountingThousand: toChineseNumber,
      taiwaneseCounting: toChineseNumber,
      taiwaneseCountingThousand: toChineseNumber,
    },
  },
  answerRemarks: String.raw`(?:你好|您好|大家好|亲爱的|尊敬的|此致|敬礼|谢谢|主题|当然|好的)(?=[^。！？]{0,12}[.!?]?$)|我(?:希望|可以|能|是|没有|未|无法)|以下(?:是|为)|如(?:果)?(?:您|你|有|需)[^。]{0,40}|请(?:告诉我|随时)|这取决于`,
  notInDocuments: String.raw`(?:文档|文件|资料|来源|文本|手册|合同|政策|报告|信息|段落)[^。！？]{0,30}(?:没有|并未|未|不)(?:说|提|提到|提及|说明|包含|涉及|指出|写|规定|给出)|(?:没有|未)(?:找到|提及|提到)|找不到`,
  bounds: {
    atMost: '最多|至多|不超过|上限|最高|最迟|不得超过',
    atLeast: '至少|最少|不少于|不低于|最低',
    moreThan: '超过|多于|高于|大于|以上',
    lessThan: '少于|低于|小于|不到|以下',
    exactly: '恰好|正好|刚好',
    about: '大约|约|左右|大概|将近|近',
  },
  yesOrNo: '是的|不是|不|是|可以|不可以',
  halfWords: '一半',
  minusWords: '零下 负',
  aboutAssistant: String.raw`(?:你|您)是(?:谁|什么|什么人)|(?:你|您)叫什么(?:名字)?|(?:你|您)是(?:人|真人|机器|机器人)(?:吗|还是(?:人|真人|机器|机器人))|(?:你|您)(?:会|能|可以)(?:做|干)(?:什么|些什么|哪些事)|(?:你|您)(?:能|可以)(?:帮(?:我|我们|助我|助我们))?(?:做)?(?:什么|些什么)|(?:我|我们)(?:可以|能)(?:问|向你问|问你|问您)(?:什么|些什么|哪些问题)|(?:请)?(?:介绍一下)(?:你|您)?自己|(?:请)?自我介绍(?:一下)?`,
  writing: String.raw`(?:写|起草|撰写|拟|改写)[^。？！]{0,30}(?:邮件|信|消息|便条|回复|文字|通知|邀请|提醒|申请|段落|句子)|翻译`,
};

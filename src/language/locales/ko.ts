import type { Locale } from '../locale.js';

/** The particles that are written to the end of a noun, longest first. */
const PARTICLES =
  '으로부터 에서부터 이라는 에서는 에게서 으로는 으로서 으로써 이라고 에서 에게 으로 까지 부터 처럼 보다 이나 이며 에는 에도 과의 와의 라는 라고 은 는 이 가 을 를 에 의 도 만 과 와 로'.split(
    ' ',
  );
const HANGUL = /^\p{sc=Hangul}{3,}$/u;

/** Takes the particle off a Korean word where at least two syllables remain; Snowball has no Korean. */
const stemKorean = (word: string): string => {
  if (!HANGUL.test(word)) return word;
  const particle = PARTICLES.find((end) => word.endsWith(end) && word.length - end.length >= 2);
  return particle === undefined ? word : word.slice(0, -particle.length);
};

export const ko: Locale = {
  script: 'Hangul',
  iso3: 'kor',
  functionWords: `무엇 무엇입니까 무엇인가요 누구 언제 어디 어디서 어떻게 왜 얼마 얼마나 몇 어떤 어느 있습니까 있나요 입니까 인가요 합니까 하나요 되나요 수 있는
    및 는 은 이 가 을 를 에 의
    무엇인가 무엇을 무엇이 무엇으로 무엇에 무엇이라고 뭐 뭐라고 무슨 누구인가 누구에게 누구의 누구를 누구와 누가 언제인가 언제부터 언제까지
    어디인가 어디로 어디에 어디에서 어디의 어디를 어디까지 얼마인가 얼마의 어떠한 것은 것을 것이 것으로 있는가 하는가 되는가 된 되는 있던
    있었던 있다고 하는 한 했던 하기 하여 위해 위한 대해 대한 의해 의한 때 때문에 그 저 등 중 또는 그리고 에서 라고 불리는 부르는`,
  stemmer: stemKorean,
  conditionsInside: /경우|(?:으?면|다면)(?=[\s,.]|$)|단(?=[,\s])|다만|제외|않는 한|조건|만약/u,
  provisos: { parts: String.raw`다만|단[,\s]` },
  introducingWords: `이 그 는 은 가 을 를 의 에 에서 에는 에서는 로 으로 와 과 도 및 다음 다음과 같이 같은 따르면 따라 의하면 명시 명시되어 명시한다 말한다 말합니다 적혀 적고 쓰여 있다 있습니다 라고
    고 설명한다 기술 인용 원문 정확히 그대로
    정책 정책에 정책은 문서 문서에 문서는 문서에는 매뉴얼 매뉴얼에 안내서 안내서에 지침 지침에 본문 출처 페이지 쪽 장 절 조 항 제 계약 계약서 계약서에 보고서 답변 문장 규정 규정에 규칙`,
  scopeInside: {
    reversing: /거짓|틀린|오류|소문|부인|이른바|반대로|무시|잊어|드물/u,
    everybody: /모두|모든|누구나|항상|전원/u,
    only: /만(?=\s|이|을|은|의)|오직|뿐/u,
  },
  negationsInside: {
    harmless: /없이는|못지않/g,
    negation: /금지|없|않|아니|못(?=\s|하|할|합|한)|(?<![\p{L}])안(?=\s)/gu,
  },
  writesFullWidth: true,
  answerTypes: {
    comparison: { parts: '차이|비교' },
    quantity: { parts: '몇|얼마' },
    price: { parts: '얼마' },
    age: { parts: '몇 ?살|몇 ?세|나이' },
    weight: { parts: '몇 ?킬로|무게' },
    date: { parts: '언제' },
    address: { parts: '주소' },
    phone: { parts: '전화' },
    person: { parts: '누구|누가' },
    definition: { parts: '무엇|뭐' },
    list: { parts: '어떤|무슨' },
    steps: { parts: '어떻게' },
  },
  ages: { parts: '세|살|나이|출생' },
  prices: { parts: '원|무료' },
  smallTalk: {
    phrases:
      '안녕|안녕하세요|안녕하십니까|좋은 아침|좋은 아침입니다|안녕히 주무세요|잘 자요|반갑습니다|감사합니다|고맙습니다|고마워|고마워요|정말 감사합니다|대단히 감사합니다|안녕히 가세요|안녕히 계세요|잘 가요|잘 지내세요|어떻게 지내세요|네|알겠습니다|누구세요|당신은 누구입니까|무엇을 할 수 있나요|뭘 할 수 있어요',
    thanks: '감사|고맙|고마워',
    farewells: '안녕히 [가계]|잘 가요',
  },
  titles: { contents: '차례|목차', licence: '라이선스' },
  commands: { write: '작성|저장|만들', file: '파일' },
  collection: {
    documents: '(?:문서|파일|자료)(?:들)?',
    here: '여기(?:에)?|시스템에|모두',
    list: '(?:여기에? |시스템에 )?(?:어떤|무슨) <d>[이가]? ?(?:있(?:나요|습니까|어요|어)|있는지 알려 ?(?:줘|주세요))|(?:모든 |전체 )?<d>[를을]? ?(?:목록을 )?(?:보여|나열해) ?(?:줘|주세요)|<d> 목록',
    count:
      '(?:여기에? |시스템에 )?<d>[은는이가]? ?(?:모두 )?몇 ?(?:개|건|부)나? ?(?:있(?:나요|습니까|어요|어)|인가요|입니까)|몇 ?(?:개|건)의 <d>[이가] 있(?:나요|습니까|어요)',
    newest:
      '(?:가장 )?(?:최신|최근|새로운) <d>[은는이가]? ?(?:무엇|뭐|어떤 것)(?:인가요|입니까|예요|이에요)?|(?:가장 )?(?:최신|최근) <d>[를을]? ?보여 ?(?:줘|주세요)',
    about:
      '{}에 (?:관한|대한|관련된) <d>[이가]? ?있(?:나요|습니까|어요|어)|어떤 <d>[이가] {}[를을] (?:언급하나요|다루나요)',
    contents:
      '{} ?<d>에(?:는)? 무엇이 (?:있나요|들어 있나요|적혀 있나요)|{} ?<d>[은는] 무엇에 관한 것인가요',
    summary: '{}(?: <d>)?[를을]? ?요약해 ?(?:줘|주세요|주십시오)?|{}의 요약',
  },
  listNumbers: {
    digits: { koreanDigital: '영일이삼사오육칠팔구' },
    letters: {
      koreanCounting: '일이삼사오육칠팔구십',
      ganada: '가나다라마바사아자차카타파하',
      chosung: 'ㄱㄴㄷㄹㅁㅂㅅㅇㅈㅊㅋㅌㅍㅎ',
    },
  },
  answerRemarks: String.raw`(?:안녕하세요|여러분|친애하는|감사합니다|제목|물론|요약하면)(?=[^.!?]{0,20}[.!?]?$)|저는|다음은|아래는|(?:필요하시면|궁금하신|원하시면)[^.]{0,40}|경우에 따라`,
  notInDocuments: String.raw`(?:문서|자료|출처|본문|매뉴얼|계약|규정|보고서|정보)[^.!?]{0,40}(?:언급(?:되어 있지|하지) 않|없습니다|나와 있지 않|포함되어 있지 않|명시되어 있지 않)|찾(?:을 수 없|지 못)`,
  aboutAssistant: String.raw`(?:너는|넌|당신은|당신) (?:누구(?:세요|야|니|입니까|인가요)?|뭐야|무엇인가요|무엇입니까)|누구(?:세요|야|십니까)|이름이 (?:뭐예요|뭐야|무엇인가요|무엇입니까)|(?:무엇을|뭘|무슨 일을|어떤 것을) (?:할 수 있(?:나요|어요|어|습니까|니)|도와줄 수 있(?:나요|어요|어)|도와주실 수 있(?:나요|습니까))|(?:어떻게|무엇을) 도와(?:줄|주실) 수 있(?:나요|어요|습니까)|(?:무엇을|뭘|어떤 것을|어떤 질문을) (?:물어볼|질문할|할) 수 있(?:나요|어요|습니까)|자기소개(?:해 ?(?:주세요|줘))?`,
  writing: String.raw`(?:이메일|메일|편지|메시지|답장|글|공지|초대장|요청서|신청서|문장)(?:을|를)?[^.?!]{0,20}(?:써|작성해|다시 써)|번역해`,
};

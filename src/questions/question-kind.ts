import { z } from 'zod';
import { splitWords, wordSetsOf } from '../language/index.js';

export const QueryComplexity = z.enum(['simple', 'moderate', 'complex']);
export type QueryComplexity = z.infer<typeof QueryComplexity>;

const MAX_SIMPLE_WORDS = 12;
const MIN_COMPLEX_WORDS = 40;
const QUESTION_MARK = /[?？؟]/g;
const CLAUSE_BREAK = /[,;:](?=\s)|[，；：、]/g;
const COMPARISON =
  /\b(?:compare|compared|comparison|difference|differences|versus|vs|vergleich\w*|unterschied\w*|différence\w*|diferencia\w*)\b|hasonlít|összehasonl|különbség|\bcompar|so sánh|khác nhau|khác biệt|比较|对比|区别|不同|差异/iu;

/** Of all languages at once: what a question is written in is not asked here. */
const ALL_CONJUNCTIONS = new Set(
  [...wordSetsOf(({ conjunctions }) => conjunctions).values()].flatMap((words) => [...words]),
);

/**
 * How much a question asks at once, for any script: words are counted by the analyzer, which finds them in Chinese too.
 * complex: at least two questions, a comparison, or 40 words. moderate: more than 12 words, or at least two joints
 * (conjunctions and clause breaks). simple: the rest.
 */
export const classifyComplexity = (question: string): QueryComplexity => {
  const words = splitWords(question);
  const questions = count(question.trim(), QUESTION_MARK);
  if (questions >= 2 || words.length >= MIN_COMPLEX_WORDS || COMPARISON.test(question)) {
    return 'complex';
  }
  const joints =
    words.filter((word) => ALL_CONJUNCTIONS.has(word)).length + count(question, CLAUSE_BREAK);
  return words.length > MAX_SIMPLE_WORDS || joints >= 2 ? 'moderate' : 'simple';
};

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

export const QueryIntent = z.enum([
  'lookup',
  'summary',
  'comparison',
  'procedure',
  'calculation',
  'memory',
  'smalltalk',
  'other',
]);
export type QueryIntent = z.infer<typeof QueryIntent>;

/** First match wins. Written without `\b` where a language inflects or has no blanks. */
const RULES: readonly (readonly [QueryIntent, RegExp])[] = [
  [
    'memory',
    /\b(?:remember|do you know about me|did i (?:say|tell|ask)|my (?:name|preference)s?\b)|jegyezd meg|emlékszel|mit tudsz rólam|merk(?:e|en sie)? dir|erinnerst du|souviens|te souviens|retiens|recuerda|acuérdate|ghi nhớ|hãy nhớ|nhớ rằng|记住|记得|关于我/iu,
  ],
  [
    'summary',
    /\bsummar|\boverview\b|\bsum up\b|összefoglal|foglald össze|összegezd|zusammenfass|fasse .{0,80}zusammen|überblick|résum|\bresum|tóm tắt|tổng kết|总结|概括|概述|摘要/iu,
  ],
  [
    'comparison',
    /\bcompar|\bdifferen(?:ce|t)|\bversus\b|\bvs\b|hasonlít|összehasonl|különbség|vergleich|unterschied|différence|diferencia|so sánh|khác nhau|khác biệt|比较|对比|区别|差异/iu,
  ],
  [
    'calculation',
    /\d\s{0,3}[-+*/×÷^]\s{0,3}\d|\bcalculat|\bhow much is \d|számold|számítsd|mennyi \d|berechne|calcule|calcula|tính toán|tính giúp|计算|等于多少/iu,
  ],
  [
    'procedure',
    /\bhow (?:do|can|should|to|must)\b|\bsteps?\b|\bprocedure\b|hogyan|hogy lehet|hogy kell|lépései|\bwie (?:kann|muss|soll|mache|geht|beantrage)\b|\bcomment\b|\bcómo\b|làm thế nào|làm sao|cách (?:để|thức)|quy trình|如何|怎么|怎样|步骤|流程/iu,
  ],
];

/** What kind of answer a message asks for, by rule. */
export const classifyIntent = (message: string): QueryIntent => {
  if (isSmallTalk(message)) return 'smalltalk';
  if (!/[\p{L}\p{N}]/u.test(message)) return 'other';
  return RULES.find(([, pattern]) => pattern.test(message))?.[0] ?? 'lookup';
};

/** Phrases that ask for nothing in the documents. */
const PHRASES = [
  // en
  'hello|hi|hey|hi there|hello there|good morning|good afternoon|good evening|good night|greetings|thanks|thank you|thank you very much|thank you so much|thanks a lot|many thanks|cheers|bye|goodbye|good bye|see you|see you later|how are you|how are you doing|how is it going|hows it going|whats up|nice to meet you|ok|okay|great|cool|who are you|what can you do|what can i ask|what can i ask you|how can you help|how can you help me',
  // hu
  'szia|sziasztok|szervusz|szervusztok|helló|hello|hali|üdv|üdvözlöm|jó napot|jó napot kívánok|jó reggelt|jó estét|jó éjszakát|köszönöm|köszönöm szépen|nagyon köszönöm|köszi|köszi szépen|kösz|viszlát|viszontlátásra|hogy vagy|hogy van|mi újság|rendben|oké|szuper|ki vagy|ki vagy te|mit tudsz|miben segíthetsz|mit kérdezhetek',
  // de
  'hallo|guten tag|guten morgen|guten abend|gute nacht|servus|moin|grüß gott|danke|danke schön|dankeschön|vielen dank|tschüss|auf wiedersehen|wie geht es dir|wie geht es ihnen|wie gehts|wer bist du|was kannst du|was können sie',
  // fr
  'bonjour|bonsoir|salut|coucou|bonne nuit|merci|merci beaucoup|au revoir|à bientôt|comment ça va|ça va|comment allez vous|comment vas tu|qui es tu|que peux tu faire|que pouvez vous faire',
  // es
  'hola|buenos días|buenas tardes|buenas noches|gracias|muchas gracias|adiós|hasta luego|cómo estás|cómo está|qué tal|quién eres|qué puedes hacer',
  // vi
  'xin chào|chào|chào bạn|chào anh|chào chị|chào em|cảm ơn|cảm ơn bạn|cám ơn|cám ơn bạn|tạm biệt|bạn khỏe không|bạn có khỏe không|bạn là ai|bạn có thể làm gì|vâng|dạ',
  // zh
  '你好|您好|你好吗|您好吗|大家好|嗨|哈喽|早上好|早安|上午好|下午好|晚上好|晚安|谢谢|谢谢你|谢谢您|多谢|非常感谢|再见|拜拜|最近怎么样|你是谁|您是谁|你会做什么|你能做什么|你能帮我什么|好的|请问',
  // ru
  'привет|приветствую|здравствуйте|здравствуй|доброе утро|добрый день|добрый вечер|доброй ночи|спокойной ночи|спасибо|большое спасибо|спасибо большое|благодарю|пока|до свидания|до встречи|как дела|как ты|как вы|хорошо|ладно|кто ты|кто вы|что ты умеешь|что вы умеете|чем ты можешь помочь|чем вы можете помочь',
  // ja
  'こんにちは|こんばんは|おはよう|おはようございます|おやすみ|おやすみなさい|はじめまして|ありがとう|ありがとうございます|ありがとうございました|どうも|さようなら|またね|じゃあね|お元気ですか|元気ですか|はい|わかりました|了解です|あなたは誰ですか|何ができますか',
  // ko
  '안녕|안녕하세요|안녕하십니까|좋은 아침|좋은 아침입니다|안녕히 주무세요|잘 자요|반갑습니다|감사합니다|고맙습니다|고마워|고마워요|정말 감사합니다|대단히 감사합니다|안녕히 가세요|안녕히 계세요|잘 가요|잘 지내세요|어떻게 지내세요|네|알겠습니다|누구세요|당신은 누구입니까|무엇을 할 수 있나요|뭘 할 수 있어요',
  // it
  'ciao|salve|buongiorno|buon giorno|buon pomeriggio|buonasera|buona sera|buonanotte|buona notte|grazie|grazie mille|molte grazie|tante grazie|arrivederci|a presto|a dopo|come stai|come sta|come va|va bene|chi sei|cosa sai fare|cosa puoi fare|che cosa puoi fare|come puoi aiutarmi',
  // tr
  'merhaba|merhabalar|selam|günaydın|iyi günler|iyi akşamlar|iyi geceler|teşekkürler|teşekkür ederim|çok teşekkürler|çok teşekkür ederim|sağ ol|sağol|sağ olun|hoşça kal|hoşça kalın|güle güle|görüşürüz|nasılsın|nasılsınız|naber|tamam|sen kimsin|kimsin|ne yapabilirsin|neler yapabilirsin|nasıl yardımcı olabilirsin',
  // ar
  'مرحبا|مرحبًا|أهلا|أهلاً|أهلا وسهلا|السلام عليكم|وعليكم السلام|صباح الخير|مساء الخير|تصبح على خير|شكرا|شكرًا|شكراً|شكرا جزيلا|شكرًا جزيلًا|شكراً جزيلاً|شكرا لك|وداعا|وداعًا|مع السلامة|إلى اللقاء|كيف حالك|كيف الحال|حسنا|حسنًا|من أنت|ماذا يمكنك أن تفعل|كيف يمكنك مساعدتي',
  // pt
  'olá|oi|bom dia|boa tarde|boa noite|obrigado|obrigada|muito obrigado|muito obrigada|tchau|adeus|até logo|até breve|até mais|como vai|como está|como estás|como você está|tudo bem|tudo bom|quem é você|quem és tu|o que você pode fazer|o que podes fazer|como você pode me ajudar',
  // pl
  'cześć|hej|witam|witaj|dzień dobry|dobry wieczór|dobranoc|dziękuję|dzięki|dziękuję bardzo|bardzo dziękuję|wielkie dzięki|do widzenia|na razie|do zobaczenia|pa|jak się masz|jak się pan ma|jak się pani ma|co słychać|dobrze|kim jesteś|co potrafisz|co możesz zrobić|jak możesz mi pomóc',
].flatMap((phrases) => phrases.split('|'));

const MAX_CHARS = 80;

const THANKS =
  /thank|cheers|kösz|dank|merci|gracias|c[ảá]m ơn|谢|спасибо|благодарю|ありがと|감사|고맙|고마워|grazie|teşekkür|sağ ?ol|شكر|obrigad|dzięk/u;
const FAREWELL =
  /bye|see you|viszl|viszont|tschüss|wiedersehen|au revoir|à bientôt|adiós|hasta luego|tạm biệt|再见|拜拜|^пока$|до свидания|до встречи|さようなら|またね|じゃあね|안녕히 [가계]|잘 가요|arrivederci|a presto|a dopo|hoşça kal|güle güle|görüşürüz|وداع|مع السلامة|إلى اللقاء|tchau|adeus|até (?:logo|breve|mais)|do widzenia|na razie|do zobaczenia|^pa$/u;

export type SmallTalk = 'thanks' | 'farewell' | 'greeting';

/** Tells small talk by the line that it asks for. */
export const kindOfSmallTalk = (text: string): SmallTalk => {
  const normalized = normalize(text);
  if (THANKS.test(normalized)) return 'thanks';
  return FAREWELL.test(normalized) ? 'farewell' : 'greeting';
};

const normalize = (text: string): string =>
  text
    .normalize('NFC')
    .toLowerCase()
    // What becomes of the Turkish İ.
    .replaceAll('i\u0307', 'i')
    .replace(/['’]/g, '')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();

/** True for a message that is nothing but greetings, thanks and the like, in any language we speak. */
export const isSmallTalk = (text: string): boolean => {
  if (text.length > MAX_CHARS) return false;
  const normalized = normalize(text);
  // Only an emoji, or only punctuation: nothing to search for.
  if (normalized === '') return !/[\p{L}\p{N}]/u.test(text);
  return ONLY_PHRASES.test(normalized.replace(BETWEEN_UNSPACED, ''));
};

const UNSPACED = String.raw`[\p{sc=Han}\p{sc=Hiragana}]`;
const BETWEEN_UNSPACED = new RegExp(`(?<=${UNSPACED}) (?=${UNSPACED})`, 'gu');

/** Known phrases one after another, between which Chinese and Japanese alone need no blank. Each stands once: two ways to match would double with each word. */
const ONLY_PHRASES = new RegExp(
  String.raw`^(?:(?:${[...new Set(PHRASES.map(normalize))].join('|')})(?: |$|(?<=${UNSPACED})))+$`,
  'u',
);

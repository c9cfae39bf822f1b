/** Phrases that ask for nothing in the documents, longest first within each match. */
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
].flatMap((phrases) => phrases.split('|'));

const MAX_CHARS = 80;

const THANKS = /thank|cheers|kösz|dank|merci|gracias|c[ảá]m ơn|谢/u;
const FAREWELL =
  /bye|see you|viszl|viszont|tschüss|wiedersehen|au revoir|à bientôt|adiós|hasta luego|tạm biệt|再见|拜拜/u;

/** What kind of line small talk asks for. */
export const kindOfSmallTalk = (text: string): 'thanks' | 'farewell' | 'greeting' => {
  const normalized = normalize(text);
  if (THANKS.test(normalized)) return 'thanks';
  return FAREWELL.test(normalized) ? 'farewell' : 'greeting';
};

const normalize = (text: string): string =>
  text
    .normalize('NFC')
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();

/** True for a message that is nothing but greetings, thanks and the like, in any language we speak. */
export const isSmallTalk = (text: string): boolean => {
  if (text.length > MAX_CHARS) return false;
  const normalized = normalize(text);
  // Only an emoji, or only punctuation: nothing to search for.
  if (normalized === '') return !/[\p{L}\p{N}]/u.test(text);
  const { parts, separator } = toParts(normalized);
  return isKnownFrom(parts, separator);
};

/** Words of a text, or the characters of a text in Han, which has no blanks. */
const toParts = (text: string): { parts: string[]; separator: string } =>
  /^[\p{sc=Han}\s]+$/u.test(text)
    ? { parts: Array.from(text.replace(/\s/g, '')), separator: '' }
    : { parts: text.split(' '), separator: ' ' };

const isKnownFrom = (parts: readonly string[], separator: string): boolean => {
  const longest = separator === '' ? 8 : LONGEST;
  let position = 0;
  while (position < parts.length) {
    let length = Math.min(longest, parts.length - position);
    while (length > 0 && !KNOWN.has(parts.slice(position, position + length).join(separator))) {
      length -= 1;
    }
    if (length === 0) return false;
    position += length;
  }
  return true;
};

const KNOWN = new Set(PHRASES.map(normalize));
const LONGEST = Math.max(...[...KNOWN].map((phrase) => phrase.split(' ').length));

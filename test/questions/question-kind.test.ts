import { describe, expect, it } from '@jest/globals';
import {
  asksForInvention,
  asksForWriting,
  classifyComplexity,
  classifyIntent,
  isAboutAssistant,
  isSmallTalk,
  kindOfSmallTalk,
  languageOfSmallTalk,
} from '../../src/questions/question-kind.js';
import { growthOf, LINEAR } from '../support/growth.js';

describe('small talk', () => {
  it.each([
    'Hi!',
    'Hello there',
    'Thanks a lot!',
    'Szia!',
    'Köszönöm szépen.',
    'Jó napot kívánok!',
    'Guten Tag',
    'Bonjour !',
    '¡Hola!',
    'Xin chào',
    'Cảm ơn bạn!',
    '你好',
    '你好，谢谢！',
    'Здравствуйте!',
    'Большое спасибо!',
    'こんにちは。',
    'こんにちは、ありがとうございます！',
    '안녕하세요, 감사합니다!',
    'Buongiorno, grazie mille!',
    'Merhaba, nasılsınız?',
    'İyi günler!',
    'İYİ GÜNLER',
    'السلام عليكم',
    'شكرًا جزيلًا!',
    'Olá, tudo bem?',
    'Muito obrigada!',
    'Dzień dobry!',
    'Dziękuję bardzo.',
    '👋',
    'Hello, how are you?',
    'Thanks a lot, that helped!',
    'Great, thanks for the quick help',
    'Vielen Dank für die Hilfe!',
    'Help',
  ])('is %s', (text) => {
    expect(isSmallTalk(text)).toBe(true);
  });

  it.each([
    'Hello, how many days may I work remotely?',
    'Szia, mennyi szabadság jár?',
    '你好，每周可以远程工作几天？',
    'Xin chào, tôi được nghỉ bao nhiêu ngày?',
    'Здравствуйте, сколько дней отпуска?',
    'こんにちは、休暇は何日ですか？',
    '안녕하세요, 휴가는 며칠입니까?',
    'Merhaba, kaç gün izin var?',
    'مرحبا، كم يوم إجازة؟',
    'Пока не решено',
    'budget Q2',
    'Hi Q2',
    'Help with taxes',
    'a'.repeat(500),
  ])('is not %s', (text) => {
    expect(isSmallTalk(text)).toBe(false);
  });
});

describe('the kind of small talk', () => {
  it.each([
    ['Большое спасибо!', 'thanks'],
    ['ありがとうございます', 'thanks'],
    ['Teşekkür ederim', 'thanks'],
    ['شكرا', 'thanks'],
    ['Dzięki!', 'thanks'],
    ['До свидания', 'farewell'],
    ['さようなら', 'farewell'],
    ['안녕히 가세요', 'farewell'],
    ['Arrivederci', 'farewell'],
    ['Até logo', 'farewell'],
    ['Привет', 'greeting'],
    ['안녕하세요', 'greeting'],
    ['Ciao', 'greeting'],
  ])('of "%s" is %s', (text, kind) => {
    expect(kindOfSmallTalk(text)).toBe(kind);
  });
});

describe('the language of small talk', () => {
  it.each([
    ['Merci beaucoup', 'fr'],
    ['Vielen Dank für die Hilfe!', 'de'],
    ['Köszönöm szépen.', 'hu'],
    ['Grazie mille!', 'it'],
    ['Thanks a lot, that helped!', 'en'],
  ])('of "%s" is that of its phrases', (text, language) => {
    expect(languageOfSmallTalk(text, 'en')).toBe(language);
  });

  it.each(['Merci', 'Ciao', 'Merci, grazie mille!', '👋'])(
    'of "%s" is the expected one',
    (text) => {
      expect(languageOfSmallTalk(text, 'hu')).toBe('hu');
    },
  );
});

describe('the complexity of a question', () => {
  it.each([
    ['What is the notice period?', 'simple'],
    ['Mennyi szabadság jár?', 'simple'],
    ['每周可以远程工作几天？', 'simple'],
    ['Tôi được nghỉ bao nhiêu ngày?', 'simple'],
    [
      'Who approves remote work, and where do I find the form, and by when must it be filed?',
      'moderate',
    ],
    ['Ki hagyja jóvá a távmunkát, hol van az űrlap, és meddig kell leadni?', 'moderate'],
    ['Who approves it? And by when?', 'complex'],
    ['Compare the travel policy of 2023 with that of 2024.', 'complex'],
    ['Mi a különbség a két szabályzat között?', 'complex'],
    ['正式员工和实习生的假期有什么区别？', 'complex'],
    ['So sánh hai chính sách', 'complex'],
    ['word '.repeat(40), 'complex'],
  ])('of "%s" is %s', (question, complexity) => {
    expect(classifyComplexity(question)).toBe(complexity);
  });
});

describe('the intent of a question', () => {
  it.each([
    ['What is the notice period?', 'lookup'],
    ['Summarize the HR manual', 'summary'],
    ['Foglald össze a kézikönyvet', 'summary'],
    ['总结一下员工手册', 'summary'],
    ['What is the difference between A and B?', 'comparison'],
    ['So sánh hai chính sách', 'comparison'],
    ['How do I apply for leave?', 'procedure'],
    ['Hogyan igényelhetek szabadságot?', 'procedure'],
    ['如何申请休假？', 'procedure'],
    ['What is 15 * 8?', 'calculation'],
    ['Remember that I work in Szeged', 'memory'],
    ['Jegyezd meg, hogy Szegeden dolgozom', 'memory'],
    ['Szia!', 'smalltalk'],
    ['42', 'lookup'],
    ['…', 'smalltalk'],
  ])('of "%s" is %s', (question, intent) => {
    expect(classifyIntent(question)).toBe(intent);
  });
});

describe('a question about the assistant', () => {
  it.each([
    'Who are you?',
    'Hello! Who are you, and what can you help me with?',
    "What's your name?",
    'Are you a human or a machine?',
    'What kinds of questions can I ask you?',
    'Which documents can you tell me about?',
    'Tell me something about yourself.',
    'Hallo, wer bist du und was kannst du für mich tun?',
    'Qui êtes-vous et que pouvez-vous faire pour moi ?',
    '¿Quién eres y qué puedes hacer?',
    'Ciao, chi sei? Come puoi aiutarmi?',
    'Quem é você? O que você pode fazer?',
    'Wie ben je en wat kun je voor me doen?',
    'Szia! Ki vagy és miben tudsz segíteni?',
    'Kim jesteś? W czym możesz mi pomóc?',
    'Кто ты и что ты умеешь?',
    'Sen kimsin? Neler yapabilirsin?',
    'من أنت؟ كيف يمكنك مساعدتي؟',
    'あなたは誰ですか？何ができますか？',
    '你是谁？你能做什么？',
    'Bạn là ai? Bạn có thể làm gì?',
  ])('is %s', (text) => {
    expect(isAboutAssistant(text)).toBe(true);
    expect(classifyIntent(text)).toBe('smalltalk');
  });

  it.each([
    'Hello!',
    'Who are you allowed to invite?',
    'What can you do with the printer?',
    'What do you know about remote work?',
    'Who are you and how many days of leave do I have?',
    'Was kannst du mir über Urlaub sagen?',
    'What is your policy on remote work?',
  ])('is not %s', (text) => {
    expect(isAboutAssistant(text)).toBe(false);
  });
});

describe('a request to write something', () => {
  it.each([
    'Write a short e-mail to the team about remote work.',
    'Please translate the rule about the canteen into German.',
    'Rephrase this more politely: hand it in by Friday.',
    'Schreibe eine kurze E-Mail an das Team.',
    'Rédige une lettre à mon chef.',
    'Redacta una carta de renuncia.',
    'Írj egy rövid levelet a vezetőmnek!',
    'Напиши письмо коллеге.',
    '写一封邮件给同事',
    '同僚にメールを書いてください',
  ])('is %s', (text) => {
    expect(asksForWriting(text)).toBe(true);
  });

  it.each([
    'Who writes the letter of termination?',
    'How many days in writing?',
    'Does a request have to be written?',
    'Wer schreibt die Einladung?',
  ])('is not %s', (text) => {
    expect(asksForWriting(text)).toBe(false);
  });

  it('is recognised by the beginning of a word, however long the word is', () => {
    expect(asksForWriting('Müdürüme kısa bir mektubu ve e-postayı hazırla')).toBe(true);
    expect(growthOf((size) => asksForWriting('not'.repeat(size / 3)), 2_400)).toBeLessThan(LINEAR);
  });
});

describe('a request for a poem, a joke or a story', () => {
  it.each([
    'Write a haiku about the canteen.',
    'Can you write me a short funny poem for Anna?',
    'Tell me a joke, please. I am bored.',
    'Tell us a story about a dragon.',
    'A limerick about overtime, please',
    'Schreib mir bitte ein kurzes Gedicht über die Kantine!',
    'Erzähl mir einen Witz.',
    'Écris-moi un poème sur la cantine.',
    'Raconte-moi une blague !',
    'Escribe un poema corto sobre la cantina.',
    'Cuéntame un chiste.',
    'Scrivi una poesia sulla mensa.',
    'Raccontami una barzelletta.',
    'Escreva um poema sobre o refeitório.',
    'Conte-me uma piada.',
    'Schrijf een gedicht over de kantine.',
    'Vertel een mop.',
    'Napisz krótki wiersz o stołówce.',
    'Opowiedz mi dowcip.',
    'Írj egy rövid verset a menzáról!',
    'Mondj egy viccet!',
    'Напиши короткое стихотворение о столовой.',
    'Расскажи анекдот.',
    'Kantin hakkında kısa bir şiir yaz.',
    'Bana bir fıkra anlatır mısın?',
    '食堂についての俳句を書いてください',
    '冗談を言って',
    '식당에 대한 시를 써 줘',
    '농담 하나 해줘',
    '写一首关于食堂的诗',
    '给我讲个笑话',
  ])('is %s', (text) => {
    expect(asksForInvention(text)).toBe(true);
    expect(asksForWriting(text)).toBe(true);
  });

  it.each([
    'Give me a rule on jokes at work.',
    'Write a haiku. How many days of leave do I have?',
    'Who wrote the poem on page 3?',
    'Tell me the story of the company.',
    'Write a summary of the songbook.',
    'Are jokes allowed in e-mails?',
    'Write a short e-mail to the team about remote work.',
    'Welche Regel gibt es für Witze?',
    'Erzähle mir die Geschichte der Firma.',
    'Quelle est la règle sur les blagues ?',
    'Cuánto cuesta una canción?',
    'Quanto costa una canzone?',
    'Qui a écrit le poème ?',
    'Şarkı sözleri kime ait?',
    '这首诗是谁写的？',
    '俳句の作者は誰ですか',
  ])('is not %s', (text) => {
    expect(asksForInvention(text)).toBe(false);
  });
});

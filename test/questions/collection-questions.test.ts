import { describe, expect, it } from '@jest/globals';
import { findCollectionQuestion } from '../../src/questions/collection-questions.js';

/** By language: list, count, newest, about leave, summary of “Staff handbook”. */
const ASKED: Record<string, [string, string, string, [string, string], string]> = {
  en: [
    'Which documents are there?',
    'How many documents do you have?',
    'What are the newest documents?',
    ['Is there a document about parental leave?', 'parental leave'],
    'Please summarise “Staff handbook”.',
  ],
  de: [
    'Welche Dokumente gibt es hier?',
    'Wie viele Dokumente sind vorhanden?',
    'Was sind die neuesten Dokumente?',
    ['Gibt es ein Dokument über Elternzeit?', 'Elternzeit'],
    'Fasse das Dokument „Staff handbook“ zusammen.',
  ],
  hu: [
    'Milyen dokumentumok vannak itt?',
    'Hány dokumentum van?',
    'Melyek a legújabb dokumentumok?',
    ['Van dokumentum a szabadságról?', 'szabadság'],
    'Foglald össze a „Staff handbook” című dokumentumot!',
  ],
  fr: [
    'Quels documents y a-t-il ?',
    'Combien de documents y a-t-il ?',
    'Quels sont les derniers documents ?',
    ['Y a-t-il un document sur les congés ?', 'les congés'],
    'Résume le document « Staff handbook ».',
  ],
  es: [
    '¿Qué documentos hay?',
    '¿Cuántos documentos hay?',
    '¿Cuáles son los últimos documentos?',
    ['¿Hay algún documento sobre vacaciones?', 'vacaciones'],
    'Resume el documento «Staff handbook».',
  ],
  it: [
    'Quali documenti ci sono?',
    'Quanti documenti ci sono?',
    'Quali sono gli ultimi documenti?',
    ["C'è un documento sulle ferie?", 'ferie'],
    'Riassumi il documento «Staff handbook».',
  ],
  pt: [
    'Que documentos há?',
    'Quantos documentos existem?',
    'Quais são os últimos documentos?',
    ['Há algum documento sobre férias?', 'férias'],
    'Resuma o documento “Staff handbook”.',
  ],
  pl: [
    'Jakie dokumenty są dostępne?',
    'Ile dokumentów jest w bazie wiedzy?',
    'Jakie są najnowsze dokumenty?',
    ['Czy jest dokument o urlopach?', 'urlopach'],
    'Streść dokument „Staff handbook”.',
  ],
  ru: [
    'Какие документы есть?',
    'Сколько документов в базе?',
    'Какие документы самые новые?',
    ['Есть ли документ об отпуске?', 'отпуске'],
    'Кратко перескажи документ «Staff handbook».',
  ],
  tr: [
    'Hangi belgeler var?',
    'Kaç belge var?',
    'En yeni belgeler hangileri?',
    ['Yıllık izin hakkında bir belge var mı?', 'Yıllık izin'],
    '“Staff handbook” belgesini özetle.',
  ],
  ar: [
    'ما هي المستندات المتاحة؟',
    'كم عدد المستندات؟',
    'ما هي أحدث المستندات؟',
    ['هل يوجد مستند عن الإجازات؟', 'الإجازات'],
    'لخص المستند «Staff handbook».',
  ],
  vi: [
    'Có những tài liệu nào?',
    'Có bao nhiêu tài liệu?',
    'Những tài liệu nào mới nhất?',
    ['Có tài liệu nào về nghỉ phép không?', 'nghỉ phép'],
    'Hãy tóm tắt tài liệu “Staff handbook”.',
  ],
  zh: [
    '这里有哪些文档？',
    '一共有多少份文档？',
    '最新的文档有哪些？',
    ['有没有关于请假的文档？', '请假'],
    '请总结一下文档《Staff handbook》。',
  ],
  ja: [
    'どんな文書がありますか？',
    '文書は何件ありますか？',
    '最新の文書はどれですか？',
    ['休暇に関する文書はありますか？', '休暇'],
    '「Staff handbook」を要約してください。',
  ],
  ko: [
    '어떤 문서가 있나요?',
    '문서가 몇 개 있나요?',
    '최신 문서는 무엇인가요?',
    ['휴가에 관한 문서가 있나요?', '휴가'],
    '“Staff handbook” 문서를 요약해 주세요.',
  ],
};

describe('a question about the collection', () => {
  it.each(Object.entries(ASKED))('is recognised by its words in %s', (_, asked) => {
    const [list, count, newest, [about, subject], summary] = asked;

    const found = [list, count, newest, about, summary].map(findCollectionQuestion);

    expect(found).toEqual([
      { kind: 'list' },
      { kind: 'count' },
      { kind: 'newest' },
      { kind: 'about', subject },
      { kind: 'summary', subject: 'Staff handbook' },
    ]);
  });

  it.each([
    ['What is in the document Staff handbook?', 'Staff handbook'],
    ['What is in “Lease 12”?', 'Lease 12'],
    ['What is plan.pdf about?', 'plan.pdf'],
    ['Was steht im Dokument Mietvertrag?', 'Mietvertrag'],
    ['Was steht in der Hausordnung?', 'Hausordnung'],
    ['What is in the kettle manual?', 'kettle manual'],
    ['Que contient le règlement de la piscine ?', 'règlement de la piscine'],
    ['员工手册里写了什么？', '员工手册'],
  ])('may ask about the content of a document that it names: %s', (question, subject) => {
    expect(findCollectionQuestion(question)).toEqual({ kind: 'contents', subject });
  });

  it.each([
    ['List all documents about prices.', 'prices'],
    ['Zeige mir alle Dokumente über Preise.', 'Preise'],
    ['Montrez-moi les documents sur les prix.', 'les prix'],
    ['列出所有关于价格的文件。', '价格'],
  ])('may ask for all documents about a subject: %s', (question, subject) => {
    expect(findCollectionQuestion(question)).toEqual({ kind: 'about', subject });
  });

  it.each([
    ['Which documents do I need for a visa?'],
    ['How many documents must be signed?'],
    ['Welche Dokumente sind für den Antrag nötig?'],
    ['Quels documents faut-il pour le visa ?'],
    ['What is in the starter kit?'],
    ['What is the lease about to change?'],
    ['Is there a deadline for the documents?'],
    ['Summarise it.'],
    ['有哪些文件需要签字？'],
    ['Which new documents must a contractor bring, and how many?'],
  ])('does not ask what documents say: %s', (question) => {
    expect(findCollectionQuestion(question)).toBeNull();
  });
});

/**
 * The names of what the widget says. Each language of the console lists its words in this order, for a stranger's page loads every byte of
 * them.
 */
const NAMES = [
  ...(['title', 'open', 'close', 'question', 'ask', 'stop', 'sources'] as const),
  ...([
    'working',
    'stopped',
    'failed',
    'you',
    'answer',
    'unchecked',
    'unsupported',
    'original',
  ] as const),
];

export type Words = Readonly<Record<(typeof NAMES)[number], string>>;

// prettier-ignore
const SAID: Readonly<Record<string, readonly string[]>> = {
  en: ['Ask a question', 'Open the chat', 'Close the chat', 'Your question', 'Ask', 'Stop', 'Sources', 'Looking for an answer…', 'Stopped.', 'That did not work. Please try again.', 'You', 'Answer', 'Not word for word: not checked', 'These words were not found in the source', 'Original'],
  de: ['Eine Frage stellen', 'Chat öffnen', 'Chat schließen', 'Ihre Frage', 'Fragen', 'Stoppen', 'Quellen', 'Eine Antwort wird gesucht…', 'Gestoppt.', 'Das hat nicht geklappt. Bitte versuchen Sie es noch einmal.', 'Sie', 'Antwort', 'Nicht wörtlich: noch nicht geprüft', 'Wortlaut nicht in der Quelle gefunden', 'Original'],
  es: ['Hacer una pregunta', 'Abrir el chat', 'Cerrar el chat', 'Su pregunta', 'Preguntar', 'Detener', 'Fuentes', 'Buscando una respuesta…', 'Detenido.', 'No ha funcionado. Inténtelo de nuevo.', 'Usted', 'Respuesta', 'No es literal: sin comprobar', 'Texto no encontrado en la fuente', 'Original'],
  fr: ['Poser une question', 'Ouvrir le chat', 'Fermer le chat', 'Votre question', 'Demander', 'Arrêter', 'Sources', 'Recherche d’une réponse…', 'Arrêté.', 'Cela n’a pas fonctionné. Veuillez réessayer.', 'Vous', 'Réponse', 'Pas mot pour mot : non vérifié', 'Formulation introuvable dans la source', 'Original'],
  hu: ['Kérdés feltevése', 'Csevegés megnyitása', 'Csevegés bezárása', 'A kérdésed', 'Kérdezés', 'Leállítás', 'Források', 'Válasz keresése…', 'Leállítva.', 'Ez nem sikerült. Próbáld újra.', 'Te', 'Válasz', 'Nem szó szerinti: nincs ellenőrizve', 'Ezek a szavak nem találhatók a forrásban', 'Eredeti'],
  it: ['Fare una domanda', 'Apri la chat', 'Chiudi la chat', 'La tua domanda', 'Chiedi', 'Interrompi', 'Fonti', 'Ricerca di una risposta…', 'Interrotto.', 'Non ha funzionato. Riprova.', 'Tu', 'Risposta', 'Non alla lettera: non verificato', 'Formulazione non trovata nella fonte', 'Originale'],
  pt: ['Fazer uma pergunta', 'Abrir a conversa', 'Fechar a conversa', 'A sua pergunta', 'Perguntar', 'Parar', 'Fontes', 'À procura de uma resposta…', 'Parado.', 'Não funcionou. Tente novamente.', 'Você', 'Resposta', 'Não é literal: não verificado', 'Redação não encontrada na fonte', 'Original'],
  pl: ['Zadaj pytanie', 'Otwórz czat', 'Zamknij czat', 'Twoje pytanie', 'Zapytaj', 'Zatrzymaj', 'Źródła', 'Szukanie odpowiedzi…', 'Zatrzymano.', 'Nie udało się. Spróbuj ponownie.', 'Ty', 'Odpowiedź', 'Nie dosłownie: nie sprawdzono', 'Nie znaleziono tych słów w źródle', 'Oryginał'],
  tr: ['Soru sorun', 'Sohbeti aç', 'Sohbeti kapat', 'Sorunuz', 'Sor', 'Durdur', 'Kaynaklar', 'Yanıt aranıyor…', 'Durduruldu.', 'Olmadı. Lütfen yeniden deneyin.', 'Siz', 'Yanıt', 'Sözcüğü sözcüğüne değil: denetlenmedi', 'Bu sözcükler kaynakta bulunamadı', 'Özgün belge'],
  vi: ['Đặt câu hỏi', 'Mở cuộc trò chuyện', 'Đóng cuộc trò chuyện', 'Câu hỏi của bạn', 'Hỏi', 'Dừng', 'Nguồn', 'Đang tìm câu trả lời…', 'Đã dừng.', 'Không thành công. Vui lòng thử lại.', 'Bạn', 'Trả lời', 'Không phải nguyên văn: chưa được kiểm tra', 'Không tìm thấy lời văn này trong nguồn', 'Bản gốc'],
  ru: ['Задать вопрос', 'Открыть чат', 'Закрыть чат', 'Ваш вопрос', 'Спросить', 'Остановить', 'Источники', 'Поиск ответа…', 'Остановлено.', 'Не получилось. Попробуйте ещё раз.', 'Вы', 'Ответ', 'Не дословно: не проверено', 'Эти слова не найдены в источнике', 'Оригинал'],
  zh: ['提问', '打开聊天', '关闭聊天', '您的问题', '提问', '停止', '来源', '正在查找答案…', '已停止。', '未能成功，请重试。', '您', '回答', '并非逐字一致：未经核对', '来源中未找到此表述', '原文'],
  ja: ['質問する', 'チャットを開く', 'チャットを閉じる', '質問', '質問する', '停止', '出典', '回答を探しています…', '停止しました。', 'うまくいきませんでした。もう一度お試しください。', 'あなた', '回答', '文言どおりではなく、確認されていません', 'この文言は出典にありません', '原本'],
  ko: ['질문하기', '채팅 열기', '채팅 닫기', '질문', '질문하기', '중지', '출처', '답변을 찾는 중…', '중지했습니다.', '실패했습니다. 다시 시도해 주세요.', '나', '답변', '문구 그대로가 아니며 확인되지 않았습니다', '출처에서 이 표현을 찾지 못했습니다', '원본'],
  ar: ['اطرح سؤالًا', 'فتح المحادثة', 'إغلاق المحادثة', 'سؤالك', 'اسأل', 'إيقاف', 'المصادر', 'جارٍ البحث عن إجابة…', 'تم الإيقاف.', 'لم ينجح ذلك. حاول مرة أخرى.', 'أنت', 'الإجابة', 'ليس حرفيًا: لم يُتحقَّق منه', 'لم يُعثر على هذه الصياغة في المصدر', 'الأصل'],
};

/** The words of the first language that there is; English where there is none of them. */
export const wordsOf = (wanted: readonly string[]): { language: string; words: Words } => {
  const codes = wanted.map((one) => one.toLowerCase().split('-')[0] ?? '');
  const language = codes.find((code) => Object.hasOwn(SAID, code)) ?? 'en';
  const said = SAID[language] ?? [];
  // Every list has a sentence for each name: a test counts them.
  const words = Object.fromEntries(NAMES.map((name, at) => [name, said[at] ?? ''])) as Words;
  return { language, words };
};

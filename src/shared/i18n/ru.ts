import { en, type Messages } from './en.js';

export const ru: Messages = {
  notFound: 'В доступных документах не нашлось ответа на этот вопрос.',
  stepLimit: 'Достигнут предел шагов; это основано на том, что было найдено до этого.',
  deadlineReached: 'Время вышло; это основано на том, что было найдено до этого.',
  noModelWroteThis: 'Это написано не языковой моделью; предложения процитированы из документов:',
  closestPassages:
    'Точного ответа не найдено. Вот самые близкие отрывки, процитированные из документов; это написала не языковая модель:',
  toolsReturned: 'Это написано не языковой моделью; это то, что вернули инструменты:',
  modelMade:
    'Это создано самой языковой моделью с помощью инструментов и не сверено ни с одним источником:',
  toolsFailed: (names) => `Часть запросов не удалась, поэтому ответ может быть неполным: ${names}.`,
  lookupFailed: 'Это не удалось узнать:',
  assumedYear: (years) => `В вопросе не указан год; принят ${years}.`,
  quotingMode: 'Языковая модель здесь не настроена, поэтому я цитирую предложения из документов.',
  alsoWorksOut: (examples) =>
    `Могу вычислить и ответы на такие вопросы (по-английски): ${examples}.`,
  // Such questions are understood in seven languages, and this is none of them.
  exampleCalculation: en.exampleCalculation,
  exampleDateSpan: en.exampleDateSpan,
  exampleConversion: en.exampleConversion,
  greeting: 'Здравствуйте! Задайте вопрос о документах вашей организации.',
  youAreWelcome: 'Пожалуйста!',
  goodbye: 'До свидания!',
  clarificationFallback: 'Уточните, пожалуйста, что именно вы хотите узнать?',
  knowledgeBaseUnavailable: 'База знаний сейчас недоступна. Повторите попытку позже.',
  indexRebuilding:
    'Поисковый индекс сейчас перестраивается, поэтому некоторые документы пока не находятся.',
  beyondTools: 'Этот запрос выходит за пределы возможностей включённых инструментов.',
  foundIn: (languages) => `Язык найденных документов: ${languages}.`,
  sourcesLabel: 'Источники:',
  filesLabel: 'Файлы:',
  remembered: 'Запомнено:',
  toConfirm: (days) =>
    `Пока не запомнено. Чтобы это было запомнено, подтвердите в течение ${days} дней:`,
  notRemembered: 'Это не запомнено:',
  privateMemory: 'Ваша заметка (личная)',
  toolResult: 'Результат инструмента',
  codeResult: 'Результат кода',
  untitledDocument: 'Документ без названия',
  linkRemoved: '(ссылка удалена)',
  answerWithheld:
    'Этот ответ больше не показывается: источник, на котором он основан, изменён, удалён или вам больше не доступен.',
  unsupportedMark: 'формулировка не найдена в источнике',
  uncheckedMark: 'создано самой моделью, не сверено с источником',
  pages: ({ start, end }) => (start === end ? `с. ${start}` : `с. ${start}–${end}`),
  quote: (text) => `«${text}»`,
};

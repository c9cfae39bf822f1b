import { pluralsOf } from '../plurals.js';

const plural = pluralsOf('ru');

/** Sentences of the search. */
export const search = {
  navSearch: 'Поиск',
  searchTitle: 'Поиск в ваших документах',
  searchFor: 'Что найти',
  searchButton: 'Найти',
  searchHint:
    'Отрывки, которые находятся по вопросу, без ответа. Если какого-то документа нет, ниже можно узнать почему.',
  resultCount: (count: number, ms: string) =>
    `${plural(count, {
      one: 'отрывок',
      few: 'отрывка',
      many: 'отрывков',
      other: 'отрывка',
    })}, ${ms}`,
  searchNothing: 'В ваших документах нет ничего подходящего.',
  searchClosest: 'Скорее всего, ни один отрывок не отвечает на это; вот самые близкие.',
  isEvidence: 'вероятный ответ',
  howRelevant: (percent: string) => `релевантность ${percent}`,
  legs: {
    dense: 'Смысл не сравнивался: модель эмбеддингов не настроена.',
    denseFailed: 'Смысл не сравнивался: модель эмбеддингов недоступна.',
    lexicalFailed: 'Слова не сравнивались: индекс слов недоступен.',
  },
  whyNot: 'Почему нет этого документа?',
  whyNotHint: 'Выберите документ, чтобы узнать, как с ним поступил поиск.',
  whyNotChoose: 'Название документа',
  whyNotNone: 'Документов с таким названием нет.',
  whyNotChosen: (title: string) => `Что стало с документом «${title}»`,
  whyNotOther: 'Выбрать другой документ',
  why: {
    found: (position: number) => `Документ найден, место в списке: ${position}.`,
    not_indexed: (state: string) => `Документ пока нельзя найти. Его состояние: ${state}.`,
    outside_filter: 'Документ не входит в то, где выполнялся поиск.',
    no_common_word: 'В нём нет ни одного слова из вопроса.',
    noCommonMeaning: 'В нём нет ни одного слова из вопроса, и по смыслу он тоже не найден.',
    not_among_candidates:
      'Многие другие отрывки ближе к вопросу, поэтому этот документ подробно не рассматривался.',
    below_relevance: (has: string, needed: string) =>
      `Вероятность, что его лучший отрывок отвечает на вопрос: ${has}; нужно ${needed}.`,
    belowUnknown: 'Вероятность, что его лучший отрывок отвечает на вопрос, слишком мала.',
    merged: 'Его отрывок говорит то же, что и отрывок другого документа, который показан за оба.',
    cut_by_top_k: (position: string) => `Документ найден, но ниже того, что показано${position}.`,
    atPlace: (position: number) => `, место в списке: ${position}`,
    cut_by_budget: 'Документ найден, но для его текста не осталось места.',
  },
  whyWords: 'Слова вопроса и то, есть ли они в этом документе',
  word: 'Слово',
  wordShare: 'Вес',
  wordFound: 'Найдено',
  wordYes: 'да',
  wordNo: 'нет',
  wordPartly: (percent: string) => `частично, ${percent}`,
  bestPassage: 'Его лучший отрывок',
  mergedInto: 'Открыть показанный документ',
};

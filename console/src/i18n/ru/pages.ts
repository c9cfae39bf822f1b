import { pluralsOf } from '../plurals.js';

const plural = pluralsOf('ru');

/** Sentences of a document and its pages. */
export const pages = {
  viewAs: 'Показать как',
  viewPages: 'Страницы',
  viewText: 'Текст',
  viewPassages: 'Отрывки',
  sheets: 'Листы',
  pageOf: (page: number, title: string) => `Страница ${page} документа «${title}»`,
  pageNumberOf: (page: number, count: number) => `Страница ${page} из ${count}`,
  goToPage: 'Номер страницы',
  ofPages: (count: number) => `из ${count}`,
  pageText: 'Текст этой страницы',
  passageText: 'Текст отрывка',
  noTextOnPage: 'На этой странице текст не найден.',
  readByOcr: 'Прочитано с изображения распознаванием текста (OCR). Сверьте с изображением.',
  noPicture: 'Изображения этой страницы нет. Её текст приведён ниже.',
  noPictureBecause: (reason: string) => `Эту страницу нельзя отобразить: ${reason}`,
  boxesMissing: 'Отрывок на этой странице; отметить его место не удалось.',
  boxesOfLines: 'Отмечены целые строки: не все буквы отрывка удалось найти на странице.',
  staleText:
    'Документ заменили после этого ответа. Процитированный отрывок больше нельзя показать; сейчас в документе может быть написано другое.',
  staleOpen: 'Открыть документ в нынешнем виде',
  documentGone:
    'Пока вы читали документ, его удалили или закрыли для вас. Показать его больше нельзя.',
  whatIsKnown: 'Об этом документе',
  factFile: 'Файл',
  factUploaded: 'Загружен',
  versions: 'Версии',
  version: (number: number) => `Версия ${number}`,
  versionAnswers: 'используется',
  versionReading: 'читается',
  versionFailed: 'ошибка',
  versionReplaced: 'заменена',
  versionsKept: 'Когда новый файл готов, он занимает место предыдущего.',
  restore: 'Восстановить',
  restoreVersion: (number: number) => `Восстановить версию ${number}?`,
  restoreText:
    'Её файл станет новейшей версией этого документа. Пока он не прочитан, ответы даёт нынешняя версия.',
  technicalReason: 'Для службы поддержки',
  passageNumber: (number: number) => `Отрывок ${number}`,
  tokenCount: (count: number) =>
    plural(count, { one: 'токен', few: 'токена', many: 'токенов', other: 'токена' }),
  findInDocument: 'Найти в этом документе',
  placesFound: (count: string) => `Найдено мест: ${count}`,
  foundNowhere: 'Этих слов нет в документе.',
  outline: 'Содержание',
  zoomIn: 'Увеличить',
  zoomOut: 'Уменьшить',
};

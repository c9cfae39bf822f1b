export const tenants = {
  navTenants: 'Организации',
  operator: 'Оператор',
  dependencies: 'Части сервера',
  stuckDocuments: 'Застрявшие документы',
  newTenant: 'Новая организация',
  tenantSlugHint: 'Имя, которое вводят при входе: строчные латинские буквы, цифры и «-».',
  firstAdminEmail: 'Адрес электронной почты первого администратора',
  firstAdminKey: 'Ключ первого администратора',
  firstAdminKeyText:
    'Передайте его администратору, который войдёт с ним. Показать его ещё раз нельзя.',
  noTenants: 'Организаций пока нет.',
  tenantStatus: {
    active: 'активна',
    suspended: 'приостановлена',
    deleting: 'удаляется',
  },
  suspend: 'Приостановить',
  resume: 'Возобновить',
  suspendText: (name: string) =>
    `Всем из «${name}» будет отказано со следующего запроса. Ничего не удаляется.`,
  limits: 'Ограничения',
  limitHint: 'Пусто: столько, сколько сказано в настройках сервера.',
  usedNow: (count: string) => `Сейчас используется: ${count}.`,
  sessionsLimit: 'Беседы',
  requestsPerMinute: 'Запросов в минуту',
  dependency: 'Часть',
  dependencyState: {
    up: 'работает',
    down: 'не работает',
  },
  languageModels: 'Языковые модели',
  readiness: {
    ready: 'Сервер готов.',
    not_ready: 'Сервер не готов.',
    draining: 'Сервер не принимает новую работу.',
    shutting_down: 'Сервер завершает работу.',
  },
  reindexing: (done: string, total: string) =>
    `Документы индексируются заново: ${done} из ${total}.`,
  reindexingEnd: (time: string) => `Ожидаемое завершение: ${time}.`,
  lookAgain: 'Проверить ещё раз',
  noStuck: 'Застрявших документов нет.',
  stuckText:
    'Документы, от которых отказались, которые снова и снова не удаётся обработать или которые ждут дольше десяти минут. Их названия видит только их организация.',
  stuckState: {
    failed: 'оставлен',
    failing: 'не удаётся',
    waiting: 'ждёт',
  },
  stuckAction: {
    index: 'на индексацию',
    purge: 'на удаление',
  },
  reason: 'Причина',
  oldest: 'Застряли дольше всего',
};

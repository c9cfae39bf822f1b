import { pluralsOf } from '../plurals.js';

const plural = pluralsOf('ru');

/** Sentences of users, groups, keys, and what one has of one's own. */
export const people = {
  navPeople: 'Люди',
  navMemories: 'Заметки',
  navFiles: 'Файлы',
  users: 'Пользователи',
  groups: 'Группы',
  keys: 'Ключи API',
  companySignIn: 'Корпоративный вход',
  invite: 'Пригласить',
  inviteAgain: 'Пригласить снова',
  newPasswordLink: 'Ссылка для нового пароля',
  invitationFor: (email: string) => `Приглашение для ${email}`,
  invitationText:
    'Отправьте эту ссылку надёжным способом. Тот, кто её откроет, выберет пароль учётной записи; она действует один раз и в течение семи дней.',
  passwordLinkText: (email: string) =>
    `Передайте эту ссылку пользователю ${email} надёжным способом. Она действует один раз и в течение суток; после её использования все сеансы этого пользователя завершатся.`,
  shownOnce: 'Показывается только один раз',
  copyIt: 'Копировать',
  role: 'Роль',
  roleOf: { admin: 'администратор', member: 'участник' },
  userState: { active: 'активен', invited: 'приглашён', suspended: 'приостановлен' },
  since: 'Дата создания',
  thatIsYou: '(вы)',
  change: 'Изменить',
  noUsers: 'Пользователей пока нет.',
  deleteUser: 'Удалить пользователя',
  deleteUserText: (email: string) =>
    `Пользователь ${email} потеряет учётную запись вместе с беседами, заметками, файлами и личными документами. Документы, открытые другим, останутся.`,
  newGroup: 'Новая группа',
  groupNameHint: 'Буквы, цифры, «.», «-» и «_».',
  noGroups: 'Групп пока нет.',
  groupsText:
    'Доступ к документу можно ограничить группой; находить и читать его будут только её участники.',
  members: 'Участники',
  memberCount: (count: number) =>
    plural(count, {
      one: 'участник',
      few: 'участника',
      many: 'участников',
      other: 'участника',
    }),
  membersOf: (name: string) => `Участники группы ${name}`,
  noMembers: 'В этой группе никого нет.',
  addMembersText: 'Чтобы добавить пользователя, отметьте группу в его карточке.',
  takeOut: 'Исключить',
  deleteGroup: 'Удалить группу',
  deleteGroupText: (name: string) =>
    `Документы, доступные только группе «${name}», будут видны лишь их владельцам.`,
  groupDeleted: (name: string, documents: number) =>
    `Группа «${name}» удалена. Теперь только владельцу доступно: ${plural(documents, {
      one: 'документ',
      few: 'документа',
      many: 'документов',
      other: 'документа',
    })}.`,
  newKey: 'Новый ключ',
  newKeyText: 'Скопируйте ключ сейчас: показать его снова нельзя.',
  keyNameHint: 'Кто им пользуется, например «поиск во внутренней сети».',
  noKeys: 'Ключей пока нет.',
  holder: 'Владелец',
  permissions: 'Разрешено',
  permissionOf: {
    chat: 'задавать вопросы',
    search: 'искать',
    'documents:read': 'читать документы',
    'documents:write': 'загружать и изменять документы',
    memories: 'читать и изменять заметки',
    admin: 'администрировать',
    act_for_users: 'спрашивать за других пользователей',
    webhooks: 'управлять вебхуками',
    embeddings: 'вычислять эмбеддинги',
  },
  limitedKey: 'только некоторые документы',
  keyState: {
    active: 'действует',
    expired: 'истёк',
    revoked: 'отозван',
    unconfirmed: 'не подтверждён',
  },
  until: (day: string) => `до ${day}`,
  lastUsed: 'Последнее использование',
  never: 'никогда',
  expires: 'Срок действия',
  neverExpires: 'пока не отозван',
  inDays: (days: number) => plural(days, { one: 'день', few: 'дня', many: 'дней', other: 'дня' }),
  revoke: 'Отозвать',
  revokeText: (name: string) =>
    `С этого момента программы, которые используют «${name}», получат отказ.`,
  setUp: 'Настроить',
  noCompanySignIn: 'Корпоративный вход пока не используется',
  companySignInText:
    'Через провайдера OpenID Connect люди входят с учётной записью, которая у них уже есть.',
  issuer: 'Издатель (issuer)',
  issuerHint: 'Адрес провайдера, например https://login.example.org.',
  clientId: 'ID клиента',
  clientSecret: 'Секрет клиента',
  clientSecretHint: 'Хранится в зашифрованном виде и больше не показывается.',
  groupsClaim: 'Поле (claim) с группами',
  groupsClaimHint: 'Если пусто, группы назначаются здесь и не меняются при входе.',
  emailDomains: 'Домены',
  emailDomainsHint:
    'Тот, у кого есть подтверждённый адрес в этих доменах, получает учётную запись без приглашения. Перечислите их через запятую.',
  deleteSignInText:
    'Войти с корпоративной учётной записью больше никто не сможет. Учётные записи останутся.',
  addMemory: 'Добавить',
  memoriesText:
    'То, что о вас запомнено, используется, когда вы задаёте вопросы. Никто другой этого не видит, даже администраторы.',
  noMemories: 'О вас ничего не запомнено.',
  rememberThat: 'Что запомнить',
  memoryKind: { explicit_fact: 'факт', session_summary: 'краткое изложение беседы' },
  memoryState: {
    pending: 'предложена; не используется, пока вы её не подтвердите',
    superseded: 'заменена более новой',
  },
  confirm: 'Подтвердить',
  forget: 'Забыть',
  forgetText: 'Заметка будет забыта навсегда.',
  noFiles: 'Файлов пока нет',
  filesText:
    'Здесь хранится то, что для вас создали инструменты, например таблица, о которой вы просили.',
  deleteFile: 'Удалить файл',
  deleteFileText: (name: string) => `Файл «${name}» будет удалён навсегда.`,
};

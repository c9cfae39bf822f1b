/** Sentences of the ways in. */
export const signIn = {
  signInTitle: '로그인',
  signInExpired: '세션이 종료되었습니다. 다시 로그인하면 하던 곳에서 계속할 수 있습니다.',
  withPassword: '비밀번호',
  withKey: 'API 키',
  withProvider: '회사 계정',
  withInvitation: '초대',
  organisation: '조직',
  organisationHint:
    '조직의 짧은 이름(예: acme). 초대에 적혀 있으며, 로그인한 사람은 “계정”에서 볼 수 있습니다.',
  email: '이메일 주소',
  password: '비밀번호',
  newPassword: '새 비밀번호',
  newPasswordNeeded:
    '현재 비밀번호는 다른 사람이 설정한 것입니다. 12자 이상의 새 비밀번호를 정해 주세요.',
  apiKey: 'API 키',
  apiKeyHint:
    'kr_로 시작합니다. 새 서버에서는 데이터 폴더의 bootstrap.json에 있습니다. 키가 폐기되면 세션도 종료됩니다.',
  invitation: '초대 코드',
  invitationHint: 'kri_로 시작합니다. 계정에 사용할 12자 이상의 비밀번호를 정해 주세요.',
  toProvider: '회사 로그인으로 이동',
  wrongCredentials: '올바르지 않습니다. 입력한 내용을 확인해 주세요.',
  wrongKey: '등록되지 않았거나 만료 또는 폐기된 키입니다.',
  wrongInvitation: '올바르지 않거나 더 이상 유효하지 않은 초대입니다. 새 초대를 요청해 주세요.',
  wrongLink:
    '이 링크는 처음 시작한 후 10분 안에 한 번만 사용할 수 있으며, 더 이상 유효하지 않습니다. bootstrap.json에 함께 적힌 키로 로그인해 주세요.',
  invitationJoin: (slug: string) =>
    `조직 “${slug}”에 참여합니다. 이후에는 이 짧은 이름, 이메일 주소, 여기서 정한 비밀번호로 로그인합니다.`,
};

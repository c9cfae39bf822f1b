/** Sentences of one's own account. */
export const account = {
  accountNameHint: '답변이 이 이름으로 부를 수 있습니다.',
  setPassword: '비밀번호 설정',
  changePassword: '비밀번호 변경',
  currentPassword: '현재 비밀번호',
  newPasswordHint: '12자 이상.',
  noPasswordYet: '아직 비밀번호가 없습니다. 링크나 키 없이 들어올 수 있도록 설정하세요.',
  passwordChanged: '저장했습니다. 다른 곳에서는 로그아웃되었습니다.',
  signOutEverywhere: '모든 곳에서 로그아웃',
  signOutEverywhereText:
    '이 브라우저를 포함한 모든 브라우저와 프로그램에서 로그아웃됩니다. API 키는 남습니다.',
  exportOwnText: '대화, 메모, 파일을 ZIP으로.',
  slugAtSignIn: '로그인할 때 이메일 주소, 비밀번호와 함께 입력합니다.',
  slugIs: (slug: string) => `나중에 로그인할 때 입력할 조직의 짧은 이름: ${slug}`,
  setupPassword: {
    title: '비밀번호',
    done: '비밀번호로 로그인할 수 있습니다.',
    open: '비밀번호를 설정하세요. 첫 시작의 링크는 한 번만 쓸 수 있습니다.',
  },
};

export const tenants = {
  navTenants: '조직',
  operator: '운영자',
  dependencies: '서버 구성 요소',
  stuckDocuments: '멈춘 문서',
  newTenant: '새 조직',
  tenantSlugHint: '로그인할 때 입력하는 이름입니다. 소문자, 숫자, “-”를 쓸 수 있습니다.',
  firstAdminEmail: '첫 관리자의 이메일 주소',
  firstAdminKey: '첫 관리자의 키',
  firstAdminKeyText: '관리자에게 전달하세요. 이 키로 로그인합니다. 다시 표시할 수 없습니다.',
  noTenants: '아직 조직이 없습니다.',
  tenantStatus: {
    active: '활성',
    suspended: '정지됨',
    deleting: '삭제 중',
  },
  suspend: '정지',
  resume: '재개',
  suspendText: (name: string) =>
    `“${name}”의 모든 사람이 다음 요청부터 거부됩니다. 아무것도 삭제되지 않습니다.`,
  limits: '한도',
  limitHint: '비워 두면 서버 설정을 따릅니다.',
  usedNow: (count: string) => `현재 ${count} 사용 중입니다.`,
  sessionsLimit: '대화',
  requestsPerMinute: '분당 요청 수',
  dependency: '구성 요소',
  dependencyState: {
    up: '작동함',
    down: '작동하지 않음',
  },
  readiness: {
    ready: '서버가 준비되었습니다.',
    not_ready: '서버가 준비되지 않았습니다.',
    draining: '서버가 새 작업을 받지 않습니다.',
    shutting_down: '서버가 종료되고 있습니다.',
  },
  reindexing: (done: string, total: string) =>
    `문서를 다시 색인하는 중입니다: ${total}개 중 ${done}개.`,
  lookAgain: '다시 확인',
  noStuck: '멈춘 문서가 없습니다.',
  stuckText:
    '포기했거나 계속 실패하거나 10분 넘게 기다리는 문서입니다. 이름은 해당 조직만 볼 수 있습니다.',
  stuckState: {
    failed: '포기함',
    failing: '실패 중',
    waiting: '대기 중',
  },
  stuckAction: {
    index: '색인 예정',
    purge: '삭제 예정',
  },
  reason: '이유',
  oldest: '가장 오래 멈춘 문서',
};

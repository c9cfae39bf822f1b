export const tenants = {
  navTenants: 'Organizações',
  operator: 'Operador',
  dependencies: 'Partes do servidor',
  stuckDocuments: 'Documentos parados',
  newTenant: 'Nova organização',
  tenantSlugHint: 'O nome que se escreve ao entrar: letras minúsculas, algarismos e “-”.',
  firstAdminEmail: 'E-mail do primeiro administrador',
  firstAdminKey: 'Chave do primeiro administrador',
  firstAdminKeyText:
    'Entregue-a ao administrador, que entra com ela. Não pode ser mostrada de novo.',
  noTenants: 'Ainda não há organizações.',
  tenantStatus: {
    active: 'ativa',
    suspended: 'suspensa',
    deleting: 'a ser eliminada',
  },
  suspend: 'Suspender',
  resume: 'Retomar',
  suspendText: (name: string) =>
    `Todas as pessoas de “${name}” serão recusadas a partir do próximo pedido. Nada é eliminado.`,
  limits: 'Limites',
  limitHint: 'Vazio: o que dizem as definições do servidor.',
  usedNow: (count: string) => `${count} em uso agora.`,
  sessionsLimit: 'Conversas',
  requestsPerMinute: 'Pedidos por minuto',
  dependency: 'Parte',
  dependencyState: {
    up: 'funciona',
    down: 'não funciona',
  },
  languageModels: 'Modelos de linguagem',
  readiness: {
    ready: 'O servidor está pronto.',
    not_ready: 'O servidor não está pronto.',
    draining: 'O servidor não aceita trabalho novo.',
    shutting_down: 'O servidor está a encerrar.',
  },
  reindexing: (done: string, total: string) =>
    `Os documentos estão a ser indexados de novo: ${done} de ${total}.`,
  reindexingEnd: (time: string) => `Fim previsto: ${time}.`,
  lookAgain: 'Verificar de novo',
  noStuck: 'Nenhum documento está parado.',
  stuckText:
    'Documentos abandonados, que falham repetidamente ou que esperam há mais de dez minutos. Os nomes são só para a sua organização.',
  stuckState: {
    failed: 'abandonado',
    failing: 'a falhar',
    waiting: 'à espera',
  },
  stuckAction: {
    index: 'por indexar',
    purge: 'por eliminar',
  },
  reason: 'Motivo',
  oldest: 'Parados há mais tempo',
};

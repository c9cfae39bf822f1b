export const tenants = {
  navTenants: 'Organizaciones',
  operator: 'Operador',
  dependencies: 'Partes del servidor',
  stuckDocuments: 'Documentos atascados',
  newTenant: 'Nueva organización',
  tenantSlugHint: 'El nombre que se escribe al iniciar sesión: minúsculas, cifras y «-».',
  firstAdminEmail: 'Correo electrónico del primer administrador',
  firstAdminKey: 'Clave del primer administrador',
  firstAdminKeyText:
    'Désela al administrador, que inicia sesión con ella. No se puede volver a mostrar.',
  noTenants: 'Aún no hay organizaciones.',
  tenantStatus: {
    active: 'activa',
    suspended: 'suspendida',
    deleting: 'eliminándose',
  },
  suspend: 'Suspender',
  resume: 'Reanudar',
  suspendText: (name: string) =>
    `Se rechazará a todas las personas de «${name}» desde la próxima petición. No se elimina nada.`,
  limits: 'Límites',
  limitHint: 'Vacío: lo que digan los ajustes del servidor.',
  usedNow: (count: string) => `${count} en uso ahora.`,
  sessionsLimit: 'Conversaciones',
  requestsPerMinute: 'Peticiones por minuto',
  dependency: 'Parte',
  dependencyState: {
    up: 'funciona',
    down: 'no funciona',
  },
  languageModels: 'Modelos de lenguaje',
  readiness: {
    ready: 'El servidor está listo.',
    not_ready: 'El servidor no está listo.',
    draining: 'El servidor no acepta trabajo nuevo.',
    shutting_down: 'El servidor se está apagando.',
  },
  reindexing: (done: string, total: string) =>
    `Se están volviendo a indexar documentos: ${done} de ${total}.`,
  reindexingEnd: (time: string) => `Final previsto: ${time}.`,
  lookAgain: 'Volver a mirar',
  noStuck: 'No hay documentos atascados.',
  stuckText:
    'Documentos abandonados, que fallan una y otra vez o que esperan desde hace más de diez minutos. Sus nombres son solo para su organización.',
  stuckState: {
    failed: 'abandonado',
    failing: 'falla',
    waiting: 'espera',
  },
  stuckAction: {
    index: 'por indexar',
    purge: 'por eliminar',
  },
  reason: 'Motivo',
  oldest: 'Los más antiguos',
};

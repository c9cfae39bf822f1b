/** A body that each route with one accepts, by method and path: attack tests start from these. */
export const VALID_BODIES: Readonly<Record<string, Record<string, unknown>>> = {
  'post /v1/chat': {
    message: 'How many days?',
    sessionId: '0197e0b2-0000-7000-8000-000000000000',
    options: { language: 'en', citationStyle: 'inline' },
  },
  'post /v1/search': {
    query: 'remote work',
    topK: 3,
    minScore: 0.1,
    filter: {
      documentIds: ['0197e0b2-0000-7000-8000-000000000000'],
      metadata: { year: 2026, team: 'hr', final: true },
      language: 'en',
    },
  },
  'post /v1/search/explain': {
    query: 'remote work',
    documentId: '0197e0b2-0000-7000-8000-000000000000',
    topK: 3,
  },
  'post /v1/documents': {
    title: 'Note',
    text: 'Three days.',
    visibility: 'private',
    metadata: { year: 2026 },
  },
  'patch /v1/documents/:id': { title: 'New', visibility: 'private', metadata: { a: 'b' } },
  'patch /v1/sessions/:id': { title: 'Holidays' },
  'post /v1/messages/:id/feedback': { rating: 'up', comment: 'Helpful.' },
  'post /v1/memories': { content: 'Likes tea.', memoryType: 'explicit_fact' },
  'patch /v1/memories/:id': { content: 'Likes coffee.' },
  'post /v1/tenants': { slug: 'acme', name: 'Acme', admin: { email: 'ada@example.com' } },
  'patch /v1/tenants/:id': { status: 'suspended' },
  'patch /v1/tenant': {
    name: 'Acme',
    systemPrompt: 'Be brief.',
    policy: {
      groundedOnly: true,
      tools: { rag_search: true },
      dropUnsupportedCitations: false,
      memberUploads: true,
      maxAgentIterations: 5,
      memoryTtlDays: 365,
      quotas: {
        questionsPerDay: 100000,
        tokensPerMonth: null,
        documents: 10000,
        storageBytes: 1000000000,
      },
    },
  },
  'post /v1/users': { email: 'ada@example.com', role: 'member', groups: ['hr'] },
  'patch /v1/users/:id': { role: 'member', status: 'active', groups: ['hr'] },
  'post /v1/groups': { name: 'hr' },
  'patch /v1/groups/:id': { name: 'people' },
  'post /v1/api-keys': {
    name: 'ci',
    permissions: ['search'],
    expiresAt: new Date(Date.now() + 86_400_000).toISOString(),
  },
  'patch /v1/me': {
    language: 'hu',
    timezone: 'Europe/Budapest',
    systemPrompt: 'Be brief.',
    preferences: { name: 'Ada', city: 'Budapest', citationStyle: 'inline' },
  },
};

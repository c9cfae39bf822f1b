import type { AuditEntry } from '../api/client.js';
import { useReaders } from '../documents/state-badge.js';
import { useWords } from '../i18n/index.js';

type Change = AuditEntry['changes'][number];
type Value = Change['before'];

/** Says what of something was changed, from what to what: in the words of its screen where it has any. */
export const useChangeText = () => {
  const { t, format } = useWords();
  const readers = useReaders();
  const names: Readonly<Record<string, string>> = {
    role: t.role,
    status: t.columnState,
    groups: t.groups,
    visibility: t.columnReaders,
    ...t.policyOf,
    memoryTtlDays: t.memoryDays,
  };
  const quotas: Readonly<Record<string, string>> = {
    ...t.quotaOf,
    users: t.users,
    keys: t.keys,
    sessions: t.sessionsLimit,
    requestsPerMinute: t.requestsPerMinute,
  };
  const nameOf = (field: string): string => {
    const last = field.slice(field.indexOf('.') + 1);
    if (field.startsWith('quotas.') || field.startsWith('limits.')) return quotas[last] ?? last;
    return names[field] ?? last;
  };
  const words: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    role: t.roleOf,
    status: { ...t.userState, ...t.tenantStatus },
  };
  const show = (field: string, value: Value): string => {
    if (value === null) return '–';
    if (typeof value === 'boolean') return value ? t.wordYes : t.wordNo;
    if (typeof value === 'number') return format.number(value);
    if (Array.isArray(value)) return value.join(', ') || '–';
    return field === 'visibility' ? readers(value) : (words[field]?.[value] ?? value);
  };
  return ({ field, before, after }: Change): string =>
    `${nameOf(field)}: ${t.auditChange(show(field, before), show(field, after))}`;
};

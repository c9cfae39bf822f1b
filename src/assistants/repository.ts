import { beyond, olderThan, toPage } from '../platform/database/page.js';
import { emptySql, sql, toAssignments, type Sql } from '../platform/database/sql.js';
import { toJson, toStorableText } from '../platform/database/text.js';
import type { Transaction } from '../platform/database/transaction.js';
import { translating } from '../platform/database/translate-error.js';
import { notFound, orNotFound } from '../shared/errors.js';
import { AssistantId } from '../shared/ids.js';
import type { Page, PageRequest } from '../shared/page.js';
import type { Scope } from '../shared/scope.js';
import { Assistant, type AssistantChanges, type NewAssistant } from './schema.js';

// Statements that read or write an assistant's tools use SQL: they may be NULL, which Prisma treats as an empty list.
const COLUMNS = sql`id, slug, name, description, is_default AS "isDefault", prompt, tools, filter,
  citation_style AS "citationStyle", language, answer_length AS "answerLength", model, temperature,
  max_tokens AS "maxTokens", reasoning_effort AS "reasoningEffort", created_at AS "createdAt",
  updated_at AS "updatedAt"`;

export type AssistantRepository = ReturnType<typeof createAssistantRepository>;

/** The tenant's assistants; a bound key sees only its own. A slug that is taken is `conflict`. */
export const createAssistantRepository = (tx: Transaction, scope: Scope) => {
  const reachable = ofScope(scope);
  const select = async (which: Sql): Promise<Assistant[]> =>
    Assistant.array().parse(
      await tx.$queryRaw<unknown[]>`SELECT ${COLUMNS} FROM assistants WHERE ${reachable} ${which}`,
    );
  return {
    /** By its id or its slug. */
    find: async (name: string): Promise<Assistant | null> => {
      const byId = AssistantId.safeParse(name);
      const named = byId.success ? sql`id = ${byId.data}::uuid` : sql`slug = ${name}`;
      return (await select(sql`AND ${named}`))[0] ?? null;
    },
    /** The assistant that answers if none is named: a bound key's first, else the tenant's default. */
    findDefault: async (): Promise<Assistant | null> => {
      const bound = boundTo(scope);
      const first =
        bound.length === 0
          ? sql`AND is_default`
          : sql`ORDER BY array_position(${bound}::uuid[], id) LIMIT 1`;
      return (await select(first))[0] ?? null;
    },
    list: async (page: PageRequest): Promise<Page<Assistant>> =>
      toPage(
        await select(sql`${olderThan(sql`id`, page)} ORDER BY id DESC LIMIT ${beyond(page)}`),
        page,
      ),
    /** Those of the ids that exist. */
    existing: async (ids: readonly AssistantId[]): Promise<AssistantId[]> => {
      const where = { AND: [known(scope), { id: { in: [...ids] } }] };
      const rows = await tx.models.assistant.findMany({ where, select: { id: true } });
      return rows.map(({ id }) => AssistantId.parse(id));
    },
    count: (): Promise<number> => tx.models.assistant.count({ where: known(scope) }),
    ...createChanges(tx, scope, reachable),
  };
};

const createChanges = (tx: Transaction, scope: Scope, reachable: Sql) => ({
  create: (assistant: NewAssistant): Promise<Assistant> =>
    translating(async () => {
      const { id, slug, name, description, prompt, tools, filter, language } = assistant;
      const rows = await tx.$queryRaw<unknown[]>`
        INSERT INTO assistants (tenant_id, id, slug, name, description, prompt, tools, filter, citation_style, language,
          answer_length, model, temperature, max_tokens, reasoning_effort)
        VALUES (${scope.tenantId}::uuid, ${id}::uuid, ${slug}, ${toStorableText(name)},
          ${description && toStorableText(description)}, ${prompt && toStorableText(prompt)},
          ${tools && [...tools]}::text[], ${filter && toJson(filter)}::jsonb, ${assistant.citationStyle}, ${language},
          ${assistant.answerLength}, ${assistant.model}, ${assistant.temperature}, ${assistant.maxTokens},
          ${assistant.reasoningEffort})
        RETURNING ${COLUMNS}`;
      return Assistant.parse(rows[0]);
    }),
  update: (id: AssistantId, changes: AssistantChanges): Promise<Assistant> =>
    translating(async () => {
      const rows = await tx.$queryRaw<unknown[]>`
        UPDATE assistants SET ${toAssignments(toColumns(changes))}
        WHERE ${reachable} AND id = ${id}::uuid RETURNING ${COLUMNS}`;
      return Assistant.parse(orNotFound(rows[0]));
    }),
  delete: async (id: AssistantId): Promise<void> => {
    const where = { AND: [known(scope), { id, isDefault: false }] };
    const { count } = await tx.models.assistant.deleteMany({ where });
    if (count === 0) throw notFound();
  },
});

/** For a bound key, other assistants do not exist. */
const known = (scope: Scope) => {
  const bound = boundTo(scope);
  return bound.length === 0
    ? { tenantId: scope.tenantId }
    : { tenantId: scope.tenantId, id: { in: bound } };
};

const boundTo = (scope: Scope): AssistantId[] =>
  scope.kind === 'user' ? [...scope.assistantIds] : [];

/** The same columns as an SQL fragment. */
const ofScope = (scope: Scope): Sql => {
  const bound = boundTo(scope);
  const ofKey = bound.length === 0 ? emptySql : sql`AND id = ANY(${bound}::uuid[])`;
  return sql`tenant_id = ${scope.tenantId}::uuid ${ofKey}`;
};

const toColumns = ({ name, description, prompt, tools, filter, ...changes }: AssistantChanges) => ({
  slug: changes.slug,
  name: name && toStorableText(name),
  description: description && toStorableText(description),
  prompt: prompt && toStorableText(prompt),
  tools: tools && sql`${[...tools]}::text[]`,
  filter: filter && sql`${toJson(filter)}::jsonb`,
  citation_style: changes.citationStyle,
  language: changes.language,
  answer_length: changes.answerLength,
  model: changes.model,
  temperature: changes.temperature,
  max_tokens: changes.maxTokens,
  reasoning_effort: changes.reasoningEffort,
  updated_at: sql`now()`,
});

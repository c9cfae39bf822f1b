import { chunkIdOf, DocumentId, TenantId } from '../../src/shared/ids.js';

/**
 * SQL that puts a row or two of a tenant into every table that belongs to tenants, with values that are easily lost on the way: texts
 * with all kinds of line ends, JSON null beside no value, numbers beyond what JavaScript counts, lists of odd texts.
 */
export const fillEveryTable = (tenant: string, file: { key: string; sha256: string }): string => {
  const id = (number: number) =>
    `'00000000-0000-7000-8000-${tenant.slice(-4)}${String(number).padStart(8, '0')}'`;
  const [user, session, document] = [id(1), id(2), id(3)];
  const chunk = `'${chunkIdOf({
    tenantId: TenantId.parse(tenant),
    documentId: DocumentId.parse(document.replaceAll("'", '')),
    version: 1,
    index: 0,
  })}'`;
  const [execution, question, answer, memory] = [id(5), id(6), id(7), id(8)];
  const own = `'${tenant}'`;
  const odd = `E'line\\u2028 "quoted" \\\\ back\\r\\n\\ttab \\u0007 🙂'`;
  return `
    INSERT INTO tenants (id, slug) VALUES (${own}, 'slug-${tenant.slice(-4)}');
    INSERT INTO tenant_settings (tenant_id, name, policy) VALUES (${own}, ${odd}, '{"a": [1, null, "\\u2028"]}');
    INSERT INTO users (tenant_id, id, email, role, groups, preferences)
      VALUES (${own}, ${user}, 'admin@example.org', 'admin', ARRAY['a b', 'c,d', '"e"', 'NULL', ''], '{}');
    INSERT INTO api_keys (tenant_id, id, user_id, name, prefix, secret_hash, permissions)
      VALUES (${own}, ${id(9)}, ${user}, 'first admin key', 'p', '\\x00ff10', '{chat}');
    INSERT INTO sessions (tenant_id, id, user_id, title, running_execution_id, running_until)
      VALUES (${own}, ${session}, ${user}, ${odd}, ${execution}, now());
    INSERT INTO executions (tenant_id, id, user_id, session_id, status, confidence, receipt)
      VALUES (${own}, ${execution}, ${user}, ${session}, 'success', 0.1, 'null');
    INSERT INTO messages (tenant_id, id, session_id, execution_id, role, content, length_chars, confidence, tools_used) VALUES
      (${own}, ${question}, ${session}, ${execution}, 'user', ${odd}, 9, NULL, NULL),
      (${own}, ${answer}, ${session}, ${execution}, 'assistant', '', 0, 'NaN', '{}');
    INSERT INTO feedback (tenant_id, message_id, user_id, rating) VALUES (${own}, ${answer}, ${user}, 'up');
    INSERT INTO documents (tenant_id, id, owner_id, title, filename, mime_type, size_bytes, sha256, status, stage, chunk_count, visibility)
      VALUES (${own}, ${document}, ${user}, 'A', 'a.txt', 'text/plain', 4, '${file.sha256}', 'ready', 'ready', 1, 'tenant');
    INSERT INTO document_versions (tenant_id, document_id, version, file_key, filename, mime_type, size_bytes, sha256, chunk_count, status, text) VALUES
      (${own}, ${document}, 1, '${file.key}', 'a.txt', 'text/plain', 4, '${file.sha256}', 1, 'ready', repeat('long text ', 300000));
    INSERT INTO chunks (tenant_id, id, document_id, version, chunk_index, content, char_start, char_end, token_count, language, content_hash)
      VALUES (${own}, ${chunk}, ${document}, 1, 0, ${odd}, 0, 9, 3, 'en', 'h');
    INSERT INTO citations (tenant_id, message_id, number, type, document_id, score, verification)
      VALUES (${own}, ${answer}, 1, 'document', ${document}, 1e-300, 'exact');
    INSERT INTO memories (tenant_id, id, user_id, content, memory_type, language, embedded)
      VALUES (${own}, ${memory}, ${user}, ${odd}, 'explicit_fact', 'en', true);
    INSERT INTO tool_calls (tenant_id, execution_id, position, call_id, name, arguments, ok, summary, duration_ms, cached)
      VALUES (${own}, ${execution}, 0, 'c', 'rag_search', 'null', true, '', 0.30000000000000004, false);
    INSERT INTO model_calls (tenant_id, execution_id, position, purpose, model, prompt_tokens, completion_tokens, duration_ms, outcome)
      VALUES (${own}, ${execution}, 0, 'decide', 'm', 1, 2, 'Infinity', 'ok');
    INSERT INTO node_executions (tenant_id, execution_id, position, node_name, iteration, started_at, duration_ms, status,
        input_size_bytes, output_size_bytes, prompt_tokens, completion_tokens)
      VALUES (${own}, ${execution}, 0, 'finalize', 1, '2026-01-02 03:04:05.678+00', 1, 'success', 1, 1, 1, 1);
    INSERT INTO state_diffs (tenant_id, execution_id, position, changes) VALUES (${own}, ${execution}, 0, '{"n": 12345678901234567890.5}');
    INSERT INTO audit_entries (tenant_id, id, action, subject_id, result) VALUES (${own}, ${id(10)}, 'tenant.create', ${own}, 'ok');
    INSERT INTO usage_daily (tenant_id, day, user_id, prompt_tokens) VALUES (${own}, '2026-01-02', ${user}, 9007199254740993);
    INSERT INTO idempotency_records (tenant_id, user_id, route, key, request_hash, locked_until)
      VALUES (${own}, ${user}, 'chat', 'k', 'h', now());
    INSERT INTO ingestion_tasks (id, tenant_id, subject_kind, subject_id, version, action, state, epoch, lease_expires_at, fingerprint) VALUES
      (${id(11)}, ${own}, 'document', ${document}, 1, 'index', 'done', 1, NULL, '["lancedb",null,null,1,1,400]'),
      (${id(12)}, ${own}, 'memory', ${memory}, 1, 'index', 'running', 3, now(), NULL)`;
};

/** What is known of the statement in the cited answer that the statements above have made. */
const fillVerdicts = (tenant: string): string => `
  INSERT INTO statements (tenant_id, message_id, number, char_start, char_end, verdict, reason, citations, sum)
    SELECT tenant_id, message_id, 1, 0, 9, 'computed', 'recomputed', '{1}', E'3 \\u00d7 4 "odd"\\ttab \\u0007 🙂'
    FROM citations WHERE tenant_id = '${tenant}'`;

/** What was written before the cited answer that the statements above have made was repaired. */
export const fillBeforeRepair = (tenant: string): string => `
  UPDATE messages SET before_repair = jsonb_build_object('text', E'odd \\u2028 "text" 🙂', 'sources', '[]'::jsonb)
    WHERE tenant_id = '${tenant}' AND role = 'assistant'`;

/** What the call of a model that the statements above have made read from a cache. */
export const fillCachedTokens = (tenant: string): string =>
  `UPDATE model_calls SET cached_tokens = 1 WHERE tenant_id = '${tenant}'`;

/** A file in the workspace of the user whom the statements above have made. */
export const fillWorkspace = (tenant: string, file: { key: string; sha256: string }): string => `
  INSERT INTO workspace_files (tenant_id, id, user_id, name, name_key, file_key, size_bytes, sha256)
    SELECT tenant_id, '${tenant}', id, E'out/\u00c9t\u00e9 "1".txt', E'out/\u00e9t\u00e9 "1".txt', '${file.key}', 4, '${file.sha256}'
    FROM users WHERE tenant_id = '${tenant}'`;

/** One of the groups of the user whom the statements above have made. */
const fillGroups = (tenant: string): string => `
  INSERT INTO groups (tenant_id, id, key, name) VALUES ('${tenant}', '${tenant}', 'c,d', E'"odd"\\nname 🙂')`;

/** An assistant beside the default one, which comes with the settings. */
const fillAssistants = (tenant: string): string => `
  INSERT INTO assistants (tenant_id, id, slug, name, is_default, prompt, tools, filter) VALUES
    ('${tenant}', '${tenant}', 'default', E'"odd"\\nname 🙂', true, E'tab \\t', NULL, NULL),
    ('${tenant}', '00000000-0000-7000-8000-0000000000ab', 'other', 'Other', false, NULL, '{}', '{"type": "eq", "key": "language", "value": "en"}')`;

/** A collection with the document that the statements above have made, which gets a place in a source, and a batch of two files. */
const fillCollections = (tenant: string): string => `
  INSERT INTO collections (tenant_id, id, owner_id, name, visibility, editor_users, editor_groups)
    SELECT tenant_id, '${tenant}', id, E'"odd"\\nname 🙂', 'group:c,d', ARRAY[id], '{"c,d"}' FROM users WHERE tenant_id = '${tenant}';
  INSERT INTO collection_documents (tenant_id, collection_id, document_id)
    SELECT tenant_id, '${tenant}', id FROM documents WHERE tenant_id = '${tenant}';
  UPDATE documents SET source = 'drive', source_path = E'notes/\u00c9t\u00e9 "1".txt' WHERE tenant_id = '${tenant}';
  ${fillBatches(tenant)}`;

const fillBatches = (tenant: string): string => `
  INSERT INTO document_batches (tenant_id, id, owner_id, received_at) SELECT tenant_id, '${tenant}', id, now() FROM users WHERE tenant_id = '${tenant}';
  INSERT INTO document_batch_files (tenant_id, batch_id, position, name, status, document_id, version)
    SELECT tenant_id, '${tenant}', 0, E'out/\u00c9t\u00e9 "1".txt', 'accepted', id, 1 FROM documents WHERE tenant_id = '${tenant}';
  INSERT INTO document_batch_files (tenant_id, batch_id, position, name, status, error_code)
    VALUES ('${tenant}', '${tenant}', 1, '', 'refused', 'unsupported_format')`;

/** A webhook of the user whom the statements above have made, with a delivery that waits. */
const fillWebhooks = (tenant: string): string => `
  INSERT INTO webhook_endpoints (tenant_id, id, owner_id, url, events, filter, secret, old_secret)
    SELECT tenant_id, '${tenant}', id, 'https://app.example/hooks', '{document.ready}', '{"a": [1, null, "\\u2028"]}', '\\x00ff17', '\\x00ff18'
    FROM users WHERE tenant_id = '${tenant}';
  INSERT INTO webhook_deliveries (tenant_id, id, endpoint_id, event, document_id, data)
    SELECT tenant_id, '${tenant}', '${tenant}', 'document.ready', id, '{"version": 1}' FROM documents WHERE tenant_id = '${tenant}';
  INSERT INTO webhook_tasks (tenant_id, delivery_id, endpoint_id, due_at) VALUES ('${tenant}', '${tenant}', '${tenant}', now())`;

/** A source of the user whom the statements above have made, with a run and an item. */
const fillSources = (tenant: string): string => `
  INSERT INTO sources (tenant_id, id, owner_id, name, kind, settings, visibility, rules, grace_days)
    SELECT tenant_id, '${tenant}', id, 'drive', 'folder', '{"path": "/srv/\u00c9t\u00e9"}', 'private', '[]', 7 FROM users WHERE tenant_id = '${tenant}';
  INSERT INTO source_runs (tenant_id, id, source_id) VALUES ('${tenant}', '${tenant}', '${tenant}');
  INSERT INTO source_items (tenant_id, source_id, external_id, path, revision, size_bytes, visibility, document_id, seen_run)
    SELECT tenant_id, '${tenant}', 'a.txt', 'a.txt', '1', 4, 'private', id, '${tenant}' FROM documents WHERE tenant_id = '${tenant}';
  INSERT INTO source_tasks (tenant_id, source_id, due_at) VALUES ('${tenant}', '${tenant}', now())`;

/** SQL for what stays of a tenant that was removed. */
export const fillRemovedTenant = (tenant: string): string => `
  INSERT INTO audit_entries (tenant_id, id, action, subject_id, result)
    VALUES ('${tenant}', '${tenant}', 'tenant.delete', '${tenant}', 'ok');
  INSERT INTO removed_tenants (tenant_id) VALUES ('${tenant}')`;

/** SQL that lets the same tenant's user sign in. */
const fillSignIn = (tenant: string): string => {
  const id = (number: number) =>
    `'00000000-0000-7000-8000-${tenant.slice(-4)}${String(number).padStart(8, '0')}'`;
  const [own, user] = [`'${tenant}'`, id(1)];
  const odd = `E'line\\u2028 "quoted" \\\\ back\\r\\n\\ttab \\u0007 🙂'`;
  return `
    INSERT INTO user_passwords (tenant_id, user_id, is_initial, hash) VALUES (${own}, ${user}, true, '$argon2id$v=19$m=64,t=1,p=1$c2FsdHNhbHQ$aGFzaA');
    INSERT INTO invitations (tenant_id, user_id, token_hash, expires_at) VALUES (${own}, ${user}, '\\x00ff12', now() + interval '7 days');
    INSERT INTO identity_providers (tenant_id, issuer, client_id, client_secret, role_mapping, allowed_email_domains)
      VALUES (${own}, 'https://issuer.example', 'us', '\\x00ff13', '{"a": "admin"}', '{example.org}');
    INSERT INTO external_identities (tenant_id, issuer, subject, user_id) VALUES (${own}, 'https://issuer.example', ${odd}, ${user});
    INSERT INTO sign_in_attempts (tenant_id, state_hash, browser_hash, nonce, code_verifier, expires_at)
      VALUES (${own}, '\\x00ff14', '\\x00ff15', 'n', 'v', now());
    INSERT INTO sign_ins (tenant_id, id, user_id, expires_at, family_hash, token_hash)
      VALUES (${own}, ${id(13)}, ${user}, now() + interval '30 days', '\\x00ff11', '\\x00ff16')`;
};

/**
 * A row of each of these tenants in each table of tenants that has none yet: what it refers to is there, and the other columns get values
 * by their types. A table that allows no such row is to be filled above.
 */
export const fillOthers = (tenants: readonly string[]): string => `
  DO $fill$
  DECLARE
    other record;
    tenant text;
    has_rows boolean;
    filled text[] := '{}';
    added boolean := true;
  BEGIN
    FOR other IN ${COLUMNS_OF_TABLES} LOOP
      EXECUTE format('SELECT EXISTS (SELECT FROM %I)', other.name) INTO has_rows;
      IF has_rows THEN filled := filled || other.name::text; END IF;
    END LOOP;
    -- Each after those it refers to.
    WHILE added LOOP
      added := false;
      FOR other IN ${COLUMNS_OF_TABLES} LOOP
        CONTINUE WHEN other.name = ANY(filled);
        BEGIN
          FOREACH tenant IN ARRAY '{${tenants.join(',')}}'::text[] LOOP
            EXECUTE format('INSERT INTO %I (%s) SELECT %s', other.name, other.columns, replace(other.made, '$tenant', tenant));
          END LOOP;
          filled := filled || other.name::text;
          added := true;
        EXCEPTION WHEN not_null_violation THEN
          -- Nothing is there yet that it could refer to.
        END;
      END LOOP;
    END LOOP;
  END $fill$`;

/** The tables that refer to others, with the columns that have no default, and a value for each. */
const COLUMNS_OF_TABLES = `
  SELECT c.relname AS name, string_agg(quote_ident(a.attname), ', ') AS columns, string_agg(CASE
    WHEN a.attname = 'tenant_id' THEN $v$'$tenant'$v$
    WHEN parent.name IS NOT NULL THEN format($v$(SELECT %I FROM %I WHERE tenant_id = '$tenant' ORDER BY 1 LIMIT 1)$v$, parent.key, parent.name)
    ELSE CASE format_type(a.atttypid, NULL)
      WHEN 'uuid' THEN $v$'$tenant'$v$
      WHEN 'text' THEN $v$E'line\\u2028 "quoted" \\\\ back\\r\\n\\ttab \\u0007 🙂'$v$
      WHEN 'bytea' THEN $v$'\\x00ff19'$v$
      WHEN 'boolean' THEN 'true'
      WHEN 'json' THEN $v$'{"a": [1, null]}'$v$
      WHEN 'jsonb' THEN $v$'{"a": [1, null]}'$v$
      WHEN 'timestamp with time zone' THEN $v$'2999-01-02 03:04:05.678+00'$v$
      WHEN 'date' THEN $v$'2999-01-02'$v$
      ELSE CASE WHEN a.attndims > 0 THEN $v$'{}'$v$ ELSE '7' END
    END
  END, ', ') AS made
  FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND NOT a.atthasdef
  LEFT JOIN LATERAL (
    SELECT r.relname AS name, ra.attname AS key FROM pg_constraint f
    JOIN pg_class r ON r.oid = f.confrelid
    JOIN pg_attribute ra ON ra.attrelid = r.oid AND ra.attnum = f.confkey[array_position(f.conkey, a.attnum)]
    WHERE f.conrelid = c.oid AND f.contype = 'f' AND a.attnum = ANY(f.conkey) LIMIT 1
  ) AS parent ON true
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r'
    AND EXISTS (SELECT FROM pg_attribute o WHERE o.attrelid = c.oid AND o.attname = 'tenant_id')
    AND EXISTS (SELECT FROM pg_constraint f WHERE f.conrelid = c.oid AND f.contype = 'f')
  GROUP BY c.relname`;

/** What came after those of `fillEveryTable`, in the order of their keys: a table, and the statements that fill it and those beside it. */
export const LATER_TABLES: readonly [table: string, fill: (tenant: string) => string][] = [
  ['statements', fillVerdicts],
  ['user_passwords', fillSignIn],
  ['groups', fillGroups],
  ['collections', fillCollections],
  ['assistants', fillAssistants],
  ['webhook_endpoints', fillWebhooks],
  ['sources', fillSources],
];

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

/** The cited answer that the statements above have made, shared. */
const fillSharedAnswers = (tenant: string): string => `
  INSERT INTO shared_answers (tenant_id, id, message_id, user_id, expires_at)
    SELECT tenant_id, message_id, message_id, user_id, '2999-01-02 03:04:05.678+00' FROM feedback WHERE tenant_id = '${tenant}'`;

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

/** A set of readers of that source, with a group of its own. */
const fillReaders = (tenant: string): string => `
  INSERT INTO source_group_members (tenant_id, source_id, member, principal, seen_run)
    VALUES ('${tenant}', '${tenant}', 'email:a@example.com', 'source:${tenant}/staff', '${tenant}');
  INSERT INTO reader_sets (tenant_id, principal, key) VALUES ('${tenant}', 'source:${tenant}/staff', '~staff')`;

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

/** What a tool answered: PostgreSQL empties the table after a crash, so no backup has it. */
export const fillToolResults = (tenant: string): string => `
  INSERT INTO tool_results (tenant_id, key, result, expires_at) VALUES ('${tenant}', '\\x00ff19', '{}', now())`;

/** What came after those of `fillEveryTable`, in the order of their keys: a table, and the statements that fill it and those beside it. */
export const LATER_TABLES: readonly [table: string, fill: (tenant: string) => string][] = [
  ['statements', fillVerdicts],
  ['user_passwords', fillSignIn],
  ['groups', fillGroups],
  ['collections', fillCollections],
  ['assistants', fillAssistants],
  ['webhook_endpoints', fillWebhooks],
  ['shared_answers', fillSharedAnswers],
  ['sources', fillSources],
  ['reader_sets', fillReaders],
];

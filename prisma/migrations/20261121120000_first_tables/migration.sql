-- CreateTable
CREATE TABLE "tenants" (
    "id" UUID NOT NULL,
    "slug" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'active',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "tenants_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "tenant_settings" (
    "tenant_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "system_prompt" TEXT,
    "policy" JSONB NOT NULL,

    CONSTRAINT "tenant_settings_pkey" PRIMARY KEY ("tenant_id")
);

-- CreateTable
CREATE TABLE "users" (
    "tenant_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'active',
    "groups" TEXT[],
    "language" TEXT,
    "timezone" TEXT NOT NULL DEFAULT 'UTC',
    "system_prompt" TEXT,
    "preferences" JSONB NOT NULL DEFAULT '{}',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "users_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "api_keys" (
    "tenant_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "prefix" TEXT NOT NULL,
    "secret_hash" BYTEA NOT NULL,
    "permissions" TEXT[],
    "expires_at" TIMESTAMPTZ(3),
    "last_used_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "api_keys_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "sessions" (
    "tenant_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "title" TEXT,
    "status" TEXT NOT NULL DEFAULT 'open',
    "language" TEXT,
    "running_execution_id" UUID,
    "running_until" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_activity_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "sessions_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "messages" (
    "tenant_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "session_id" UUID NOT NULL,
    "execution_id" UUID NOT NULL,
    "role" TEXT NOT NULL,
    "content" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'ok',
    "language" TEXT,
    "confidence" DOUBLE PRECISION,
    "citation_count" INTEGER NOT NULL DEFAULT 0,
    "length_chars" INTEGER NOT NULL,
    "total_ms" INTEGER,
    "tools_used" TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "messages_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "citations" (
    "tenant_id" UUID NOT NULL,
    "message_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "type" TEXT NOT NULL,
    "document_id" UUID,
    "document_version" INTEGER,
    "chunk_id" UUID,
    "memory_id" UUID,
    "tool_call_id" TEXT,
    "char_start" INTEGER,
    "char_end" INTEGER,
    "score" DOUBLE PRECISION,
    "verification" TEXT NOT NULL,

    CONSTRAINT "citations_pkey" PRIMARY KEY ("tenant_id","message_id","number")
);

-- CreateTable
CREATE TABLE "documents" (
    "tenant_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "owner_id" UUID NOT NULL,
    "title" TEXT NOT NULL,
    "filename" TEXT NOT NULL,
    "mime_type" TEXT NOT NULL,
    "size_bytes" INTEGER NOT NULL,
    "sha256" TEXT NOT NULL,
    "language" TEXT,
    "status" TEXT NOT NULL DEFAULT 'queued',
    "stage" TEXT NOT NULL DEFAULT 'queued',
    "progress_done" INTEGER NOT NULL DEFAULT 0,
    "progress_total" INTEGER NOT NULL DEFAULT 0,
    "error_code" TEXT,
    "version" INTEGER NOT NULL DEFAULT 1,
    "chunk_count" INTEGER NOT NULL DEFAULT 0,
    "page_count" INTEGER,
    "visibility" TEXT NOT NULL,
    "metadata" JSONB NOT NULL DEFAULT '{}',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "documents_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "document_versions" (
    "tenant_id" UUID NOT NULL,
    "document_id" UUID NOT NULL,
    "version" INTEGER NOT NULL,
    "file_key" TEXT NOT NULL,
    "filename" TEXT NOT NULL,
    "mime_type" TEXT NOT NULL,
    "text" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "document_versions_pkey" PRIMARY KEY ("tenant_id","document_id","version")
);

-- CreateTable
CREATE TABLE "chunks" (
    "tenant_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "document_id" UUID NOT NULL,
    "version" INTEGER NOT NULL,
    "chunk_index" INTEGER NOT NULL,
    "content" TEXT NOT NULL,
    "chapter" TEXT,
    "page_start" INTEGER,
    "page_end" INTEGER,
    "char_start" INTEGER NOT NULL,
    "char_end" INTEGER NOT NULL,
    "token_count" INTEGER NOT NULL,
    "language" TEXT NOT NULL,
    "content_hash" TEXT NOT NULL,

    CONSTRAINT "chunks_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "ingestion_tasks" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "subject_kind" TEXT NOT NULL,
    "subject_id" UUID NOT NULL,
    "version" INTEGER NOT NULL,
    "action" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'due',
    "epoch" INTEGER NOT NULL DEFAULT 0,
    "failures" INTEGER NOT NULL DEFAULT 0,
    "lost_leases" INTEGER NOT NULL DEFAULT 0,
    "due_at" TIMESTAMPTZ(3),
    "lease_expires_at" TIMESTAMPTZ(3),
    "fingerprint" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ingestion_tasks_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "memories" (
    "tenant_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "content" TEXT NOT NULL,
    "memory_type" TEXT NOT NULL,
    "language" TEXT NOT NULL,
    "embedded" BOOLEAN NOT NULL DEFAULT false,
    "source_session_id" UUID,
    "source_message_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "memories_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "executions" (
    "tenant_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "session_id" UUID NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'running',
    "response_type" TEXT,
    "stop_reason" TEXT,
    "error_code" TEXT,
    "iteration_count" INTEGER NOT NULL DEFAULT 0,
    "workflow_path" TEXT[],
    "language" TEXT,
    "confidence" DOUBLE PRECISION,
    "grounding" DOUBLE PRECISION,
    "prompt_tokens" INTEGER NOT NULL DEFAULT 0,
    "completion_tokens" INTEGER NOT NULL DEFAULT 0,
    "cost_usd" DOUBLE PRECISION,
    "degraded" JSONB NOT NULL DEFAULT '[]',
    "receipt" JSONB,
    "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "completed_at" TIMESTAMPTZ(3),
    "total_ms" DOUBLE PRECISION,

    CONSTRAINT "executions_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "node_executions" (
    "tenant_id" UUID NOT NULL,
    "execution_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "node_name" TEXT NOT NULL,
    "iteration" INTEGER NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "duration_ms" DOUBLE PRECISION NOT NULL,
    "status" TEXT NOT NULL,
    "strategy" TEXT,
    "input_size_bytes" INTEGER NOT NULL,
    "output_size_bytes" INTEGER NOT NULL,
    "prompt_tokens" INTEGER NOT NULL,
    "completion_tokens" INTEGER NOT NULL,
    "llm_cost_usd" DOUBLE PRECISION,
    "model" TEXT,
    "error_code" TEXT,

    CONSTRAINT "node_executions_pkey" PRIMARY KEY ("tenant_id","execution_id","position")
);

-- CreateTable
CREATE TABLE "tool_calls" (
    "tenant_id" UUID NOT NULL,
    "execution_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "call_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "arguments" JSONB NOT NULL,
    "ok" BOOLEAN NOT NULL,
    "summary" TEXT NOT NULL,
    "error_code" TEXT,
    "error_message" TEXT,
    "duration_ms" DOUBLE PRECISION NOT NULL,
    "cached" BOOLEAN NOT NULL,

    CONSTRAINT "tool_calls_pkey" PRIMARY KEY ("tenant_id","execution_id","position")
);

-- CreateTable
CREATE TABLE "model_calls" (
    "tenant_id" UUID NOT NULL,
    "execution_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "purpose" TEXT NOT NULL,
    "model" TEXT NOT NULL,
    "prompt_tokens" INTEGER NOT NULL,
    "completion_tokens" INTEGER NOT NULL,
    "cost_usd" DOUBLE PRECISION,
    "duration_ms" DOUBLE PRECISION NOT NULL,
    "outcome" TEXT NOT NULL,

    CONSTRAINT "model_calls_pkey" PRIMARY KEY ("tenant_id","execution_id","position")
);

-- CreateTable
CREATE TABLE "audit_entries" (
    "tenant_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "actor_id" UUID,
    "action" TEXT NOT NULL,
    "subject_id" TEXT NOT NULL,
    "result" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "audit_entries_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateIndex
CREATE UNIQUE INDEX "tenants_slug_key" ON "tenants"("slug");

-- CreateIndex
CREATE UNIQUE INDEX "users_tenant_id_email_key" ON "users"("tenant_id", "email");

-- CreateIndex
CREATE INDEX "api_keys_tenant_id_user_id_idx" ON "api_keys"("tenant_id", "user_id");

-- CreateIndex
CREATE UNIQUE INDEX "api_keys_tenant_id_prefix_key" ON "api_keys"("tenant_id", "prefix");

-- CreateIndex
CREATE INDEX "sessions_tenant_id_user_id_last_activity_at_idx" ON "sessions"("tenant_id", "user_id", "last_activity_at");

-- CreateIndex
CREATE INDEX "sessions_tenant_id_status_last_activity_at_idx" ON "sessions"("tenant_id", "status", "last_activity_at");

-- CreateIndex
CREATE INDEX "messages_tenant_id_session_id_id_idx" ON "messages"("tenant_id", "session_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "messages_tenant_id_execution_id_role_key" ON "messages"("tenant_id", "execution_id", "role");

-- CreateIndex
CREATE INDEX "documents_tenant_id_owner_id_sha256_idx" ON "documents"("tenant_id", "owner_id", "sha256");

-- CreateIndex
CREATE INDEX "documents_tenant_id_status_language_idx" ON "documents"("tenant_id", "status", "language");

-- CreateIndex
CREATE INDEX "document_versions_tenant_id_file_key_idx" ON "document_versions"("tenant_id", "file_key");

-- CreateIndex
CREATE UNIQUE INDEX "chunks_tenant_id_document_id_version_chunk_index_key" ON "chunks"("tenant_id", "document_id", "version", "chunk_index");

-- CreateIndex
CREATE INDEX "ingestion_tasks_due_at_idx" ON "ingestion_tasks"("due_at");

-- CreateIndex
CREATE INDEX "ingestion_tasks_lease_expires_at_idx" ON "ingestion_tasks"("lease_expires_at");

-- CreateIndex
CREATE INDEX "ingestion_tasks_tenant_id_state_idx" ON "ingestion_tasks"("tenant_id", "state");

-- CreateIndex
CREATE INDEX "ingestion_tasks_fingerprint_idx" ON "ingestion_tasks"("fingerprint");

-- CreateIndex
CREATE UNIQUE INDEX "ingestion_tasks_tenant_id_subject_kind_subject_id_key" ON "ingestion_tasks"("tenant_id", "subject_kind", "subject_id");

-- CreateIndex
CREATE INDEX "memories_tenant_id_user_id_id_idx" ON "memories"("tenant_id", "user_id", "id");

-- CreateIndex
CREATE INDEX "executions_tenant_id_session_id_idx" ON "executions"("tenant_id", "session_id");

-- CreateIndex
CREATE INDEX "executions_tenant_id_status_started_at_idx" ON "executions"("tenant_id", "status", "started_at");

-- CreateIndex
CREATE INDEX "node_executions_tenant_id_started_at_idx" ON "node_executions"("tenant_id", "started_at");

-- CreateIndex
CREATE INDEX "node_executions_started_at_idx" ON "node_executions"("started_at");

-- AddForeignKey
ALTER TABLE "tenant_settings" ADD CONSTRAINT "tenant_settings_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "users" ADD CONSTRAINT "users_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_tenant_id_user_id_fkey" FOREIGN KEY ("tenant_id", "user_id") REFERENCES "users"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_tenant_id_user_id_fkey" FOREIGN KEY ("tenant_id", "user_id") REFERENCES "users"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "messages" ADD CONSTRAINT "messages_tenant_id_session_id_fkey" FOREIGN KEY ("tenant_id", "session_id") REFERENCES "sessions"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "citations" ADD CONSTRAINT "citations_tenant_id_message_id_fkey" FOREIGN KEY ("tenant_id", "message_id") REFERENCES "messages"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "documents" ADD CONSTRAINT "documents_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "document_versions" ADD CONSTRAINT "document_versions_tenant_id_document_id_fkey" FOREIGN KEY ("tenant_id", "document_id") REFERENCES "documents"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "chunks" ADD CONSTRAINT "chunks_tenant_id_document_id_version_fkey" FOREIGN KEY ("tenant_id", "document_id", "version") REFERENCES "document_versions"("tenant_id", "document_id", "version") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "memories" ADD CONSTRAINT "memories_tenant_id_user_id_fkey" FOREIGN KEY ("tenant_id", "user_id") REFERENCES "users"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "executions" ADD CONSTRAINT "executions_tenant_id_session_id_fkey" FOREIGN KEY ("tenant_id", "session_id") REFERENCES "sessions"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tool_calls" ADD CONSTRAINT "tool_calls_tenant_id_execution_id_fkey" FOREIGN KEY ("tenant_id", "execution_id") REFERENCES "executions"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "model_calls" ADD CONSTRAINT "model_calls_tenant_id_execution_id_fkey" FOREIGN KEY ("tenant_id", "execution_id") REFERENCES "executions"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;


-- The application role. Roles belong to the whole cluster, so another database (or a concurrent migration) may have made it.
DO $$
BEGIN
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'knowledge_router_app') THEN
        CREATE ROLE knowledge_router_app NOLOGIN;
    END IF;
EXCEPTION
    WHEN duplicate_object OR unique_violation THEN NULL;
END
$$;

GRANT USAGE ON SCHEMA "public" TO knowledge_router_app;

-- Row security: the bare current_setting raises an error where the scope is missing, instead of showing no rows.

ALTER TABLE "tenant_settings" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "tenant_settings" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant_isolation" ON "tenant_settings"
    USING ("tenant_id" = current_setting('app.tenant_id')::uuid)
    WITH CHECK ("tenant_id" = current_setting('app.tenant_id')::uuid);

ALTER TABLE "users" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "users" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant_isolation" ON "users"
    USING ("tenant_id" = current_setting('app.tenant_id')::uuid)
    WITH CHECK ("tenant_id" = current_setting('app.tenant_id')::uuid);

ALTER TABLE "api_keys" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "api_keys" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant_isolation" ON "api_keys"
    USING ("tenant_id" = current_setting('app.tenant_id')::uuid)
    WITH CHECK ("tenant_id" = current_setting('app.tenant_id')::uuid);

ALTER TABLE "sessions" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "sessions" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant_isolation" ON "sessions"
    USING ("tenant_id" = current_setting('app.tenant_id')::uuid)
    WITH CHECK ("tenant_id" = current_setting('app.tenant_id')::uuid);

ALTER TABLE "messages" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "messages" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant_isolation" ON "messages"
    USING ("tenant_id" = current_setting('app.tenant_id')::uuid)
    WITH CHECK ("tenant_id" = current_setting('app.tenant_id')::uuid);

ALTER TABLE "citations" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "citations" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant_isolation" ON "citations"
    USING ("tenant_id" = current_setting('app.tenant_id')::uuid)
    WITH CHECK ("tenant_id" = current_setting('app.tenant_id')::uuid);

ALTER TABLE "documents" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "documents" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant_isolation" ON "documents"
    USING ("tenant_id" = current_setting('app.tenant_id')::uuid)
    WITH CHECK ("tenant_id" = current_setting('app.tenant_id')::uuid);

ALTER TABLE "document_versions" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "document_versions" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant_isolation" ON "document_versions"
    USING ("tenant_id" = current_setting('app.tenant_id')::uuid)
    WITH CHECK ("tenant_id" = current_setting('app.tenant_id')::uuid);

ALTER TABLE "chunks" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "chunks" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant_isolation" ON "chunks"
    USING ("tenant_id" = current_setting('app.tenant_id')::uuid)
    WITH CHECK ("tenant_id" = current_setting('app.tenant_id')::uuid);

ALTER TABLE "memories" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "memories" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant_isolation" ON "memories"
    USING ("tenant_id" = current_setting('app.tenant_id')::uuid)
    WITH CHECK ("tenant_id" = current_setting('app.tenant_id')::uuid);

ALTER TABLE "executions" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "executions" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant_isolation" ON "executions"
    USING ("tenant_id" = current_setting('app.tenant_id')::uuid)
    WITH CHECK ("tenant_id" = current_setting('app.tenant_id')::uuid);

ALTER TABLE "tool_calls" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "tool_calls" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant_isolation" ON "tool_calls"
    USING ("tenant_id" = current_setting('app.tenant_id')::uuid)
    WITH CHECK ("tenant_id" = current_setting('app.tenant_id')::uuid);

ALTER TABLE "model_calls" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "model_calls" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant_isolation" ON "model_calls"
    USING ("tenant_id" = current_setting('app.tenant_id')::uuid)
    WITH CHECK ("tenant_id" = current_setting('app.tenant_id')::uuid);

ALTER TABLE "audit_entries" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "audit_entries" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant_isolation" ON "audit_entries"
    USING ("tenant_id" = current_setting('app.tenant_id')::uuid)
    WITH CHECK ("tenant_id" = current_setting('app.tenant_id')::uuid);

GRANT SELECT, INSERT, UPDATE, DELETE ON
    "tenants",
    "ingestion_tasks",
    "node_executions",
    "tenant_settings",
    "users",
    "api_keys",
    "sessions",
    "messages",
    "citations",
    "documents",
    "document_versions",
    "chunks",
    "memories",
    "executions",
    "tool_calls",
    "model_calls"
TO knowledge_router_app;

-- Append-only.
GRANT SELECT, INSERT ON "audit_entries" TO knowledge_router_app;

-- BullMQ creates and owns what is in here.
CREATE SCHEMA IF NOT EXISTS "bullmq";
GRANT USAGE, CREATE ON SCHEMA "bullmq" TO knowledge_router_app;

-- AlterTable
ALTER TABLE "documents" ADD COLUMN     "is_withdrawn" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "sources" (
    "tenant_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "owner_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "settings" JSONB NOT NULL,
    "visibility" TEXT NOT NULL,
    "rules" JSONB NOT NULL,
    "collection_id" UUID,
    "every_minutes" INTEGER,
    "grace_days" INTEGER NOT NULL,
    "paused_reason" TEXT,
    "failures" INTEGER NOT NULL DEFAULT 0,
    "last_complete_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "sources_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "source_runs" (
    "tenant_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "source_id" UUID NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'running',
    "reason" TEXT,
    "is_confirmed" BOOLEAN NOT NULL DEFAULT false,
    "listed" INTEGER NOT NULL DEFAULT 0,
    "counts" JSONB NOT NULL DEFAULT '{}',
    "findings" JSONB NOT NULL DEFAULT '[]',
    "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "listed_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "source_runs_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "source_items" (
    "tenant_id" UUID NOT NULL,
    "source_id" UUID NOT NULL,
    "external_id" TEXT NOT NULL,
    "path" TEXT NOT NULL,
    "revision" TEXT NOT NULL,
    "size_bytes" BIGINT NOT NULL,
    "visibility" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'pending',
    "reason" TEXT,
    "document_id" UUID,
    "read_revision" TEXT,
    "read_visibility" TEXT,
    "read_at" TIMESTAMPTZ(3),
    "seen_run" UUID NOT NULL,
    "tried_run" UUID,
    "gone_at" TIMESTAMPTZ(3),

    CONSTRAINT "source_items_pkey" PRIMARY KEY ("tenant_id","source_id","external_id")
);

-- CreateTable
CREATE TABLE "source_tasks" (
    "tenant_id" UUID NOT NULL,
    "source_id" UUID NOT NULL,
    "epoch" INTEGER NOT NULL DEFAULT 0,
    "due_at" TIMESTAMPTZ(3),
    "lease_expires_at" TIMESTAMPTZ(3),

    CONSTRAINT "source_tasks_pkey" PRIMARY KEY ("tenant_id","source_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "sources_tenant_id_owner_id_name_key" ON "sources"("tenant_id", "owner_id", "name");

-- CreateIndex
CREATE INDEX "source_runs_tenant_id_source_id_id_idx" ON "source_runs"("tenant_id", "source_id", "id");

-- CreateIndex
CREATE INDEX "source_items_tenant_id_source_id_state_external_id_idx" ON "source_items"("tenant_id", "source_id", "state", "external_id");

-- CreateIndex
CREATE INDEX "source_items_tenant_id_document_id_idx" ON "source_items"("tenant_id", "document_id");

-- CreateIndex
CREATE INDEX "source_tasks_due_at_idx" ON "source_tasks"("due_at");

-- AddForeignKey
ALTER TABLE "sources" ADD CONSTRAINT "sources_tenant_id_owner_id_fkey" FOREIGN KEY ("tenant_id", "owner_id") REFERENCES "users"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "source_runs" ADD CONSTRAINT "source_runs_tenant_id_source_id_fkey" FOREIGN KEY ("tenant_id", "source_id") REFERENCES "sources"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "source_items" ADD CONSTRAINT "source_items_tenant_id_source_id_fkey" FOREIGN KEY ("tenant_id", "source_id") REFERENCES "sources"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "source_tasks" ADD CONSTRAINT "source_tasks_tenant_id_source_id_fkey" FOREIGN KEY ("tenant_id", "source_id") REFERENCES "sources"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "sources" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "sources" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant_isolation" ON "sources"
    USING ("tenant_id" = current_setting('app.tenant_id')::uuid)
    WITH CHECK ("tenant_id" = current_setting('app.tenant_id')::uuid);

ALTER TABLE "source_runs" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "source_runs" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant_isolation" ON "source_runs"
    USING ("tenant_id" = current_setting('app.tenant_id')::uuid)
    WITH CHECK ("tenant_id" = current_setting('app.tenant_id')::uuid);

ALTER TABLE "source_items" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "source_items" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant_isolation" ON "source_items"
    USING ("tenant_id" = current_setting('app.tenant_id')::uuid)
    WITH CHECK ("tenant_id" = current_setting('app.tenant_id')::uuid);

-- No row security on "source_tasks": the loop looks for what is due of all tenants. It holds ids, states and times.
GRANT SELECT, INSERT, UPDATE, DELETE ON "sources", "source_runs", "source_items", "source_tasks" TO knowledge_router_app;

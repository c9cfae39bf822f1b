-- CreateTable
CREATE TABLE "document_batches" (
    "tenant_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "owner_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "received_at" TIMESTAMPTZ(3),
    "completed_at" TIMESTAMPTZ(3),

    CONSTRAINT "document_batches_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "document_batch_files" (
    "tenant_id" UUID NOT NULL,
    "batch_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "document_id" UUID,
    "version" INTEGER,
    "error_code" TEXT,

    CONSTRAINT "document_batch_files_pkey" PRIMARY KEY ("tenant_id","batch_id","position")
);

-- CreateIndex
CREATE INDEX "document_batches_tenant_id_created_at_idx" ON "document_batches"("tenant_id", "created_at");

-- CreateIndex
CREATE INDEX "document_batch_files_tenant_id_document_id_idx" ON "document_batch_files"("tenant_id", "document_id");

-- AddForeignKey
ALTER TABLE "document_batches" ADD CONSTRAINT "document_batches_tenant_id_owner_id_fkey" FOREIGN KEY ("tenant_id", "owner_id") REFERENCES "users"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "document_batch_files" ADD CONSTRAINT "document_batch_files_tenant_id_batch_id_fkey" FOREIGN KEY ("tenant_id", "batch_id") REFERENCES "document_batches"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "document_batches" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "document_batches" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant_isolation" ON "document_batches"
    USING ("tenant_id" = current_setting('app.tenant_id')::uuid)
    WITH CHECK ("tenant_id" = current_setting('app.tenant_id')::uuid);

ALTER TABLE "document_batch_files" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "document_batch_files" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant_isolation" ON "document_batch_files"
    USING ("tenant_id" = current_setting('app.tenant_id')::uuid)
    WITH CHECK ("tenant_id" = current_setting('app.tenant_id')::uuid);

GRANT SELECT, INSERT, UPDATE, DELETE ON "document_batches", "document_batch_files" TO knowledge_router_app;

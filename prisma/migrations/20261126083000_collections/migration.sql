-- CreateTable
CREATE TABLE "collections" (
    "tenant_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "owner_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT,
    "visibility" TEXT NOT NULL,
    "editor_users" UUID[],
    "editor_groups" TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "collections_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "collection_documents" (
    "tenant_id" UUID NOT NULL,
    "collection_id" UUID NOT NULL,
    "document_id" UUID NOT NULL,
    "added_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "collection_documents_pkey" PRIMARY KEY ("tenant_id","collection_id","document_id")
);

-- CreateIndex
CREATE INDEX "collection_documents_tenant_id_document_id_idx" ON "collection_documents"("tenant_id", "document_id");

-- AddForeignKey
ALTER TABLE "collections" ADD CONSTRAINT "collections_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "collection_documents" ADD CONSTRAINT "collection_documents_tenant_id_collection_id_fkey" FOREIGN KEY ("tenant_id", "collection_id") REFERENCES "collections"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "collection_documents" ADD CONSTRAINT "collection_documents_tenant_id_document_id_fkey" FOREIGN KEY ("tenant_id", "document_id") REFERENCES "documents"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "collections" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "collections" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant_isolation" ON "collections"
    USING ("tenant_id" = current_setting('app.tenant_id')::uuid)
    WITH CHECK ("tenant_id" = current_setting('app.tenant_id')::uuid);

ALTER TABLE "collection_documents" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "collection_documents" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant_isolation" ON "collection_documents"
    USING ("tenant_id" = current_setting('app.tenant_id')::uuid)
    WITH CHECK ("tenant_id" = current_setting('app.tenant_id')::uuid);

GRANT SELECT, INSERT, UPDATE, DELETE ON "collections", "collection_documents" TO knowledge_router_app;

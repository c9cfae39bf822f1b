-- The place of a document in what its owner keeps elsewhere, such as a folder. A row that is being deleted has none any more, so that
-- its place is free at once.
ALTER TABLE "documents"
    ADD COLUMN "source" TEXT,
    ADD COLUMN "source_path" TEXT;

-- CreateIndex
CREATE UNIQUE INDEX "documents_tenant_id_owner_id_source_source_path_key" ON "documents"("tenant_id", "owner_id", "source", "source_path");

-- Languages of passages besides the one that most of a document is in: questions are analysed in these, too.
-- AlterTable
ALTER TABLE "documents" ADD COLUMN     "other_languages" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[];

-- AlterTable
ALTER TABLE "document_versions" ADD COLUMN     "other_languages" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[];

-- DropIndex
DROP INDEX "documents_tenant_id_status_language_idx";

-- CreateIndex
CREATE INDEX "documents_tenant_id_status_language_other_languages_idx" ON "documents"("tenant_id", "status", "language", "other_languages");

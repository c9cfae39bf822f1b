-- AlterTable
ALTER TABLE "documents" ADD COLUMN     "latest_version" INTEGER NOT NULL DEFAULT 1;

-- AlterTable
ALTER TABLE "document_versions" ADD COLUMN     "chunk_count" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "error_code" TEXT,
ADD COLUMN     "language" TEXT,
ADD COLUMN     "page_count" INTEGER,
ADD COLUMN     "sha256" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "size_bytes" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "status" TEXT NOT NULL DEFAULT 'queued';

-- What is there has one version each: the owner sees all rows only with the policies out of the way.
ALTER TABLE "documents" NO FORCE ROW LEVEL SECURITY;
ALTER TABLE "document_versions" NO FORCE ROW LEVEL SECURITY;

UPDATE "document_versions" v SET
    "chunk_count" = d."chunk_count", "error_code" = d."error_code", "language" = d."language",
    "page_count" = d."page_count", "sha256" = d."sha256", "size_bytes" = d."size_bytes", "status" = d."status"
FROM "documents" d
WHERE d."tenant_id" = v."tenant_id" AND d."id" = v."document_id" AND d."version" = v."version";

ALTER TABLE "documents" FORCE ROW LEVEL SECURITY;
ALTER TABLE "document_versions" FORCE ROW LEVEL SECURITY;

ALTER TABLE "document_versions" ALTER COLUMN "sha256" DROP DEFAULT, ALTER COLUMN "size_bytes" DROP DEFAULT;

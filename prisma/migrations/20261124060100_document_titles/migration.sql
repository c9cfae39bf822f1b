-- What a file calls itself, and whether its document was named by somebody instead: documents that are there keep their names.
-- AlterTable
ALTER TABLE "documents" ADD COLUMN     "title_given" BOOLEAN NOT NULL DEFAULT true;

-- AlterTable
ALTER TABLE "document_versions" ADD COLUMN     "found_title" TEXT;

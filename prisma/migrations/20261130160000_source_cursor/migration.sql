-- AlterTable
ALTER TABLE "source_runs" ADD COLUMN     "cursor" TEXT,
ADD COLUMN     "is_partial" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "sources" ADD COLUMN     "cursor" TEXT;

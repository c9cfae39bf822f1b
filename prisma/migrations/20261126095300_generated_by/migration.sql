-- AlterTable
ALTER TABLE "executions" ADD COLUMN     "generated_by" TEXT,
ADD COLUMN     "notice" TEXT;

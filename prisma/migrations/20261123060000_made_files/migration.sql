-- AlterTable
ALTER TABLE "tool_calls" ADD COLUMN     "files" JSONB NOT NULL DEFAULT '[]';

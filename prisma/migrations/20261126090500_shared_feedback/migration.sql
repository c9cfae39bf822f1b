-- AlterTable
ALTER TABLE "feedback" ADD COLUMN     "share_with_admin" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "memories" ADD COLUMN     "confirm_by" TIMESTAMPTZ(3),
ADD COLUMN     "source_execution_id" UUID;

-- CreateIndex
CREATE INDEX "memories_tenant_id_confirm_by_idx" ON "memories"("tenant_id", "confirm_by");

-- AlterTable
ALTER TABLE "ingestion_tasks" ADD COLUMN     "claimed_at" TIMESTAMPTZ(3),
ADD COLUMN     "is_slow" BOOLEAN NOT NULL DEFAULT false;

-- CreateIndex
CREATE INDEX "ingestion_tasks_tenant_id_claimed_at_idx" ON "ingestion_tasks"("tenant_id", "claimed_at");

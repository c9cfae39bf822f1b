-- AlterTable
ALTER TABLE "memories" ADD COLUMN     "compared" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "superseded_at" TIMESTAMPTZ(3),
ADD COLUMN     "superseded_by_id" UUID;

-- CreateIndex
CREATE INDEX "memories_tenant_id_compared_updated_at_idx" ON "memories"("tenant_id", "compared", "updated_at");

-- CreateIndex
CREATE INDEX "memories_tenant_id_updated_at_idx" ON "memories"("tenant_id", "updated_at");

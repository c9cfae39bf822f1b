-- What the operator lets a tenant have, where that differs from the installation's defaults: numbers by name.
ALTER TABLE "tenants" ADD COLUMN "limits" JSONB NOT NULL DEFAULT '{}';

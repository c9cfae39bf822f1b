-- The headings, lists, tables, sheets and slides that a passage holds: [{"kind", "level", "opens", "charStart", "charEnd"}].
-- Null for documents that were read before.
ALTER TABLE "chunks" ADD COLUMN "blocks" JSONB;

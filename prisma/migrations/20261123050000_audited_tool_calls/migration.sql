-- A call of a tool that changes something is audited with the tool's name, and with the code of its failure where it failed.
ALTER TABLE "audit_entries" ADD COLUMN "tool_name" TEXT;
ALTER TABLE "audit_entries" ADD COLUMN "error_code" TEXT;

-- Earlier versions of documents that were shown to more people since: written for fewer readers, they stay their owner's until the owner restores them.
ALTER TABLE document_versions ADD COLUMN owner_only boolean NOT NULL DEFAULT false;

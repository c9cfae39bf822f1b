-- Versions that somebody put in by hand where the document comes from a source: whoever keeps the source is told before they are replaced.
ALTER TABLE document_versions ADD COLUMN is_edited boolean NOT NULL DEFAULT false;

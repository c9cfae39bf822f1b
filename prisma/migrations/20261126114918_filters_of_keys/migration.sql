-- What a key is limited to, in the language of filters; null: all that its holder may see.
ALTER TABLE api_keys ADD COLUMN filter jsonb;

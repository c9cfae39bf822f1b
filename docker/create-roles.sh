#!/bin/sh
# Run once, by the postgres image on an empty data folder or by hand as the user postgres: an owner for migrations and a role for the
# application that neither owns tables nor passes row-level security.
set -eu
: "${KR_OWNER_PASSWORD:?}" "${KR_APP_PASSWORD:?}"
psql -v ON_ERROR_STOP=1 --username "${POSTGRES_USER:-postgres}" --dbname postgres \
  -v owner_password="$KR_OWNER_PASSWORD" -v app_password="$KR_APP_PASSWORD" <<'SQL'
CREATE ROLE kr_owner LOGIN CREATEROLE NOSUPERUSER NOBYPASSRLS PASSWORD :'owner_password';
CREATE ROLE kr_app LOGIN NOSUPERUSER NOBYPASSRLS PASSWORD :'app_password';
ALTER ROLE kr_owner SET search_path = public, pg_temp;
ALTER ROLE kr_app SET search_path = public, pg_temp;
CREATE DATABASE knowledge_router OWNER kr_owner;
REVOKE CREATE, TEMPORARY ON DATABASE knowledge_router FROM PUBLIC;
SQL

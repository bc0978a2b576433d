# Run by the image of Postgres when it makes the database: the role by which the server signs in. It owns nothing; the server gives it
# its rights to the tables at every start, by the role of POSTGRES_USER.
psql --set ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" --set password="$POSTGRES_PASSWORD" <<'SQL'
CREATE ROLE turnpost_server LOGIN PASSWORD :'password';
SQL

/*
 * libpq in C. Needs the tables of doc/clients.md, and the driver (Debian: libpq-dev)
 */
#include <stdio.h>
#include <stdlib.h>
#include <libpq-fe.h>

static PGresult *
query(PGconn *connection, const char *sql, int n, const char *const *values,
	  const int *lengths, const int *formats, int result_format)
{
	PGresult   *result = PQexecParams(connection, sql, n, NULL, values,
									  lengths, formats, result_format);

	if (PQresultStatus(result) != PGRES_COMMAND_OK &&
		PQresultStatus(result) != PGRES_TUPLES_OK)
	{
		fprintf(stderr, "%s", PQerrorMessage(connection));
		exit(1);
	}
	return result;
}

int
main(void)
{
	PGconn	   *connection = PQconnectdb("");
	const char *add[] = {"{\"/\",\"/about\"}", "example.com"};
	const char *test[] = {"/about", "example.com"};
	const char *each[] = {"{\"/\",\"/new\"}"};
	const char *claim[] = {"{\"/\",\"/about\",\"/\"}"};
	PGresult   *result;

	if (PQstatus(connection) != CONNECTION_OK)
	{
		fprintf(stderr, "%s", PQerrorMessage(connection));
		return 1;
	}

	PQclear(query(connection, "INSERT INTO sites VALUES ('example.com', bloom(1000))",
				  0, NULL, NULL, NULL, 0));
	PQclear(query(connection, "UPDATE sites SET urls = bloom_add_all(urls, $1) WHERE site = $2",
				  2, add, NULL, NULL, 0));

	result = query(connection, "SELECT urls @> $1 FROM sites WHERE site = $2",
				   2, test, NULL, NULL, 0);
	puts(PQgetvalue(result, 0, 0));		/* => t */
	PQclear(result);
	result = query(connection, "SELECT bloom_contains_each(urls, $1) FROM sites",
				   1, each, NULL, NULL, 0);
	puts(PQgetvalue(result, 0, 0));		/* => {t,f} */
	PQclear(result);

	/* only the new values */
	result = query(connection, "SELECT bloom_claim_all('crawl', $1)",
				   1, claim, NULL, NULL, 0);
	for (int i = 0; i < PQntuples(result); i++)
		puts(PQgetvalue(result, i, 0)); /* => / then /about */
	PQclear(result);

	/* fetch the bytes, and store them */
	result = query(connection, "SELECT urls FROM sites", 0, NULL, NULL, NULL, 1);
	{
		const char *bytes[] = {PQgetvalue(result, 0, 0)};
		int			length = PQgetlength(result, 0, 0);

		printf("%d\n", length);			/* => 52 */
		PQclear(query(connection, "INSERT INTO sites VALUES ('copy', $1)",
					  1, bytes, &length, (int[]) {1}, 0));
	}
	PQclear(result);
	test[1] = "copy";
	result = query(connection, "SELECT urls @> $1 FROM sites WHERE site = $2",
				   2, test, NULL, NULL, 0);
	puts(PQgetvalue(result, 0, 0));		/* => t */
	PQclear(result);
	PQfinish(connection);
	return 0;
}

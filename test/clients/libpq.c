/*
 * clients/libpq.c
 *
 * The cases of test/clients/run by libpq: libpq CASES DRIVER.  Bytes are sent
 * in binary; "binary" in the driver's name fetches in binary, too.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <libpq-fe.h>

#define MAX_LINE 65536

static PGconn *connection;
static int	result_format;

static const char *
value_of(const char *kind, const char *held)
{
	if (strcmp(kind, "text") == 0)
		return "a";
	if (strcmp(kind, "number") == 0)
		return "1";
	if (strcmp(kind, "array") == 0)
		return "{a,\"x\\\"\\\\,{ü\"}";
	if (strcmp(kind, "empty") == 0)
		return "{}";
	if (strcmp(kind, "numbers") == 0)
		return "{1,3}";
	return held;
}

/* Replaces the digits by the bytes that they are; how many */
static int
from_hex(char *hex)
{
	int			n = (int) strlen(hex) / 2;

	for (int i = 0; i < n; i++)
	{
		unsigned	byte;

		sscanf(hex + 2 * i, "%2x", &byte);
		hex[i] = (char) byte;
	}
	return n;
}

/* ? becomes $1 */
static void
number_parameter(const char *text, char *numbered, size_t size)
{
	const char *at = strchr(text, '?');

	if (at)
		snprintf(numbered, size, "%.*s$1%s", (int) (at - text), text, at + 1);
	else
		snprintf(numbered, size, "%s", text);
}

static void
run(const char *name, const char *kind, const char *text, char *hex,
	const char *held)
{
	int			fetches = strcmp(kind, "fetch") == 0;
	int			binary = strcmp(kind, "bytes") == 0;
	int			length = binary ? from_hex(hex) : 0;
	const char *value = binary ? hex : value_of(kind, held);
	char		numbered[1024];
	PGresult   *result;

	number_parameter(text, numbered, sizeof numbered);
	result = PQexecParams(connection, numbered, !fetches, NULL, &value,
						  &length, &binary, fetches ? result_format : 0);
	if (PQresultStatus(result) != PGRES_TUPLES_OK)
	{
		const char *message = PQresultErrorMessage(result);

		printf("%s\terror\t%.*s\n", name, (int) strcspn(message, "\n"), message);
	}
	else if (fetches)
	{
		const unsigned char *bytes;

		bytes = (const unsigned char *) PQgetvalue(result, 0, 0);
		printf("%s\tok\tchar[] %02x%02x%02x%02x\n", name, bytes[0], bytes[1],
			   bytes[2], bytes[3]);
	}
	else
		printf("%s\tok\t%s\n", name, PQgetvalue(result, 0, 0));
	PQclear(result);
}

int
main(int argc, char **argv)
{
	static char line[MAX_LINE];
	FILE	   *cases = argc == 3 ? fopen(argv[1], "r") : NULL;
	PGresult   *held;

	connection = PQconnectdb("");
	if (!cases || PQstatus(connection) != CONNECTION_OK)
		return 1;
	result_format = strstr(argv[2], "binary") != NULL;
	held = PQexec(connection, "SELECT f FROM held");
	while (fgets(line, sizeof line, cases))
	{
		char	   *rest = line;
		char	   *name = strsep(&rest, "\t");
		char	   *kind = strsep(&rest, "\t");
		char	   *text = strsep(&rest, "\t");

		rest[strcspn(rest, "\n")] = '\0';
		run(name, kind, text, rest, PQgetvalue(held, 0, 0));
	}
	PQclear(held);
	PQfinish(connection);
	return 0;
}

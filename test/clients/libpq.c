/*
 * clients/libpq.c
 *
 * Runs the cases of test/clients/run with libpq: libpq CASES DRIVER.  Bytes
 * are sent in binary.  If the name of the driver contains "binary", results
 * are received in binary, too.
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

/* Replace hexadecimal digits by their bytes; returns the number of bytes */
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

/* Replace each ? by $1, $2 ...; returns their number */
static int
number_parameters(const char *text, char *numbered)
{
	int			count = 0;

	for (; *text != '\0'; text++)
		if (*text != '?')
			*numbered++ = *text;
		else
			numbered += sprintf(numbered, "$%d", ++count);
	*numbered = '\0';
	return count;
}

/* Join the lines of a message */
static void
print_error(const char *name, const char *message)
{
	printf("%s\terror\t", name);
	for (; *message != '\0'; message++)
		fputs(*message == '\n' ? " | " : (char[]) {*message, '\0'}, stdout);
	puts("");
}

static void
run(const char *name, const char *kind, const char *text, char *hex,
	const char *held)
{
	int			fetches = strcmp(kind, "fetch") == 0;
	const char *second = strchr(kind, ',');
	int			binary[2] = {strncmp(kind, "bytes", 5) == 0, 0};
	int			length[2] = {binary[0] ? from_hex(hex) : 0, 0};
	const char *value[2] = {binary[0] ? hex : value_of(kind, held)};
	char		numbered[1024];
	PGresult   *result;

	value[1] = second ? value_of(second + 1, held) : NULL;
	result = PQexecParams(connection, numbered,
						  number_parameters(text, numbered), NULL, value,
						  length, binary, fetches ? result_format : 0);
	if (PQresultStatus(result) != PGRES_TUPLES_OK)
		print_error(name, PQresultErrorMessage(result));
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

/*
 * tool/type.c
 *		What lines are: types of values, and rows of them.
 */
#include "tool.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool
encode_text(const char *text, size_t size, Buffer *bytes)
{
	memcpy(extend(bytes, size), text, size);
	return true;
}

/* The text without trailing blanks */
static bool
encode_char(const char *text, size_t size, Buffer *bytes)
{
	while (size > 0 && text[size - 1] == ' ')
		size--;
	return encode_text(text, size, bytes);
}

/* The first type of a class stands for its filters; others are synonyms */
static const Type types[] = {
	{"text", BLOOMEXT_TEXT, NULL},
	{"integer", BLOOMEXT_INTEGER, encode_integer},
	{"bytea", BLOOMEXT_BYTES, encode_bytea},
	{"uuid", BLOOMEXT_UUID, encode_uuid},
	{"float", BLOOMEXT_FLOAT, encode_float},
	{"numeric", BLOOMEXT_NUMERIC, encode_numeric},
	{"bool", 0, encode_bool},
	{"date", 0, encode_date},
	{"time", 0, encode_time},
	{"timetz", 0, encode_timetz},
	{"timestamp", 0, encode_timestamp},
	{"timestamptz", 0, encode_timestamptz},
	{"inet", 0, encode_inet},
	{"cidr", 0, encode_cidr},
	{"macaddr", 0, encode_macaddr},
	{"macaddr8", 0, encode_macaddr8},
	{"pg_lsn", 0, encode_lsn},
	{"bit", 0, encode_bits},
	{"varbit", 0, encode_bits},
	{"varchar", BLOOMEXT_TEXT, NULL},
	{"name", BLOOMEXT_TEXT, NULL},
	{"char", BLOOMEXT_TEXT, encode_char},
	{"bpchar", BLOOMEXT_TEXT, encode_char},
	{"smallint", BLOOMEXT_INTEGER, encode_integer},
	{"int", BLOOMEXT_INTEGER, encode_integer},
	{"bigint", BLOOMEXT_INTEGER, encode_integer},
	{"int2", BLOOMEXT_INTEGER, encode_integer},
	{"int4", BLOOMEXT_INTEGER, encode_integer},
	{"int8", BLOOMEXT_INTEGER, encode_integer},
	{"oid", BLOOMEXT_INTEGER, encode_oid},
	{"real", BLOOMEXT_FLOAT, encode_real},
	{"float4", BLOOMEXT_FLOAT, encode_real},
	{"float8", BLOOMEXT_FLOAT, encode_float},
	{"double", BLOOMEXT_FLOAT, encode_float},
	{"decimal", BLOOMEXT_NUMERIC, encode_numeric},
};
#define TYPES		(sizeof(types) / sizeof(*types))

/* Fill in the class of a type */
static Type
classified(Type type)
{
	if (type.class == 0)
		type.class = bloomext_class_of_type(type.name);
	return type;
}

/* Find a type by `size` characters of its name; false: there is none */
static bool
find_type(const char *name, size_t size, Type *type)
{
	static const Type boolean = {"bool", 0, encode_bool};

	for (size_t i = 0; i < TYPES; i++)
		if (strlen(types[i].name) == size &&
			memcmp(types[i].name, name, size) == 0)
		{
			*type = classified(types[i]);
			return true;
		}
	if (size == 7 && memcmp(name, "boolean", size) == 0)
		*type = classified(boolean);
	else if (size > 5 && memcmp(name, "enum:", 5) == 0)
	{
		char	   *own = check_memory(strndup(name + 5, size - 5));

		*type = (Type) {"enum", bloomext_class_of_type(own), encode_text};
		free(own);
	}
	else
		return false;
	return true;
}

Kind
kind_of_name(const char *name)
{
	Kind		kind = {.name = name, .class = BLOOMEXT_ROW};
	const char *at = name;

	if (strcmp(name, "hash") == 0)
		return (Kind) {.name = name, .hashes = true};
	for (;;)
	{
		size_t		size = strcspn(at, ",");

		if (kind.count == MOST_FIELDS ||
			!find_type(at, size, &kind.type[kind.count]))
			stop(name, "unrecognized type; see bloom --help");
		kind.count++;
		if (at[size] == '\0')
			break;
		at += size + 1;
	}
	if (kind.count == 1)
		kind.class = kind.type[0].class;
	return kind;
}

Kind
kind_of_filter(const char *path, const bloomext_filter *filter)
{
	bloomext_info info;

	bloomext_get_info(filter, &info);
	if (info.class_ == BLOOMEXT_NONE)
		return kind_of_name(bloomext_check_class(filter, BLOOMEXT_TEXT,
												 NULL) == BLOOMEXT_OK ?
							"text" : "integer");
	for (size_t i = 0; i < TYPES; i++)
		if (classified(types[i]).class == info.class_)
			return kind_of_name(types[i].name);
	stop(path, info.class_ == BLOOMEXT_ROW ?
		 "the filter holds rows; name their fields' types, as in -t text,integer" :
		 "the filter holds values of another type; -t enum:NAME is for an enum, -t hash for bloom_hash(value)");
}

const char *
class_shown(bloomext_class class)
{
	for (size_t i = 0; i < TYPES; i++)
		if (types[i].class == 0 && classified(types[i]).class == class)
			return types[i].name;
	return bloomext_class_name(class);
}

/* Values other than text may have blanks around them, as in SQL */
static bool
encode_value(const Type *type, const char *text, size_t size, Buffer *bytes)
{
	char		few[128];
	char	   *copy = few;
	bool		fine;

	if (type->encode == NULL || type->encode == encode_text ||
		type->encode == encode_char)
		return (type->encode == NULL ? encode_text : type->encode)
			(text, size, bytes);
	/* blanks in a bytea are bytes */
	if (type->encode != encode_bytea)
	{
		while (size > 0 && isspace((unsigned char) *text))
		{
			text++;
			size--;
		}
		while (size > 0 && isspace((unsigned char) text[size - 1]))
			size--;
	}
	/* only a bytea can be empty; no text contains a zero byte */
	if (memchr(text, '\0', size) != NULL ||
		(size == 0 && type->encode != encode_bytea &&
		 type->encode != encode_bits))
		return false;
	if (size >= sizeof(few))
		copy = check_memory(malloc(size + 1));
	memcpy(copy, text, size);
	copy[size] = '\0';
	fine = type->encode(copy, size, bytes);
	if (copy != few)
		free(copy);
	return fine;
}

bool
ends_in_text(const Kind *kind)
{
	Encode		last;

	if (kind->count == 0)
		return false;
	last = kind->type[kind->count - 1].encode;
	return last == NULL || last == encode_text || last == encode_char;
}

static void
put_word(uint8_t *to, uint64_t number)
{
	for (int i = 0; i < 4; i++)
		to[i] = (uint8_t) (number >> 8 * i);
}

/* Append a field: class, length and bytes; \N is null, without bytes */
static bool
encode_field(const Type *type, const char *text, size_t size, Buffer *bytes)
{
	size_t		start = bytes->size;

	memset(extend(bytes, 8), 0, 8);
	if (size == 2 && memcmp(text, "\\N", 2) == 0)
		return true;
	if (!encode_value(type, text, size, bytes))
		return false;
	put_word(bytes->data + start, type->class);
	put_word(bytes->data + start + 4, bytes->size - start - 8);
	return true;
}

bool
encode_line(const Kind *kind, const Line *line, Buffer *bytes)
{
	const char *at = line->text;
	const char *end = at + line->size;

	bytes->size = 0;
	if (kind->count == 1)
		return encode_value(&kind->type[0], at, line->size, bytes);
	for (unsigned i = 0; i < kind->count; i++)
	{
		const char *tab = memchr(at, '\t', (size_t) (end - at));

		if ((tab == NULL) != (i + 1 == kind->count))
			return false;
		if (tab == NULL)
			tab = end;
		if (!encode_field(&kind->type[i], at, (size_t) (tab - at), bytes))
			return false;
		at = tab + 1;
	}
	return true;
}

bool
hash_line(const Kind *kind, const Line *line, uint64_t seed, Buffer *scratch,
		  uint64_t *hash)
{
	static const Type number = {"hash", BLOOMEXT_INTEGER, encode_integer};

	if (kind->count == 1 && kind->type[0].encode == NULL)
	{
		*hash = bloomext_hash_text(line->text, line->size, seed);
		return true;
	}
	if (!kind->hashes)
	{
		if (!encode_line(kind, line, scratch))
			return false;
		*hash = bloomext_hash_bytes(scratch->data, scratch->size, seed);
		return true;
	}
	scratch->size = 0;
	if (!encode_value(&number, line->text, line->size, scratch))
		return false;
	*hash = 0;
	for (int i = 8; i-- > 0;)
		*hash = *hash << 8 | scratch->data[i];
	return true;
}

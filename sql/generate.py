#!/usr/bin/python3
"""Makes the install script of bloomext.in, where each thing is written once:

    sql/generate.py <sql/bloomext.in >sql/bloomext--1.0.sql

Lines are copied as they are, but for these, each up to the next empty line:

    FUNCTION name(arguments) RETURNS type       a function in C, and its
    IMMUTABLE and so on                         comment.  AS symbol after the
        comment                                 type: the C function has that
                                                name; AS internal symbol: it
                                                is one of PostgreSQL's

    AGGREGATE name(arguments) BY function       an aggregate that builds a
        comment                                 filter, its transition
                                                function if there is none yet,
                                                and comments.  AS symbol is as
                                                above

    COMMENT ON whatever IS                      any other comment
        comment

and what stands between FOR and END, which is repeated for each row of values,
each of which takes the place of its {name}:

    FOR name, name IN
        value, value
        value, value
    ...
    END
"""
import re
import sys

# What the aggregates start from, and return over no rows: bloom().  E'' means
# the same whatever standard_conforming_strings is.
EMPTY = r"E'\\x010001020000000000000000000000000000000000000000000000007b14ae47e17a843f'"


def comment(what, text):
    """COMMENT ON, its text cut into literals of a line each."""
    lines, line = [], ""
    for word in re.findall(r"\S+ ?", text.replace("'", "''")):
        if line and len(line + word) > 77:
            lines.append(line)
            line = ""
        line += word
    literals = "\n".join(f"'{line}'" for line in [*lines, line])
    return f"COMMENT ON {what} IS\n{literals};\n"

def function(name, arguments, returns, symbol, properties, text, internal=None):
    signature = ", ".join(re.sub(" DEFAULT .*", "", argument)
                          for argument in arguments.split(", ") if not argument.startswith("OUT "))
    return (f"CREATE FUNCTION {name}({arguments}){returns}\n"
            + (f"AS '{symbol}'\nLANGUAGE internal" if internal else
               f"AS 'MODULE_PATHNAME', '{symbol or name}'\nLANGUAGE C") +
            f" {properties};\n\n" + comment(f"FUNCTION {name}({signature})", text))

# States may get large: from PostgreSQL 19 on, a negative SSPACE keeps them from
# being made below a join, once for each of its rows
STATE = f"""\
	STYPE = bloom,
	SSPACE = -1,
	FINALFUNC = bloom_agg_final,
	COMBINEFUNC = bloom_agg_combine,
	INITCOND = {EMPTY},
"""

# Of those with polymorphic functions, which so are not pushed down to where the
# type is not known
BOXED_STATE = """\
	STYPE = internal,
	SSPACE = -1,
	FINALFUNC = bloom_agg_any_final,
	COMBINEFUNC = bloom_agg_any_combine,
	SERIALFUNC = bloom_agg_any_serialize,
	DESERIALFUNC = bloom_agg_any_deserialize,
"""

# Transition functions that an aggregate before has made, with their numbers of
# arguments.  Aggregates of one type can share those of any type
MADE = set()

def transition_function(name, aggregate_name, arguments, state, symbol):
    made = name, arguments.count(",")
    if made in MADE:
        return ""
    MADE.add(made)
    return function(name, f"state {state}, {arguments}", f" RETURNS {state}", symbol,
                    ("STABLE" if state == "internal" else "IMMUTABLE") + " PARALLEL SAFE COST 3",
                    f"transition function of {aggregate_name}") + "\n"

def aggregate(name, arguments, transition, symbol, text):
    boxed = transition.endswith("_any")
    state = "internal" if boxed else "bloom"
    return (transition_function(transition, name, arguments, state, symbol) +
            f"CREATE AGGREGATE {name}({arguments}) (\n"
            f"\tSFUNC = {transition},\n"
            f"{BOXED_STATE if boxed else STATE}"
            "\tPARALLEL = SAFE\n"
            ");\n\n" + comment(f"AGGREGATE {name}({arguments})", text))

def paragraph(text):
    """What a paragraph of the input stands for."""
    joined = " ".join(text.split())
    if text.startswith("FUNCTION "):
        head, volatility, rest = re.split(r"\n(IMMUTABLE|STABLE|VOLATILE)", text, maxsplit=1)
        head, internal, symbol = re.fullmatch(r"(.*?)(?: AS (internal )?(\w+))?", " ".join(head.split())).groups()
        properties, text = rest.split("\n", 1)
        name, arguments, returns = re.fullmatch(r"FUNCTION (\w+)\((.*)\)(.*)", head).groups()
        return function(name, arguments, returns, symbol, volatility + properties, " ".join(text.split()), internal)
    if text.startswith("AGGREGATE "):
        return aggregate(*re.fullmatch(r"AGGREGATE (\w+)\((.*)\) BY (\w+)(?: AS (\w+))? (.*)", joined).groups())
    if re.match("COMMENT ON .* IS\n\t", text):
        return comment(*re.fullmatch("COMMENT ON (.*?) IS (.*)", joined).groups())
    return text

def repeated(match):
    """What stands between FOR and END, for each row."""
    names, rows, body = match.groups()
    names = names.split(", ")
    copies = []
    for row in rows.strip("\n").split("\n"):
        values = [value.strip() for value in row.split(",")]
        if len(values) != len(names):
            sys.exit(f"not as many values as names: {row}")
        copies.append(re.sub("{(.*?)}", lambda hole: values[names.index(hole[1])], body))
    return "\n\n".join(copies) + "\n"

script = re.sub(r"^FOR (.*) IN\n((?:\t.*\n)+)\n*([\s\S]*?)\n+END\n", repeated, sys.stdin.read(), flags=re.M)
print("\n\n".join(paragraph(text + "\n").rstrip("\n") for text in script.rstrip("\n").split("\n\n")))

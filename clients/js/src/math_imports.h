/*
 * clients/js/src/math_imports.h
 *		Replaces the floating-point functions of the C library, whose tables
 *		would be a third of the module, by those of JavaScript.
 *
 * This header is included before each file.  The functions are used for
 * estimates and for the sizes of imported filters.  The layout of native
 * filters does not depend on them.
 */
#ifndef MATH_IMPORTS_H
#define MATH_IMPORTS_H

#include <math.h>

#define IMPORT(name) \
	__attribute__((import_module("math"), import_name(name)))

IMPORT("exp") double math_exp(double x);
IMPORT("expm1") double math_expm1(double x);
IMPORT("log") double math_log(double x);
IMPORT("log1p") double math_log1p(double x);
IMPORT("pow") double math_pow(double x, double y);

#define exp		math_exp
#define expm1	math_expm1
#define log		math_log
#define log1p	math_log1p
#define pow		math_pow

#endif							/* MATH_IMPORTS_H */

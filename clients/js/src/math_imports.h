/*
 * clients/js/src/math_imports.h
 *		JavaScript's functions of floating-point numbers in place of the C
 *		library's, whose tables would be a third of the module.
 *
 * Included before each file.  They are for estimates and for other libraries'
 * sizes: filters of our own are laid out without them.
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

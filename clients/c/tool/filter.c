/*
 * tool/filter.c
 *		Reads and writes filters.
 */
#include "tool.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "options.h"

bloomext_filter *
try_filter(const char *path)
{
	bloomext_error error;
	bloomext_filter *filter = strcmp(path, "-") == 0 ?
		bloomext_load_fd(STDIN_FILENO, &error) :
		bloomext_load_file(path, &error);

	if (filter == NULL)
		show_error(shown_name(path), &error);
	return filter;
}

bloomext_filter *
read_filter(const char *path)
{
	bloomext_filter *filter = try_filter(path);

	if (filter == NULL)
		exit(EXIT_TROUBLE);
	return filter;
}

/*
 * Write bytes to a file, and close it unless it is standard output.  A regular
 * file is on disk afterwards.
 */
static bool
write_bytes(FILE *file, const char *bytes, size_t size)
{
	bool		fine = file != NULL && fwrite(bytes, 1, size, file) == size &&
		fflush(file) == 0 &&
		(file == stdout || fsync(fileno(file)) == 0 || errno == EINVAL);
	int			saved = errno;	/* of the first failure */

	if (file != NULL && file != stdout && fclose(file) != 0 && fine)
		return false;
	errno = saved;
	return fine;
}

/* The file that takes the place of another one, or is removed by a signal */
static char *temporary;

static void
remove_temporary(int number)
{
	(void) unlink(temporary);
	/* ends the tool, because the default action was restored */
	raise(number);
}

/* Create the temporary file, and name it; returns -1 after an error */
static int
make_temporary(void)
{
	static const int signals[] = {
		SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGXCPU, SIGXFSZ
	};
	struct sigaction remove = {
		.sa_handler = remove_temporary, .sa_flags = SA_RESETHAND
	};
	struct sigaction old;
	sigset_t	before;
	int			file;

	sigfillset(&remove.sa_mask);
	sigprocmask(SIG_BLOCK, &remove.sa_mask, &before);
	file = mkstemp(temporary);
	for (size_t i = 0; file >= 0 && i < sizeof(signals) / sizeof(int); i++)
		if (sigaction(signals[i], NULL, &old) == 0 &&
			old.sa_handler != SIG_IGN)
			sigaction(signals[i], &remove, NULL);
	sigprocmask(SIG_SETMASK, &before, NULL);
	return file;
}

/*
 * The path of the file that a path leads to, allocated; NULL after an error.
 * Creates the file, empty, if a symbolic link names one that does not exist.
 */
static char *
follow_links(const char *path, bool *created)
{
	struct stat status;
	char	   *target = realpath(path, NULL);
	int			file;

	*created = false;
	if (target != NULL)
		return target;
	if (lstat(path, &status) != 0 || !S_ISLNK(status.st_mode))
		return check_memory(strdup(path));
	file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
	if (file < 0)
		return NULL;
	close(file);
	*created = true;
	return realpath(path, NULL);
}

/*
 * Replace a file by a new one with these bytes.  The old file stays as it is
 * until the new one is complete.
 */
static bool
replace_file(const char *path, const char *bytes, size_t size)
{
	bool		created;
	char	   *target = follow_links(path, &created);
	struct stat status;
	bool		exists;
	mode_t		mask = umask(0);
	mode_t		mode;
	int			file;
	bool		fine;

	umask(mask);
	if (target == NULL)
		stop(path, strerror(errno));
	exists = stat(path, &status) == 0;
	mode = exists ? status.st_mode & 0777 : 0666 & ~mask;
	temporary = check_memory(malloc(strlen(target) + 8));
	sprintf(temporary, "%s.XXXXXX", target);
	file = make_temporary();
	/* another group does not get the rights of the old one */
	if (file >= 0 && exists && fchown(file, -1, status.st_gid) != 0)
		mode &= ~070;
	fine = file >= 0 && fchmod(file, mode) == 0 &&
		write_bytes(fdopen(file, "wb"), bytes, size) &&
		rename(temporary, target) == 0;
	if (!fine)
	{
		int			saved = errno;

		if (file >= 0)
			(void) unlink(temporary);
		if (created)
			(void) unlink(target);
		errno = saved;
	}
	free(target);
	return fine;
}

void
write_filter(const bloomext_filter *filter, const Options *options)
{
	const char *path = options->output;
	bool		standard = path == NULL || strcmp(path, "-") == 0;
	bool		text = options->as_text;
	size_t		size = text ? bloomext_text_size(filter) + 1 :
		bloomext_size(filter);
	char	   *bytes = check_memory(malloc(size));
	struct stat status;
	bool		fine;

	if (text)
	{
		bloomext_write_text(filter, bytes);
		bytes[size - 1] = '\n';
	}
	else
		bloomext_write(filter, bytes);
	if (standard)
		fine = write_bytes(stdout, bytes, size);
	else if (stat(path, &status) == 0 &&
			 (!S_ISREG(status.st_mode) || status.st_uid != geteuid()))
		/* a pipe, a device, or a file that keeps its owner */
		fine = write_bytes(fopen(path, "wb"), bytes, size);
	else
		fine = replace_file(path, bytes, size);
	if (!fine)
		stop(standard ? "standard output" : path, strerror(errno));
	free(bytes);
}

void
check_output(const Options *options)
{
	if (options->output == NULL && !options->as_text && isatty(STDOUT_FILENO))
	{
		complain("standard output",
				 "a filter is binary data, and this is a terminal");
		fputs("  Name a file with -o FILE, write text with -a, or use -o - to write it nevertheless.\n",
			  stderr);
		exit(EXIT_TROUBLE);
	}
}

# Completion of the command bloom for bash.

_bloom()
{
	local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]}
	local command=${COMP_WORDS[1]} fields=
	local types='text integer float real numeric uuid bytea bool date time timetz timestamp timestamptz
		inet cidr macaddr macaddr8 pg_lsn bit varbit char enum: hash'

	COMPREPLY=()
	if [ "$COMP_CWORD" -eq 1 ]; then
		COMPREPLY=($(compgen -W 'test build unite info help --help --version' -- "$current"))
		return
	fi
	case $command$previous in
		test-t | build-t)
			# of a row's types, the last
			case $current in *,*) fields=${current%,*}, ;; esac
			COMPREPLY=($(compgen -P "$fields" -W "$types" -- "${current##*,}"))
			case ${COMPREPLY[*]} in *enum:) compopt -o nospace 2>/dev/null ;; esac
			return ;;
		build-n | build-e | build-s)
			return ;;
	esac
	case $command$current in
		test-*) COMPREPLY=($(compgen -W '-v -c -q -l -n -h -H -x -z -t --help' -- "$current")) ;;
		build-*) COMPREPLY=($(compgen -W '-n -E -e -s -t -o -a -z --help' -- "$current")) ;;
		unite-*) COMPREPLY=($(compgen -W '-o -a --help' -- "$current")) ;;
		info-*) COMPREPLY=($(compgen -W '--help' -- "$current")) ;;
		*) compopt -o filenames 2>/dev/null
			local IFS=$'\n'
			COMPREPLY=($(compgen -f -- "$current")) ;;
	esac
}
complete -F _bloom bloom

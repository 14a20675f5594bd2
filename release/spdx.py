#!/usr/bin/python3
"""Writes the bill of materials of a release, as SPDX 2.3 in JSON.

    release/spdx.py FOLDER COMMIT >bloomext-VERSION.spdx.json

It lists the files of FOLDER with their hashes, and the software that is compiled
into them or that they depend on, with the versions of the Debian packages.
"""
import datetime
import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path

folder, commit = Path(sys.argv[1]), sys.argv[2]
meta = json.loads((Path(__file__).resolve().parent.parent / 'META.json').read_text())
version = meta['version']
created = datetime.datetime.fromtimestamp(int(os.environ['SOURCE_DATE_EPOCH']), datetime.timezone.utc)


def debian_version(package):
    query = subprocess.run(['dpkg-query', '-W', '-f', '${Version}', package], stdout=subprocess.PIPE,
                           stderr=subprocess.DEVNULL, encoding='UTF-8')
    return query.stdout or 'NOASSERTION'


def identifier(name):
    return 'SPDXRef-' + ''.join(c if c.isalnum() or c in '.-' else '-' for c in name)


def package(name, version, license, **more):
    return {'SPDXID': identifier(f'Package-{name}'), 'name': name, 'versionInfo': version,
            'downloadLocation': 'NOASSERTION', 'filesAnalyzed': False, 'licenseConcluded': license,
            'licenseDeclared': license, 'copyrightText': 'NOASSERTION', **more}


# name, Debian package, license, kind of use, and suffixes of the files that may use it
OTHERS = [
    ('xxhash', 'libxxhash-dev', 'BSD-2-Clause', 'STATIC_LINK',
     ('.deb', '.whl', '.tgz', f'-{os.uname().machine}.tar.gz')),
    ('wasi-libc', 'wasi-libc', 'MIT', 'STATIC_LINK', ('.tgz',)),
    ('PostgreSQL', None, 'PostgreSQL', 'RUNTIME_DEPENDENCY_OF', ('.deb',)),
    ('cffi', 'python3-cffi', 'MIT', 'RUNTIME_DEPENDENCY_OF', ('.whl', '.deb')),
]


def uses(base, name, ends):
    """Whether a released file contains or needs the software that OTHERS calls name

    base is the file name without the folder; ends are the suffixes from OTHERS.
    """
    if not base.endswith(ends) or '-dbgsym_' in base:
        return False
    if name == 'PostgreSQL':
        return base.startswith('postgresql-')
    if name == 'cffi':
        return base.endswith('.whl') or base.startswith('python3-')
    return True


def licenses_of(path):
    others = [license for name, _, license, use, ends in OTHERS
              if use == 'STATIC_LINK' and uses(path.split('/')[-1], name, ends)]
    return ' AND '.join(dict.fromkeys(['PostgreSQL', *others]))


files = []
relations = [('SPDXRef-DOCUMENT', 'DESCRIBES', 'SPDXRef-Package-bloomext')]
packages = [package('bloomext', version, 'PostgreSQL', sourceInfo=f'git commit {commit}',
                    homepage=meta['resources']['homepage'], summary=meta['abstract'],
                    supplier='Organization: the bloomext developers',
                    copyrightText='Copyright (c) 2026, the bloomext developers')]
for path in sorted(path for path in folder.rglob('*') if path.is_file()):
    name = path.relative_to(folder).as_posix()
    data = path.read_bytes()
    kind = 'TEXT' if path.suffix in ('.md', '.dsc') else 'ARCHIVE'
    files.append({'SPDXID': identifier(f'File-{name}'), 'fileName': f'./{name}', 'fileTypes': [kind],
                  'checksums': [{'algorithm': algorithm, 'checksumValue': hashlib.new(algorithm, data).hexdigest()}
                                for algorithm in ('SHA1', 'SHA256')],
                  'licenseConcluded': licenses_of(name), 'licenseInfoInFiles': ['NOASSERTION'],
                  'copyrightText': 'NOASSERTION'})
    relations.append((identifier(f'File-{name}'), 'GENERATED_FROM', 'SPDXRef-Package-bloomext'))
for name, debian, license, use, ends in OTHERS:
    packages.append(package(name, debian_version(debian) if debian else '13 to 19', license))
    for file in files:
        if not uses(Path(file['fileName']).name, name, ends):
            continue
        pair = (identifier(f'Package-{name}'), file['SPDXID'])
        relations.append((pair[0], use, pair[1]) if use.endswith('_OF') else (pair[1], use, pair[0]))

known = [item['SPDXID'] for item in (*packages, *files)] + ['SPDXRef-DOCUMENT']
assert len(known) == len(set(known)) and all({a, b} <= set(known) for a, _, b in relations)
for file in files:
    for algorithm in file['checksums']:
        algorithm['algorithm'] = algorithm['algorithm'].upper()
json.dump({
    'spdxVersion': 'SPDX-2.3',
    'dataLicense': 'CC0-1.0',
    'SPDXID': 'SPDXRef-DOCUMENT',
    'name': f'bloomext-{version}',
    'documentNamespace': f'{meta["resources"]["homepage"]}spdx/bloomext-{version}-{commit}',
    'creationInfo': {'created': created.strftime('%Y-%m-%dT%H:%M:%SZ'),
                     'creators': ['Organization: the bloomext developers', 'Tool: release/spdx.py']},
    'packages': packages,
    'files': files,
    'relationships': [{'spdxElementId': a, 'relationshipType': kind, 'relatedSpdxElement': b}
                      for a, kind, b in relations],
}, sys.stdout, indent=1)
print()

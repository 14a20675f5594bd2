"""Tests of the installed package without a server: cd tests; python3 -m unittest"""
import copy
import datetime
import decimal
import gc
import mmap
import os
import pickle
import random
import signal
import struct
import subprocess
import sys
import tempfile
import threading
import time
import unittest
import uuid
import warnings
from pathlib import Path
from unittest import mock

from bloomext import CapacityWarning, ClassError, Error, Filter
from bloomext._bloomext import lib

try:
    import numpy
except ImportError:
    numpy = None

# many tests exceed the capacity of a filter
warnings.simplefilter('ignore', CapacityWarning)

GOLDEN = Path(__file__).resolve().parents[3] / 'test/golden/clients.txt'
KEYS = [f'https://example.com/{i}' for i in range(1000)]
# An empty filter of Guava for 20 texts, as bloom_new returns it
GUAVA = ('010105000000000001001000000000000000000014000000000000007b14ae47e17a843f0100000001000107000000000000000001' + 30 * '0' +
         '14' + 30 * '0' + '7b14ae47e17a843f' + 48 * '0' + 'c000000000000000070000000000000014' + 30 * '0' +
         '7b14ae47e17a843f' + 176 * '0')


def unhex(word):
    return b'' if word == '-' else bytes.fromhex(word)


def fnv(data):
    result = 0xCBF29CE484222325
    for byte in data:
        result = (result ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return result


def decoded(class_, word):
    """The Python values for a list of values in golden vectors; None if Python has no such class"""
    if class_ == lib.BLOOMEXT_INTEGER and '..' in word:
        first, last = map(int, word.split('..'))
        return list(range(first, last + 1))
    make = {
        lib.BLOOMEXT_TEXT: bytes.decode,
        lib.BLOOMEXT_INTEGER: lambda data: struct.unpack('<q', data)[0],
        lib.BLOOMEXT_BYTES: bytes,
        lib.BLOOMEXT_UUID: lambda data: uuid.UUID(bytes=data),
        lib.BLOOMEXT_FLOAT: lambda data: struct.unpack('<d', data)[0],
        lib.BLOOMEXT_NUMERIC: lambda data: decimal.Decimal(data.decode()),
        lib.bloomext_class_of_type(b'bool'): lambda data: data == b'\1',
        lib.bloomext_class_of_type(b'date'):
            lambda data: datetime.date(2000, 1, 1) + datetime.timedelta(struct.unpack('>i', data)[0]),
    }.get(class_)
    if make is None:
        return None
    return [make(unhex(part)) for part in word.split(',')] if word != '-' else []


class Golden(unittest.TestCase):
    """The results of a second implementation"""

    def lines(self, kind):
        return [words for words in map(str.split, GOLDEN.read_text().splitlines()) if words[0] == kind]

    def test_hashes(self):
        checked = 0
        for _, class_, data, seed, expected in self.lines('hash'):
            values = decoded(int(class_), data if data != '-' else ',')
            if values is None:
                continue
            with self.subTest(value=values[0]):
                filter = Filter.build([], 10, seed=int(seed))
                self.assertEqual(filter.hash_of(values[0]), int(expected, 16))
                checked += 1
        self.assertGreater(checked, 150)

    def test_bytes(self):
        checked = 0
        lines = [line for kind in ('fixed', 'elastic') for line in self.lines(kind)]
        for kind, class_, capacity, rate, seed, values, size, expected in lines:
            values = decoded(int(class_), values)
            if values is None:
                continue
            with self.subTest(kind=kind, values=values[:3], capacity=capacity):
                arguments = int(capacity), float(rate)
                options = {'seed': int(seed), 'elastic': kind == 'elastic'}
                added, parts = Filter(*arguments, **options), Filter(*arguments, **options)
                for value in reversed(values):
                    added.add(value)
                for first in range(0, len(values), 300):
                    parts.update(values[first:first + 310])
                for filter in (Filter.build(iter(values), *arguments, **options), added, parts, added | parts,
                               Filter.build(values[:99], *arguments, **options) | parts):
                    self.assertEqual((len(bytes(filter)), fnv(bytes(filter))), (int(size), int(expected, 16)))
                checked += 1
        self.assertGreater(checked, 55)

    def test_members(self):
        for _, wire, class_, tested, members in self.lines('members'):
            first, last = map(int, tested.split('..'))
            expected = set(map(int, members.split(','))) if members != '-' else set()
            filter = Filter(bytes.fromhex(wire))
            values = range(first, last + 1)
            self.assertEqual({i for i in values if i in filter}, expected)
            self.assertEqual(filter.contains_many(values), [i in expected for i in values])


class Hostile(unittest.TestCase):
    def from_file(self, data):
        with tempfile.TemporaryFile('w+b' if isinstance(data, bytes) else 'w+') as file:
            file.write(data)
            file.seek(0)
            return Filter.fromfile(file)

    def test_mutants(self):
        """Any bytes give an error or a filter that can be tested"""
        rng = random.Random(1)
        seeds = [bytes(Filter.build(KEYS, *n)) for n in ((), (1000,), (200,), (100000,))]
        refused = 0
        for _ in range(4000):
            data = bytearray(rng.choice(seeds))
            for _ in range(rng.randint(1, 3)):
                data[rng.randrange(min(len(data), rng.choice((36, 60, len(data)))))] = rng.choice((0, 1, 255, 128))
            if rng.random() < 0.3:
                del data[rng.randrange(len(data)):]
            try:
                filter = Filter(bytes(data))
            except Error:
                refused += 1
                continue
            try:
                self.assertEqual(filter.contains_many(KEYS[:50]), [key in filter for key in KEYS[:50]])
            except ClassError:
                pass
            self.assertEqual(bytes(Filter(bytes(filter))), bytes(filter))
        self.assertTrue(1000 < refused < 4000, refused)

    def test_messages(self):
        for data, message in ((b'', 'it is empty'), (b'\1' * 35, 'invalid bloom filter'),
                              (b'\2' + bytes(Filter.build(KEYS))[1:], 'version'), ('nothing', 'begins like text: "nothing"'),
                              (b'\x1f\x8b\x08', 'a gzip file'), ('010001', r'without \\x'), (b'\\x01', 'invalid bloom filter')):
            with self.subTest(data=data[:4]):
                for make in (Filter, lambda data: Filter(data, copy=True), self.from_file):
                    with self.assertRaisesRegex(Error, message):
                        make(data)
        for data in (None, True, 7.0, 1e6, [], ['x']):
            with self.subTest(data=data), self.assertRaisesRegex(TypeError, 'of a capacity, which is an int, or of bytes or text'):
                Filter(data)
        for options in {'error_rate': 0.5}, {'seed': 1}, {'counting': True}:
            with self.assertRaisesRegex(TypeError, 'own parameters'):
                Filter(bytes(Filter()), **options)
        with self.assertRaises(ValueError):
            Filter('\\xzz')


class Answers(unittest.TestCase):
    def test_every_type(self):
        zone = datetime.timezone(datetime.timedelta(hours=2))
        for values, other in (
                (KEYS, 'x'),
                (['', 'ä', 'ßüö€', '𝄞', 'x' * 100000], 'a'),
                ([0, -1, 1 << 62, -(1 << 63), (1 << 63) - 1], 7),
                ([b'', b'\0', b'\xff\0' * 500], b'x'),
                ([0.1, -0.5, float('inf'), float('nan')], 0.25),
                ([uuid.UUID(int=i) for i in range(9)], uuid.UUID(int=99)),
                ([decimal.Decimal(text) for text in ('1.50', '-0.001', '1E+9', 'NaN', 'Infinity')], decimal.Decimal(7)),
                ([True], False),
                ([datetime.date(2024, 2, 29), datetime.date(1, 1, 1)], datetime.date(2000, 1, 1)),
                ([datetime.time(0), datetime.time(23, 59, 59, 999999)], datetime.time(12)),
                ([datetime.time(12, tzinfo=datetime.timezone.utc), datetime.time(12, tzinfo=datetime.timezone(datetime.timedelta(hours=2)))],
                 datetime.time(13, tzinfo=datetime.timezone.utc)),
                ([datetime.datetime(2024, 2, 29, 12), datetime.datetime(1, 1, 1)], datetime.datetime(2000, 1, 1)),
                ([datetime.datetime(2024, 2, 29, 12, tzinfo=zone)], datetime.datetime(2000, 1, 1, tzinfo=zone))):
            with self.subTest(values=values[:2]):
                filter = Filter.build(values, 1000)
                self.assertTrue(all(value in filter for value in values))
                self.assertEqual(filter.contains_many(values + [other]), [True] * len(values) + [False])
                self.assertNotIn(other, filter)
                self.assertEqual([filter.contains_hash(filter.hash_of(value)) for value in values], [True] * len(values))
                self.assertAlmostEqual(len(filter), len(values), delta=30)

    def test_equal_values(self):
        self.assertIn(decimal.Decimal('1.5'), Filter.build([decimal.Decimal('1.500')]))
        self.assertIn(-0.0, Filter.build([0.0]))
        self.assertIn(bytearray(b'ab'), Filter.build([b'ab']))
        self.assertIn(memoryview(b'ab'), Filter.build([b'ab']))
        moment = datetime.datetime(2024, 1, 1, 12, tzinfo=datetime.timezone.utc)
        self.assertIn(moment.astimezone(datetime.timezone(datetime.timedelta(hours=5))), Filter.build([moment]))

    def test_other_classes(self):
        texts, numbers = Filter.build(['a']), Filter.build([1])
        for filter, value in ((texts, 1), (texts, b'a'), (texts, 1.5), (numbers, 'a'), (numbers, 1.0), (numbers, True)):
            with self.subTest(value=value), self.assertRaisesRegex(ClassError, 'holds (text|integer) values, not '):
                value in filter
            with self.subTest(value=value), self.assertRaises(ClassError):
                filter.contains_many([value])
        for value in (None, ['a'], object()):
            with self.subTest(value=value), self.assertRaises(TypeError):
                value in texts
        # the library does not know the names of these types
        dates, moments = Filter.build([datetime.date(2024, 2, 29)]), Filter.build([datetime.datetime(2024, 2, 29)])
        with self.assertRaisesRegex(ClassError, 'values of another type'):
            datetime.datetime(2024, 2, 29) in dates
        with self.assertRaisesRegex(ClassError, 'values of different types'):
            dates | moments

    def test_ranges(self):
        """Each error names the range"""
        counting = Filter.build([1], 10, counting=True)
        for use in (lambda value: Filter(10).add(value), lambda value: value in Filter(10),
                    lambda value: value in counting, counting.remove, Filter(10).hash_of,
                    lambda value: Filter(10).update([1, value]), lambda value: Filter(10).contains_many([value])):
            for value in (1 << 63, -(1 << 63) - 1):
                with self.assertRaisesRegex(OverflowError, r'bigint, which is -2\*\*63 to 2\*\*63 - 1$'):
                    use(value)
        for use, name in ((lambda value: Filter(10, seed=value), 'seed'), (Filter(10).add_hash, 'hash'),
                          (Filter(10).contains_hash, 'hash'), (lambda value: Filter.build_hashes([1, value]), 'hash'),
                          (lambda value: Filter(10).contains_hashes([value, 1]), 'hash')):
            for value in (1 << 64, -(1 << 63) - 1):
                with self.assertRaisesRegex(OverflowError, rf'^a {name} must be between -2\*\*63 and 2\*\*64 - 1$'):
                    use(value)
            use((1 << 64) - 1)
            with self.assertRaisesRegex(TypeError, 'integer'):
                use('1')
        self.assertEqual(Filter(10, seed=-1), Filter(10, seed=(1 << 64) - 1))
        for options, message in (({'capacity': -1 << 70}, 'at least 1'), ({'capacity': 1 << 70}, 'larger than 500 MiB'),
                                 ({'capacity': 0}, 'at least 1'), ({'capacity': 0, 'elastic': True}, 'at least 1'),
                                 ({'capacity': 10, 'growth': 1 << 40}, 'growth must be 0, 2 or 4'),
                                 ({'capacity': 10, 'error_rate': 1}, 'between 1e-09 and 0.5')):
            with self.assertRaisesRegex(Error, message):
                Filter(**options)

    def test_mixed(self):
        filter = Filter.build(['a'])
        for values, error in ((['a', 1], TypeError), (['a', None], TypeError), ([b'a', 'a'], TypeError),
                              (['a', '\ud800'], UnicodeEncodeError), ('abc', TypeError), (b'abc', TypeError)):
            with self.subTest(values=values), self.assertRaises(error):
                filter.contains_many(values)
        # also after the first chunk, which could have another class
        for values in (['a'] * 4096 + [1], iter(['a'] * 5000 + [1] * 5000)):
            with self.assertRaisesRegex(TypeError, 'int after str'):
                Filter.build_hashes([1]).contains_many(values)
        with self.assertRaisesRegex(TypeError, 'int after str'):
            Filter.build(['a'] * 4096 + [1])
        with self.assertRaises(OverflowError):
            Filter.build([1]).contains_many([1, 1 << 63])
        with self.assertRaises(OverflowError):
            (1 << 63) in Filter.build([1])
        with self.assertRaises(TypeError):
            Filter.build([1, True])

    def test_nulls(self):
        class NaT(datetime.datetime):   # as that of pandas
            __eq__ = lambda self, other: False
            __ne__ = lambda self, other: True

        for null in (None, NaT(2024, 1, 1)):
            for call in (Filter(10).add, lambda value: Filter(10).contains_many([value]), Filter(10).__contains__):
                with self.assertRaisesRegex(TypeError, 'contains no nulls'):
                    call(null)

    def test_batches(self):
        """Many more values than fit into one batch, some longer than the whole batch"""
        keys = [f'{i}ü' * (1 + i % 50) for i in range(5000)] + ['y' * 300000]
        filter = Filter.build(iter(keys), 10000)
        others = [key + 'x' for key in keys]
        self.assertEqual(filter.contains_many(key for key in keys), [True] * len(keys))
        self.assertEqual(filter.contains_many(others), [key in filter for key in others])
        self.assertLess(sum(filter.contains_many(others)), 100)
        self.assertEqual(filter.contains_many([]), [])
        long = [keys[0], others[0], keys[1]] * 3000
        for values in (long, tuple(long), iter(long)):
            self.assertEqual(filter.contains_many(values), [True, others[0] in filter, True] * 3000)

    def test_turns(self):
        """More values than C processes before it lets the interpreter run"""
        many = list(range((1 << 20) + 10))
        filter = Filter.build(many, len(many), 1e-6)
        self.assertEqual(filter.contains_many(many), [True] * len(many))
        self.assertEqual(filter.contains_many(many[:-1] + [-1]), [True] * (len(many) - 1) + [False])
        with self.assertRaises(TypeError):
            filter.contains_many(many + ['x'])

    def test_raw(self):
        filter = Filter.build([datetime.date(2024, 2, 29)])
        self.assertTrue(filter.contains_raw('date', struct.pack('>i', 8825)))
        with self.assertRaises(ClassError):
            filter.contains_raw('inet', b'x')
        numbers = Filter.build([7], 10)
        self.assertTrue(numbers.contains_raw('int4', struct.pack('<q', 7)) and numbers.add_raw('int8', struct.pack('<q', 7)))
        for call in (numbers.contains_raw, numbers.add_raw):
            with self.assertRaisesRegex(Error, 'of type int4 cannot be 1 bytes'):
                call('int4', b'a')
        counting = Filter(10, counting=True)
        for call in counting.add_raw, counting.contains_raw, counting.remove_raw:
            call('date', memoryview(b'abcd'))


class Bytes(unittest.TestCase):
    def test_no_copy(self):
        data = bytes(Filter.build(KEYS, 1000))
        self.assertIs(bytes(Filter(data)), data)
        self.assertIsNot(bytes(Filter(data, copy=True)), data)
        view = memoryview(b'x' + data)[1:]
        filter = Filter(view)
        self.assertEqual(bytes(filter), data)

    def test_changed_afterwards(self):
        """Memory that can change must be copied"""
        data = bytearray(bytes(Filter.build(KEYS, 1000)))
        filter = Filter(data)
        data[:] = bytes(len(data))
        self.assertIn(KEYS[0], filter)

    def test_read_only_view(self):
        """A read-only view of memory that can change must be copied, too"""
        data = bytearray(bytes(Filter.build(KEYS, 1000)))
        filters = [Filter(memoryview(data).toreadonly()), Filter(memoryview(memoryview(data).toreadonly()))]
        if numpy:
            view = numpy.frombuffer(data, 'u1').view()
            view.flags.writeable = False
            filters += [Filter(view), Filter(memoryview(view))]
        data[:] = bytes(len(data))
        for filter in filters:
            self.assertEqual(filter, Filter.build(KEYS, 1000))

    def test_mapped(self):
        data = bytes(Filter.build(KEYS, 1000))
        with tempfile.NamedTemporaryFile() as file:
            file.write(data)
            file.flush()
            self.assertEqual(Filter.load(file.name), Filter(data))
            with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as mapped:
                filter = Filter(mapped)
                self.assertEqual(filter.contains_many(KEYS), [True] * len(KEYS))
                with self.assertRaises(BufferError):
                    mapped.close()
                del filter
                gc.collect()

    def test_files(self):
        with self.assertRaises(FileNotFoundError):
            Filter.load('/nothing/here')
        with self.assertRaises(Error):
            Filter.load(__file__)
        for read in (Filter.load, Filter.fromfile):
            with self.assertRaisesRegex(ValueError, 'null'):
                read('/nothing\0.bloom')

    def test_text_form(self):
        """The text format as psql, COPY and drivers return it, with any end of line"""
        filter = Filter.build(KEYS, 1000)
        form = '\\x' + bytes(filter).hex()
        self.assertEqual(filter.text(), form)
        for text in (form, form + '\n', ' ' + form + '\r\n', '\\' + form, form.upper().replace('X', 'x')):
            with self.subTest(text=text[:4]):
                for data in (text, text.encode(), bytearray(text.encode()), memoryview(text.encode())):
                    self.assertEqual(Filter(data), filter)
                    self.assertEqual(bytes(Filter(data)), bytes(filter))
        for text in (form + 'x', form[:-1], '\\x', ''):
            with self.subTest(text=text[:4]), self.assertRaises(Error):
                Filter(text)

    def test_travel(self):
        """To files and back, as bytes and as text, by path and by open file"""
        filter = Filter.build(KEYS, 1000)
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / 'filter'
            for text in (False, True):
                expected = (filter.text() + '\n').encode() if text else bytes(filter)
                filter.tofile(path, text=text)
                self.assertEqual(path.read_bytes(), expected)
                for read in (Filter.load, Filter.fromfile, lambda path: Filter(path.read_bytes())):
                    self.assertEqual(read(path), filter)
                with open(path, 'rb') as file:
                    self.assertEqual(Filter.fromfile(file), filter)
            with open(path, 'w') as file:
                filter.tofile(file)
            with open(path) as file:
                self.assertEqual(Filter.fromfile(file), filter)
            for mode in ('w+', 'w+b'):
                with tempfile.NamedTemporaryFile(mode) as file:     # no TextIOBase
                    filter.tofile(file)
                    file.seek(0)
                    self.assertEqual(Filter.fromfile(file), filter)
            with open(path, 'wb') as file:
                for each in (filter, Filter(10), filter):
                    each.tofile(file)
            with open(path, 'rb') as file:
                read = [Filter.fromfile(file, n) for n in (filter.nbytes, Filter(10).nbytes, -1)]
            self.assertEqual(read, [filter, Filter(10), filter])

    def test_write_over_mapped(self):
        """A filter that is mapped from a file can be written to that file"""
        filter = Filter.build(KEYS, 1000)
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / 'filter'
            filter.tofile(path)
            with open(path, 'rb') as file:
                mapped = Filter(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
            # in a process of its own, because reading a truncated mapping ends it
            code = ('import mmap, sys; from bloomext import Filter; file = open(sys.argv[1], "rb")\n'
                    'Filter(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)).tofile(sys.argv[1])')
            subprocess.run([sys.executable, '-c', code, path], check=True)
            self.assertEqual(Filter.load(path), filter)
            self.assertEqual(mapped, filter)

    def test_write_fails(self):
        """The old file stays as it is"""
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / 'filter'
            Filter(10).tofile(path)
            with mock.patch('os.replace', side_effect=OSError), self.assertRaises(OSError):
                Filter(20).tofile(path)
            self.assertEqual((Filter.load(path), list(Path(folder).iterdir())), (Filter(10), [path]))

    def test_write_keeps(self):
        """Links, permissions and pipes stay what they are"""
        with tempfile.TemporaryDirectory() as folder:
            path, link, pipe = (Path(folder) / name for name in ('filter', 'link', 'pipe'))
            Filter(10).tofile(path)
            path.chmod(0o640)
            link.symlink_to('filter')
            Filter(20).tofile(link)
            self.assertTrue(link.is_symlink())
            self.assertEqual((Filter.load(path), path.stat().st_mode & 0o777), (Filter(20), 0o640))
            os.mkfifo(pipe)
            read = []
            reader = threading.Thread(target=lambda: read.append(pipe.read_bytes()))
            reader.start()
            Filter(10).tofile(pipe)
            reader.join()
            self.assertEqual(read, [bytes(Filter(10))])
            self.assertTrue(pipe.is_fifo())

    def test_same_and_pickled(self):
        filter, other = Filter.build(KEYS, 1000), Filter.build(reversed(KEYS), 1000)
        self.assertEqual(filter, other)
        self.assertEqual(hash(filter), hash(other))
        self.assertEqual({filter: 1}[other], 1)
        other.add('x')
        self.assertNotIn(other, {filter})
        self.assertNotEqual(filter, Filter.build(KEYS, 2000))
        self.assertEqual(pickle.loads(pickle.dumps(filter)), filter)

    def test_union(self):
        first, second = Filter.build(KEYS[:500], 1000), Filter.build(KEYS[500:], 1000)
        before = bytes(first)
        self.assertEqual(first | second, Filter.build(KEYS, 1000))
        self.assertEqual(Filter(bytes(first)) | Filter(bytes(second)), Filter.build(KEYS, 1000))
        self.assertEqual(bytes(first), before)
        with self.assertRaises(Error) as caught:
            first | Filter.build(KEYS, 777)
        self.assertIn('different parameters', str(caught.exception))
        with self.assertRaises(TypeError):
            first | {'a'}

    def test_exceeding(self):
        """A union must not exceed its error rate, and changes nothing then"""
        first, second = Filter.build(KEYS, 1000), Filter.build([f'x{i}' for i in range(900)], 1000)
        before = bytes(first), bytes(second)
        for change in (lambda: first | second, lambda: first.update(second), lambda: first.__ior__(second)):
            with self.assertRaisesRegex(Error, 'without exceeding their error rate\n.*capacity 1000') as caught:
                change()
            self.assertIn('capacity for the values of all', caught.exception.hint)
        self.assertEqual((bytes(first), bytes(second)), before)
        second.update(KEYS)         # values may be added to any filter
        self.assertGreater(second.fpp, 0.05)
        self.assertEqual(first | first, first)

    def test_shapes(self):
        for arguments in ((-1,), (0,), (10, 2.0), (10, 1e-30), (1 << 62, 1e-9)):
            with self.subTest(arguments=arguments), self.assertRaises(Error):
                Filter.build([], *arguments)
        with self.assertRaises(Error):
            Filter.build_hashes([], 0)
        info = Filter.build(KEYS, 1000, 0.001, seed=-5).info
        self.assertEqual((info.capacity, info.error_rate, info.seed, info.class_, info.representation),
                         (1000, 0.001, -5, 'text', 'dense'))
        self.assertTrue(900 < info.cardinality < 1100)
        self.assertFalse(Filter.build())
        self.assertIn('1000', repr(Filter.build(KEYS, 1000)))


class Changes(unittest.TestCase):
    def test_add(self):
        """Like pybloom: True if the value may have been in the filter"""
        filter = Filter(1000, 0.001)
        self.assertEqual((filter.capacity, filter.error_rate, len(filter), bool(filter)), (1000, 0.001, 0, False))
        found = [filter.add(key) for key in KEYS]
        self.assertLess(sum(found), 10)
        self.assertEqual([filter.add(key) for key in KEYS], [True] * 1000)
        self.assertEqual(filter, Filter.build(KEYS, 1000, 0.001))
        self.assertTrue(all(key in filter for key in KEYS))
        self.assertAlmostEqual(len(filter), 1000, delta=30)
        with self.assertRaises(TypeError):
            iter(filter)
        with self.assertRaisesRegex(ClassError, 'holds text values'):
            filter.add(1)
        with self.assertRaises(TypeError):
            filter.add(None)

    def test_every_type(self):
        for values in ([1, -1, 1 << 62], [b'', b'x'], [0.5, -0.0], [uuid.UUID(int=7)], [decimal.Decimal('1.50')],
                       [True, False], [datetime.date(2024, 2, 29)], [datetime.datetime(2024, 2, 29, 12)], ['', 'ä']):
            with self.subTest(value=values[0]):
                for filter in (Filter(10), Filter.build([], 10), Filter(bytes(Filter(10)))):
                    self.assertEqual([filter.add(value) for value in values], [False] * len(values))
                    self.assertEqual([value in filter for value in values], [True] * len(values))
                    self.assertEqual(filter.contains_many(values), [True] * len(values))
                    self.assertEqual(filter, Filter.build(values, 10))

    def test_raw_and_hashes(self):
        filter, dates = Filter(10), Filter(10)
        self.assertEqual([filter.add_hash(filter.hash_of('a')) for _ in '12'], [False, True])
        self.assertIs(filter.add('a'), True)
        signed = [hash - (1 << 64) if hash >> 63 else hash for hash in map(filter.hash_of, KEYS)]
        self.assertLess(min(signed), 0)
        self.assertEqual(Filter.build_hashes(signed, 1000).contains_many(KEYS), [True] * len(KEYS))
        self.assertEqual(Filter.build(KEYS, 1000).contains_hashes(signed), [True] * len(KEYS))
        with self.assertRaises(TypeError):
            filter.contains_hashes('abc')
        self.assertEqual(filter, Filter.build(['a'], 10))
        self.assertEqual([dates.add_raw('date', struct.pack('>i', 8825)) for _ in '12'], [False, True])
        self.assertEqual(dates, Filter.build([datetime.date(2024, 2, 29)], 10))

    def test_update(self):
        filter = Filter(1000)
        filter.update(KEYS[:10], iter(KEYS[10:500]), Filter.build(KEYS[500:990], 1000), [])
        few = Filter()
        few.update(KEYS[990:])
        filter.update(few)
        self.assertEqual(filter, Filter.build(KEYS, 1000))
        for wrong, error in (('abc', TypeError), ([1], ClassError), ([None], TypeError), (7, TypeError)):
            with self.subTest(wrong=wrong), self.assertRaises(error):
                filter.update(wrong)
        for wrong in ('abc', b'abc', bytearray(b'abc'), memoryview(b'abc')):
            with self.subTest(wrong=wrong), self.assertRaisesRegex(TypeError, 'single'):
                Filter(10).update(wrong)
        self.assertEqual(filter, Filter.build(KEYS, 1000))

    def test_elastic(self):
        filter = Filter()
        filter.update(KEYS)
        self.assertEqual((len(filter), filter.info.representation, filter.capacity), (1000, 'coded', 50_000_000))
        self.assertEqual(filter, Filter.build(KEYS))
        few = Filter.build(KEYS[:16])
        self.assertEqual((few.info.representation, (few | Filter(1000)).info.representation), ('sparse', 'sparse'))
        self.assertEqual(few | Filter(1000), Filter.build(KEYS[:16], 1000))
        self.assertEqual(few | Filter.build(KEYS, 1000), Filter.build(KEYS, 1000))
        self.assertEqual(Filter.build(KEYS[:17]).info.representation, 'coded')
        filter.update([f'more {i}' for i in range(5000)])
        self.assertEqual((len(filter), filter.info.representation), (6000, 'coded'))
        self.assertEqual(filter.contains_many(KEYS), [True] * 1000)
        self.assertLess(filter.fpp, 1e-5)
        with self.assertRaisesRegex(Error, 'different parameters'):
            filter | Filter.build(KEYS, 1000)
        other = Filter(300000, 0.001, seed=0, elastic=True)
        self.assertEqual((other.capacity, other.error_rate), (300000, 0.001))
        other.update(KEYS + [f'x{i}' for i in range(100)])
        self.assertEqual((filter | other).capacity, 300000)
        small = Filter(1200, elastic=True)
        small.update(KEYS + [f'x{i}' for i in range(100)])
        with self.assertRaisesRegex(Error, 'exceeding their error rate'):
            filter | small
        self.assertEqual(filter | other, other | filter)
        self.assertEqual((filter & other).contains_many(KEYS), [True] * 1000)
        for value in KEYS:
            self.assertTrue(filter.add(value))
        self.assertEqual(Filter(bytes(filter)).contains_many(KEYS), [True] * 1000)

    def test_no_capacity(self):
        """A filter that was built without a capacity is elastic"""
        self.assertEqual(Filter.build(KEYS + KEYS), Filter.build(KEYS, elastic=True))
        self.assertEqual(Filter.build_hashes(map(Filter().hash_of, KEYS)).capacity, 50_000_000)
        self.assertEqual(Filter.build([], error_rate=0.5, seed=7), Filter(error_rate=0.5, seed=7))
        self.assertEqual(Filter.build([]), Filter())
        self.assertEqual(Filter.build(KEYS) | Filter(), Filter.build(KEYS))

    def test_copies(self):
        """Changing a filter does not change copies, data and pickles"""
        data = bytes(Filter.build(KEYS[:500], 1000))
        before = bytes(bytearray(data))
        for make in (lambda: Filter(data), lambda: Filter(memoryview(b'x' + data)[1:]), lambda: Filter(data, copy=True),
                     lambda: Filter.build(KEYS[:500], 1000), lambda: pickle.loads(pickle.dumps(Filter(data)))):
            filter = make()
            copies = [filter.copy(), copy.copy(filter), copy.deepcopy(filter)]
            filter.update(KEYS[500:])
            changed = filter.copy()
            filter.add('x')
            self.assertEqual(changed, Filter.build(KEYS, 1000))
            self.assertTrue('x' in filter and 'x' not in changed)
            changed.add('y')
            self.assertNotIn('y', filter)
            for each in copies:
                self.assertEqual(bytes(each), before)
                each.add('z')
            self.assertEqual(data, before)

    def test_data_is_kept_while_used(self):
        """Copies can still use the memory of the data after the filter itself has changed"""
        data = bytes(Filter.build(KEYS, 100000))
        filter = Filter(memoryview(bytes(bytearray(data))))
        other = filter.copy()
        filter.add('x')
        del filter
        gc.collect()
        churn = [bytes(len(data)) for _ in range(50)]
        self.assertEqual(bytes(other), data)
        del churn

    def test_union_in_place(self):
        first, second = Filter.build(KEYS[:500], 1000), Filter.build(KEYS[500:], 1000)
        both, name = first.copy(), first
        first |= second
        self.assertIs(first, name)
        self.assertEqual(first, Filter.build(KEYS, 1000))
        self.assertEqual(both.union(second, Filter.build(['x'])), Filter.build(KEYS + ['x'], 1000))
        self.assertEqual(both.union(), both)
        first |= first
        self.assertEqual(first, Filter.build(KEYS, 1000))

    def test_intersection(self):
        first, second = Filter.build(KEYS[:600], 1000), Filter.build(KEYS[400:], 1000)
        common = first & second
        self.assertEqual(common, first.intersection(second))
        self.assertEqual(common.capacity, 1000)
        self.assertTrue(all(key in common for key in KEYS[400:600]))
        self.assertLess(sum(common.contains_many(KEYS[:400] + KEYS[600:])), 100)
        self.assertEqual((bytes(first), bytes(second)),
                         (bytes(Filter.build(KEYS[:600], 1000)), bytes(Filter.build(KEYS[400:], 1000))))
        few = Filter(1000)
        few.update(KEYS[590:610])
        self.assertEqual(few.info.representation, 'sparse')
        for each in (few & first, first & few):
            self.assertEqual(each.info.representation, 'sparse')
            self.assertTrue(set(KEYS[590:600]) <= {key for key in KEYS if key in each})
            self.assertLessEqual(len(each), 12)
        name = first
        first &= second
        self.assertIs(first, name)
        self.assertEqual(first, common)
        self.assertEqual(len(few & Filter()), 0)
        with self.assertRaisesRegex(Error, 'different parameters'):
            first & Filter.build(KEYS, 777)
        with self.assertRaises(ClassError):
            first & Filter.build([1], 1000)
        with self.assertRaises(TypeError):
            first & {'a'}
        for other in ({'a'}, b'', None):
            with self.assertRaisesRegex(TypeError, 'only be combined with a Filter'):
                first.union(other)

    def test_growing(self):
        """A growing filter keeps its error rate; its layers do not depend on how values are added"""
        growing = Filter(100, growth=2)
        for key in KEYS:
            growing.add(key)
        self.assertEqual((growing.info.growth, growing.info.elastic, growing.capacity, Filter().info.elastic), (2, False, 100, True))
        self.assertGreater(growing.info.layers, 2)
        self.assertLess(growing.fpp, 0.01)
        self.assertEqual(growing.contains_many(KEYS), [True] * 1000)
        self.assertEqual(growing, Filter.build(KEYS, 100, growth=2))
        self.assertEqual(growing, Filter.build_hashes(map(growing.hash_of, KEYS), 100, growth=2) | Filter.build(KEYS[:1], 100, growth=2))
        self.assertNotEqual(growing, Filter.build(KEYS, 100, growth=4))
        other = Filter.build([f'x{i}' for i in range(1000)], 100, growth=2)
        both = growing | other
        self.assertEqual(both.contains_many(KEYS + [f'x{i}' for i in range(1000)]), [True] * 2000)
        loaded = Filter(bytes(growing))
        loaded |= other
        self.assertEqual(loaded, both)
        with self.assertRaisesRegex(Error, 'cannot intersect bloom filters that have grown\nThe same value may be') as caught:
            growing & other
        self.assertEqual(caught.exception.hint, 'Build both with a capacity that they do not exceed.')
        self.assertEqual(growing, Filter.build(KEYS, 100, growth=2))

    def test_counting(self):
        # each value counts once, also if a later one has another type of the class
        mixed = Filter.build([*(b'%d' % i for i in range(2000)), bytearray(b'x')], 20000, counting=True)
        mixed.remove(b'0')
        self.assertNotIn(b'0', mixed)
        counting = Filter(1000, counting=True, seed=3)
        counting.update(KEYS)
        self.assertTrue(counting.info.counting)
        self.assertEqual(counting, Filter.build(KEYS, 1000, counting=True, seed=3))
        self.assertTrue(counting.add(KEYS[0]))
        for key in KEYS[500:] + KEYS[:1]:
            self.assertIsNone(counting.remove(key))
        self.assertEqual(counting, Filter.build(KEYS[:500], 1000, counting=True, seed=3))
        self.assertIn(KEYS[0], counting)
        before, copied = bytes(counting), counting.copy()
        for value, error, message in (('x', Error, '^cannot remove a value that is not in the bloom filter$'),
                                      (1, ClassError, '^bloom filter holds text values, not integer$'),
                                      (None, TypeError, 'no nulls'), (1 << 63, OverflowError, '')):
            with self.subTest(value=value), self.assertRaisesRegex(error, message):
                counting.remove(value)
        self.assertEqual(bytes(counting), before)
        for key in KEYS[:500]:
            counting.remove(key)
        self.assertEqual(counting, Filter(1000, counting=True, seed=3))
        self.assertNotIn(1, counting)
        self.assertFalse(counting.add(1))
        self.assertEqual(bytes(copied), before)
        # the bytes are the caller's, so the first change makes a copy
        stored = Filter(before)
        stored.remove(KEYS[0])
        self.assertEqual((bytes(Filter(before)), len(stored)), (before, len(copied) - 1))
        union = copied | copied
        union.remove(KEYS[0])
        self.assertIn(KEYS[0], union)
        self.assertEqual((copied & Filter.build(KEYS[400:], 1000, counting=True, seed=3)).contains_many(KEYS[400:500]), [True] * 100)
        for other in (Filter.build(KEYS[:1], 1000), Filter()):
            with self.assertRaisesRegex(Error, 'cannot remove values from a bloom filter that does not count them') as caught:
                other.remove(KEYS[0])
            self.assertEqual(caught.exception.hint, 'Build it with counting => true.')

    def test_removed_types(self):
        """A value is removed with the bytes with which it was added"""
        for value in (7, -7, 0.5, -0.0, float('nan'), b'x', bytearray(b'x'), uuid.UUID(int=7), decimal.Decimal('1.50'), True,
                      datetime.date(2024, 2, 29), datetime.datetime(2024, 2, 29, 12), datetime.time(12), 'ä'):
            with self.subTest(value=value):
                filter = Filter.build([value], 10, counting=True)
                filter.remove(value)
                self.assertEqual(filter, Filter(10, counting=True))
        dates = Filter.build([datetime.date(2024, 2, 29)], 10, counting=True)
        with self.assertRaisesRegex(Error, 'of type int4 cannot be 1 bytes'):
            dates.remove_raw('int4', b'a')
        with self.assertRaisesRegex(ClassError, 'values of another type'):
            dates.remove_raw('inet', b'a')
        self.assertIsNone(dates.remove_raw('date', struct.pack('>i', 8825)))
        self.assertEqual(dates, Filter(10, counting=True))

    def test_wrong_kinds(self):
        for arguments, message in (({'growth': 3}, 'growth must be 0, 2 or 4'), ({'growth': -2}, 'growth must be 0, 2 or 4'),
                                   ({'growth': 2, 'counting': True}, 'a counting bloom filter cannot grow'),
                                   ({'growth': 2, 'elastic': True}, 'an elastic bloom filter has neither'),
                                   ({'counting': True, 'elastic': True}, 'an elastic bloom filter has neither')):
            with self.subTest(arguments=arguments), self.assertRaisesRegex(Error, message):
                Filter(10, **arguments)
        for arguments in ({'growth': 2}, {'counting': True}):
            with self.subTest(arguments=arguments), self.assertRaisesRegex(Error, 'capacity must be at least 1'):
                Filter(**arguments)
        with self.assertRaises(TypeError):
            Filter(10, growth=2.5)
        counting = Filter.build(KEYS, 1000, counting=True)
        with self.assertRaisesRegex(Error, 'bloom filters have different parameters\nOne has .*, counting, ') as caught:
            counting | Filter.build(KEYS, 1000)
        self.assertIn('growth, counting and seed', caught.exception.hint)

    def test_imported(self):
        """A filter of Guava, for 20 texts"""
        empty = Filter(bytes.fromhex(GUAVA))
        self.assertEqual((empty.info.format, empty.capacity), ('guava', 20))
        filter, other = empty.copy(), empty.copy()
        filter.update(KEYS[:10], iter(KEYS[10:15]))
        self.assertEqual([other.add(key) for key in KEYS[10:20]].count(True), 0)
        self.assertEqual(filter.contains_many(KEYS[:15]), [True] * 15)
        self.assertEqual((filter | other).contains_many(KEYS[:20]), [True] * 20)
        self.assertEqual((filter & other).contains_many(KEYS[10:15]), [True] * 5)
        self.assertEqual(filter & empty, Filter(bytes.fromhex(GUAVA)) & filter)
        self.assertAlmostEqual(filter.intersection_cardinality(other), 5, delta=2)
        before = bytes(filter)
        for change, error, message in ((lambda: filter.add(1), ClassError, 'holds text values, not integer'),
                                       (lambda: empty.copy().add(1), ClassError, 'holds text or bytea values, not integer'),
                                       (lambda: filter.add_hash(1), Error, 'have no 64-bit hashes'),
                                       (lambda: filter.remove(KEYS[0]), Error, 'does not count them'),
                                       (lambda: filter | Filter.build(KEYS, 1000), Error, 'are of different formats\nOne is of format guava')):
            with self.subTest(message=message), self.assertRaisesRegex(error, message):
                change()
        self.assertEqual(bytes(filter), before)

    def test_utf16(self):
        """The bits that Guava sets for UTF-16"""
        empty = bytearray.fromhex(GUAVA)
        empty[108] = 2
        filter = Filter(empty).copy()
        filter.update(['Grüße', '你😀'])
        self.assertEqual(filter.contains_many(['Grüße', '你😀', '你']), [True, True, False])
        self.assertEqual(struct.unpack('<3Q', bytes(filter)[-64:-40]), (0x0000004014020008, 0x0001600001000050, 0x0004000080000400))
        self.assertRaises(ClassError, filter.add, b'a')
        with self.assertRaisesRegex(ClassError, 'holds text values, not bytea'):
            b'a' in Filter(empty)

    def test_compared(self):
        few, others = Filter.build(KEYS[:16]), Filter.build(KEYS[12:24])
        self.assertEqual((few.union_cardinality(others), few.intersection_cardinality(others), few.jaccard(others)), (24, 4, 4 / 24))
        first, second = Filter.build(KEYS[:600], 1000), Filter.build(KEYS[400:], 1000)
        self.assertAlmostEqual(first.union_cardinality(second), 1000, delta=50)
        self.assertAlmostEqual(first.intersection_cardinality(second), 200, delta=50)
        self.assertAlmostEqual(Filter(memoryview(b'x' + bytes(first))[1:]).jaccard(second), 0.2, delta=0.05)
        self.assertEqual((first.jaccard(first), Filter().jaccard(Filter())), (1, 1))
        with self.assertRaisesRegex(ClassError, 'one bloom filter holds text values, the other integer values'):
            few.jaccard(Filter.build([1]))
        with self.assertRaisesRegex(Error, 'different parameters'):
            first.union_cardinality(Filter.build(KEYS, 777))
        for other in ({'a'}, bytes(few), None):
            with self.assertRaisesRegex(TypeError, 'only be combined with a Filter'):
                few.intersection_cardinality(other)


@unittest.skipUnless(hasattr(os, 'fork'), 'no fork here')
class Capacity(unittest.TestCase):
    def warned(self, change):
        """The warnings of a change, with the lines that they show"""
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter('always')
            change()
        for warning in caught:
            self.assertEqual((warning.category, warning.filename), (CapacityWarning, __file__))
        return [str(warning.message) for warning in caught]

    def test_once(self):
        message = (r'^bloom filter holds about 1\d\d\d values, more than its capacity of 1000\. '
                   r'Its error rate is now about 0\.01\d+ instead of 0\.01\.$')
        over = [f'key {i}' for i in range(1000, 5000)]
        changes = [
            lambda f: [f.add(value) for value in over],
            lambda f: [f.add_raw('text', value.encode()) for value in over],
            lambda f: [f.add_hash(hash(value)) for value in over],
            lambda f: [f.update([value]) for value in over],
            lambda f: [f.update(map(str, range(i, i + 10))) for i in range(0, 3000, 10)],
        ]
        for change in changes:
            filter = Filter.build(KEYS, 1000)
            warned = self.warned(lambda: change(filter))
            self.assertEqual(len(warned), 1)
            self.assertRegex(warned[0], message)
            self.assertTrue(filter.info.over_capacity)
            self.assertEqual(self.warned(lambda: change(filter)), [])

    def test_other_changes(self):
        full = Filter.build(range(5000), 1000)
        for change in (lambda: Filter.build(range(5000), 1000), lambda: Filter.build_hashes([i * 0x9E3779B97F4A7C15 & 2**64 - 1 for i in range(5000)], 1000),
                       lambda: Filter(1000) | full, lambda: Filter(1000).union(full), lambda: Filter(1000).update(full),
                       lambda: Filter.build(range(5000), 1000, counting=True),
                       lambda: Filter.build([0.5 * i for i in range(5000)], 1000, 0.0079, elastic=True)):
            self.assertEqual(len(self.warned(change)), 1)
        for change in (lambda: Filter.build(range(50000)), lambda: Filter.build(range(5000), 100, growth=2),
                       lambda: Filter.build(range(1000), 1000), lambda: full & full, lambda: bytes(full)):
            self.assertEqual(self.warned(change), [])
        if numpy is not None:
            self.assertEqual(len(self.warned(lambda: Filter.build(numpy.arange(5000), 1000))), 1)

    def test_error(self):
        """The value has been added all the same"""
        filter = Filter.build(range(1100), 1000)
        with warnings.catch_warnings():
            warnings.simplefilter('error', CapacityWarning)
            with self.assertRaises(CapacityWarning):
                for i in range(1100, 2000):
                    filter.add(i)
        self.assertIn(i, filter)
        self.assertLess(i, 1200)

    def test_saturated(self):
        filter = Filter.build(range(50000), 1000)
        self.assertTrue(filter.info.saturated)
        self.assertRegex(repr(filter), r', more than \d+ of 1000 values ')
        self.assertNotIn('more', repr(Filter.build(range(5000), 1000)))


class Forks(unittest.TestCase):
    def in_child(self, check):
        """Whether a child finds that check() is true, and ends"""
        child = os.fork()
        if child == 0:
            os._exit(0 if check() else 1)
        for _ in range(3000):
            found, status = os.waitpid(child, os.WNOHANG)
            if found:
                return status == 0
            time.sleep(0.01)
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        return False

    def test_while_others_change(self):
        """A child can test, add and copy, although another thread was changing the filter"""
        filter, other, done = Filter.build(KEYS, 200000), Filter(), threading.Event()

        def change():
            values = [f'{i}' for i in range(50000)]
            while not done.is_set():
                filter.update(values)
                other.update(values)
                other.copy().add('x')

        def check():
            return (KEYS[0] in filter and not Filter(10).add('y') and filter.copy().add(KEYS[1]) and other.add('x') in (True, False)
                    and 'x' in other and Filter(bytes(other)) == other)

        filter.add('a')
        thread = threading.Thread(target=change)
        thread.start()
        try:
            self.assertEqual([self.in_child(check) for _ in range(30)], [True] * 30)
        finally:
            done.set()
            thread.join()
        self.assertIn(KEYS[0], filter)

    def test_while_changing(self):
        """A signal handler that forks during a change of the same thread"""
        filter = Filter.build(KEYS, 1000)
        filter.add('a')
        with filter._lock:
            self.assertTrue(self.in_child(lambda: filter.add(KEYS[0])))
        self.assertTrue(filter.add('a'))


class Threads(unittest.TestCase):
    def test_writers_and_readers(self):
        """All values that threads add are members, although the list grows and turns dense in the meantime"""
        for filter in (Filter(20000), Filter(), Filter.build(KEYS, 20000)):
            filter.update(KEYS)
            wrong, done = [], threading.Event()

            def write(number):
                for i in range(1500):
                    filter.add(f'{number} {i}')
                filter.update([f'{number}: {i}' for i in range(1500)])

            def read():
                while not done.is_set():
                    if filter.contains_many(KEYS) != [True] * len(KEYS) or KEYS[7] not in filter or len(filter) < 900:
                        wrong.append(1)
                    Filter(bytes(filter | Filter.build(['x'], 20000)))

            readers = [threading.Thread(target=read) for _ in range(2)]
            writers = [threading.Thread(target=write, args=(i,)) for i in range(3)]
            for thread in readers + writers:
                thread.start()
            for thread in writers:
                thread.join()
            done.set()
            for thread in readers:
                thread.join()
            self.assertFalse(wrong)
            values = [f'{number}{sign} {i}' for number in range(3) for sign in ('', ':') for i in range(1500)]
            self.assertEqual(filter.contains_many(values), [True] * len(values))

    def test_first_change(self):
        """A thread that adds a value while another one makes the first change"""
        class Interrupted(Filter):
            __slots__ = ()

            def __setattr__(self, name, value):
                if name == '_filter' and not threads:
                    threads.append(threading.Thread(target=self.add, args=('second',)))
                    threads[0].start()
                    threads[0].join(0.2)
                super().__setattr__(name, value)

        threads = [None]
        filter = Interrupted.build(['a'], 1000)
        before = filter.copy()
        threads.clear()
        filter.add('first')
        threads[0].join()
        self.assertEqual(filter.contains_many(['a', 'first', 'second']), [True] * 3)
        self.assertEqual(before, Filter.build(['a'], 1000))

    def test_each_with_the_other(self):
        """Two filters that are each added to the other do not deadlock"""
        first, second = Filter(100), Filter(100)
        threads = [threading.Thread(target=lambda a=a, b=b: [a.update(b) for _ in range(300)], daemon=True)
                   for a, b in ((first, second), (second, first))]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(60)
        self.assertFalse(any(thread.is_alive() for thread in threads))

    def test_readers(self):
        filter, wrong = Filter.build(KEYS, 1000), []

        def read():
            for _ in range(20):
                if filter.contains_many(KEYS) != [True] * len(KEYS) or not all(key in filter for key in KEYS):
                    wrong.append(1)

        threads = [threading.Thread(target=read) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertFalse(wrong)

    def test_list_that_changes(self):
        """Other threads change the length of a list during a test: an error, or the answers for the old list"""
        filter, values, done = Filter.build(KEYS, 1000), KEYS * 100, threading.Event()

        def change():
            while not done.is_set():
                values.extend(KEYS * 100)
                del values[len(KEYS) * 100:]
                values[:] = [key + '' for key in values]

        thread = threading.Thread(target=change)
        thread.start()
        outcomes = set()
        try:
            for _ in range(50):
                try:
                    found = filter.contains_many(values)
                    outcomes.add(found == [True] * len(found))
                except RuntimeError:
                    outcomes.add(True)
        finally:
            done.set()
            thread.join()
        self.assertEqual(outcomes, {True})


@unittest.skipUnless(numpy, 'no numpy here')
class Arrays(unittest.TestCase):
    def test_integers(self):
        numbers = numpy.arange(-500, 500)
        filter = Filter.build(numbers, 1000)
        self.assertEqual(filter, Filter.build(numbers.tolist(), 1000))
        for kind in ('i8', 'i4', 'i2', '>i8'):
            found = filter.contains_many(numpy.arange(-1000, 1000).astype(kind))
            self.assertEqual(found.dtype, bool)
            self.assertEqual(found.tolist(), filter.contains_many(range(-1000, 1000)))
        self.assertEqual(filter.contains_many(numbers[::7]).all(), True)
        with self.assertRaises(OverflowError):
            filter.contains_many(numpy.array([1 << 63], dtype='u8'))
        with self.assertRaises(TypeError):
            filter.contains_many(numbers.reshape(10, 100))

    def test_floats_and_texts(self):
        floats = numpy.linspace(0, 1, 300)
        self.assertTrue(Filter.build(floats, 300).contains_many(floats).all())
        self.assertEqual(Filter.build(floats, 300), Filter.build(floats.tolist(), 300))
        texts = numpy.array(KEYS)
        self.assertTrue(Filter.build(texts, 1000).contains_many(texts).all())
        with self.assertRaises(ClassError):
            Filter.build(floats, 300).contains_many(numpy.arange(3))

    def test_moments(self):
        moments = [datetime.datetime(2024, 2, 29, 12, 0, 0, i) for i in range(5)]
        filter = Filter.build(moments)
        for unit in ('us', 'ns'):
            array = numpy.array(moments, f'datetime64[{unit}]')
            self.assertEqual(Filter.build(array), filter)
            self.assertTrue(filter.contains_many(array).all())
        days = numpy.array(['2024-02-29'], 'datetime64[D]')
        self.assertEqual(Filter.build(days), Filter.build([datetime.date(2024, 2, 29)]))
        for wrong, error in ((array + numpy.timedelta64(1, 'ns'), ValueError), (array - array, TypeError),
                             (numpy.array(['NaT'], 'datetime64[ns]'), TypeError),
                             (numpy.array(['12024-01-01'], 'datetime64[us]'), OverflowError)):
            with self.subTest(wrong=wrong):
                for use in (Filter.build, filter.contains_many, Filter().update):
                    with self.assertRaises(error):
                        use(wrong)

    def test_scalars(self):
        """Scalars of numpy are the values that item() returns, alone and among others"""
        for scalar, value, other in (
                (numpy.int64(3), 3, 4), (numpy.uint8(3), 3, 4), (numpy.float32(0.5), 0.5, 0.25), (numpy.bool_(True), True, False),
                (numpy.datetime64('2024-02-29'), datetime.date(2024, 2, 29), datetime.date(2024, 3, 1)),
                (numpy.datetime64('2024-02-29T12:00'), datetime.datetime(2024, 2, 29, 12), datetime.datetime(2024, 3, 1)),
                (numpy.str_('a'), 'a', 'b'), (numpy.float64(0.5), 0.5, 0.25)):
            with self.subTest(type=type(scalar)):
                filter = Filter.build([value], 10)
                self.assertIn(scalar, filter)
                self.assertEqual(filter.hash_of(scalar), filter.hash_of(value))
                self.assertTrue(filter.add(scalar))
                self.assertEqual(Filter.build([scalar], 10), filter)
                self.assertEqual(filter.contains_many([other, scalar]), [False, True])
                self.assertEqual(filter.contains_many([scalar, value, other]), [True, True, False])
        for wrong, error in ((numpy.longdouble(1), TypeError), (numpy.timedelta64(1, 'D'), TypeError), (numpy.complex64(1), TypeError),
                             (numpy.datetime64('NaT'), TypeError), (numpy.uint64(1 << 63), OverflowError),
                             (numpy.datetime64('2024-02-29', 'ns') + 1, ValueError), (numpy.arange(3), TypeError)):
            with self.subTest(wrong=wrong), self.assertRaises(error):
                Filter(10).add(wrong)

    def test_masked(self):
        array = numpy.ma.array([1, 2, 3], mask=[0, 1, 0])
        for use in (Filter.build, Filter.build([1]).contains_many, Filter.build_hashes):
            with self.assertRaises(TypeError):
                use(array)
        self.assertEqual(Filter.build(array.compressed()), Filter.build([1, 3]))

    def test_empty(self):
        for filter in (Filter.build(['a']), Filter.build([1]), Filter()):
            found = filter.contains_many(numpy.array([]))
            self.assertEqual((found.dtype, found.tolist()), (bool, []))
            filter.update(numpy.array([]))
        self.assertEqual(Filter(numpy.int64(1000)), Filter(1000))
        self.assertEqual(Filter(numpy.frombuffer(bytes(filter), 'u1')), filter)

    def test_hashes(self):
        filter = Filter.build(KEYS, 1000)
        hashes = numpy.array([filter.hash_of(key) for key in KEYS], dtype='u8')
        self.assertTrue(filter.contains_hashes(hashes).all())
        self.assertEqual(filter.contains_hashes(hashes.tolist()), [True] * len(KEYS))
        built = Filter.build_hashes(hashes, 1000)
        self.assertEqual(built, Filter.build_hashes(hashes.tolist(), 1000))
        self.assertEqual(built.contains_many(KEYS), [True] * len(KEYS))
        self.assertTrue(filter.contains_hashes(hashes.view('i8')).all())
        self.assertTrue(filter.contains_hashes(hashes.view('i8').astype('>i8')).all())
        self.assertEqual(Filter.build_hashes(hashes.view('i8'), 1000), built)
        for wrong in (numpy.arange(3, dtype='i4'), numpy.arange(3.0)):
            with self.assertRaises(TypeError):
                filter.contains_hashes(wrong)


if __name__ == '__main__':
    unittest.main()

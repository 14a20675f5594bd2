<?php
// Runs the cases of test/clients/run with a PHP driver: php.php CASES DRIVER

// Each function runs a text, with ? for the value, and returns the first column of
// the first row

function by_pdo(): callable
{
    $db = new PDO('pgsql:', null, null, [PDO::ATTR_ERRMODE => PDO::ERRMODE_EXCEPTION]);
    return function (string $kind, string $text, ...$values) use ($db) {
        $statement = $db->prepare($text);
        $types = ['bytes' => PDO::PARAM_LOB, 'number' => PDO::PARAM_INT];
        foreach ($values as $i => $value)
            $statement->bindValue($i + 1, $value, $types[$kind] ?? PDO::PARAM_STR);
        $statement->execute();
        return $statement->fetchColumn();
    };
}

function by_pgsql(): callable
{
    $db = pg_connect('');
    return function (string $kind, string $text, ...$values) use ($db) {
        if ($kind === 'bytes')
            $values = [pg_escape_bytea($db, $values[0])];
        $number = 0;
        $text = preg_replace_callback('/\?/', function () use (&$number) { return '$' . ++$number; }, $text);
        $result = @pg_query_params($db, $text, $values);
        if ($result === false)
            throw new Exception(pg_last_error($db));
        return pg_fetch_result($result, 0, 0);
    };
}

$query = $argv[2] === 'PDO' ? by_pdo() : by_pgsql();
$values = ['text' => 'a', 'number' => 1, 'array' => '{"a","x\"\\\\,{ü"}', 'empty' => '{}', 'numbers' => '{1,3}',
    'again' => $query('fetch', 'SELECT f FROM held')];

foreach (file($argv[1], FILE_IGNORE_NEW_LINES) as $line) {
    [$name, $kind, $text, $hex] = explode("\t", $line);
    try {
        if ($kind === 'fetch') {
            $value = $query($kind, $text);
            $type = get_debug_type($value);
            $start = substr(is_resource($value) ? stream_get_contents($value) : $value, 0, 4);
            $answer = "ok\t" . strtok($type, ' ') . ' ' . bin2hex($start);
        } else {
            $all = ['bytes' => hex2bin($hex)] + $values;
            $answer = "ok\t" . $query($kind, $text, ...array_map(fn($one) => $all[$one], explode(',', $kind)));
        }
    } catch (Exception $error) {
        $answer = "error\t" . str_replace("\n", ' | ', $error->getMessage());
    }
    echo "$name\t$answer\n";
}

<?php
// PDO. Needs the tables of doc/clients.md, and the driver (Debian: php-pgsql)
$db = new PDO('pgsql:');

// PDO does not support arrays: the text format of an array
function to_array(array $values): string
{
    return '{' . implode(',', array_map(fn($value) => '"' . addcslashes($value, '"\\') . '"', $values)) . '}';
}

$db->exec("INSERT INTO sites VALUES ('example.com', bloom(1000))");
$add = $db->prepare('UPDATE sites SET urls = bloom_add_all(urls, ?) WHERE site = ?');
$add->execute([to_array(['/', '/about']), 'example.com']);

$test = $db->prepare('SELECT urls @> ? FROM sites WHERE site = ?');
$test->execute(['/about', 'example.com']);
var_dump($test->fetchColumn());                         // => bool(true)
$each = $db->prepare('SELECT unnest(bloom_contains_each(urls, ?)) FROM sites');
$each->execute([to_array(['/', '/new'])]);
var_dump($each->fetchAll(PDO::FETCH_COLUMN) === [true, false]);     // => bool(true)

// only the new values
$claim = $db->prepare("SELECT bloom_claim_all('crawl', ?)");
$claim->execute([to_array(['/', '/about', '/'])]);
echo implode(' ', $claim->fetchAll(PDO::FETCH_COLUMN)), "\n";       // => / /about

$bytes = stream_get_contents($db->query('SELECT urls::bytea FROM sites')->fetchColumn());
echo strlen($bytes), "\n";                              // => 52
$insert = $db->prepare("INSERT INTO sites VALUES ('copy', ?)");
$insert->bindValue(1, $bytes, PDO::PARAM_LOB);
$insert->execute();
$test->execute(['/about', 'copy']);
var_dump($test->fetchColumn());                         // => bool(true)

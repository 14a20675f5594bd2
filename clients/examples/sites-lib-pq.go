// lib/pq. Needs the tables of doc/clients.md, and the driver (Debian: golang-github-lib-pq-dev)
package main

import (
	"database/sql"
	"fmt"
	"log"

	"github.com/lib/pq"
)

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

func main() {
	db, err := sql.Open("postgres", "sslmode=disable")
	check(err)
	defer db.Close()

	_, err = db.Exec("INSERT INTO sites VALUES ('example.com', bloom(1000))")
	check(err)
	_, err = db.Exec("UPDATE sites SET urls = bloom_add_all(urls, $1) WHERE site = $2",
		pq.Array([]string{"/", "/about"}), "example.com")
	check(err)

	var seen bool
	check(db.QueryRow("SELECT urls @> $1 FROM sites", "/about").Scan(&seen))
	fmt.Println(seen) // => true
	var each []bool
	check(db.QueryRow("SELECT bloom_contains_each(urls, $1) FROM sites",
		pq.Array([]string{"/", "/new"})).Scan(pq.Array(&each)))
	fmt.Println(each) // => [true false]

	// only the new values
	rows, err := db.Query("SELECT bloom_claim_all('crawl', $1)", pq.Array([]string{"/", "/about", "/"}))
	check(err)
	for rows.Next() {
		var url string
		check(rows.Scan(&url))
		fmt.Println(url) // => / then /about
	}
	check(rows.Err())

	var data []byte
	check(db.QueryRow("SELECT urls::bytea FROM sites").Scan(&data))
	fmt.Println(len(data)) // => 52
	_, err = db.Exec("INSERT INTO sites VALUES ('copy', $1::bytea)", data)
	check(err)
	check(db.QueryRow("SELECT urls @> $1 FROM sites WHERE site = 'copy'", "/about").Scan(&seen))
	fmt.Println(seen) // => true
}

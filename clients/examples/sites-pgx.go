// pgx. Needs the tables of doc/clients.md, and the driver (Debian: golang-github-jackc-pgx-v4-dev)
package main

import (
	"context"
	"fmt"
	"log"

	"github.com/jackc/pgtype"
	"github.com/jackc/pgx/v4"
)

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

func main() {
	ctx := context.Background()
	db, err := pgx.Connect(ctx, "")
	check(err)
	defer db.Close(ctx)

	_, err = db.Exec(ctx, "INSERT INTO sites VALUES ('example.com', bloom(1000))")
	check(err)
	_, err = db.Exec(ctx, "UPDATE sites SET urls = bloom_add_all(urls, $1) WHERE site = $2",
		[]string{"/", "/about"}, "example.com")
	check(err)

	var seen bool
	check(db.QueryRow(ctx, "SELECT urls @> $1 FROM sites", "/about").Scan(&seen))
	fmt.Println(seen) // => true
	var each []bool
	check(db.QueryRow(ctx, "SELECT bloom_contains_each(urls, $1) FROM sites", []string{"/", "/new"}).Scan(&each))
	fmt.Println(each) // => [true false]

	// only the new values
	rows, err := db.Query(ctx, "SELECT bloom_claim_all('crawl', $1)", []string{"/", "/about", "/"})
	check(err)
	for rows.Next() {
		var url string
		check(rows.Scan(&url))
		fmt.Println(url) // => / then /about
	}
	check(rows.Err())

	// fetch and send filters as bytes; without this, use urls::bytea
	var oid uint32
	check(db.QueryRow(ctx, "SELECT 'bloom'::regtype::oid").Scan(&oid))
	db.ConnInfo().RegisterDataType(pgtype.DataType{Value: &pgtype.Bytea{}, Name: "bloom", OID: oid})
	var data []byte
	check(db.QueryRow(ctx, "SELECT urls FROM sites").Scan(&data))
	fmt.Println(len(data)) // => 52
	_, err = db.Exec(ctx, "INSERT INTO sites VALUES ('copy', $1)", data)
	check(err)
	check(db.QueryRow(ctx, "SELECT urls @> $1 FROM sites WHERE site = 'copy'", "/about").Scan(&seen))
	fmt.Println(seen) // => true
}

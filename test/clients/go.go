// Runs the cases of test/clients/run with a Go driver: go.go CASES DRIVER
package main

import (
	"context"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
	"log"
	"os"
	"strings"

	"github.com/jackc/pgconn"
	"github.com/jackc/pgx/v4"
	"github.com/lib/pq"
)

var array = []string{"a", "x\"\\,{ü"}

// scans the first column of the first row into result
type one func(result interface{}, text string, value ...interface{}) error

func byPq(more string) (one, map[string]interface{}) {
	db, err := sql.Open("postgres", "sslmode=disable"+more)
	if err != nil {
		log.Fatal(err)
	}
	return func(result interface{}, text string, value ...interface{}) error {
			return db.QueryRow(text, value...).Scan(result)
		}, map[string]interface{}{
			"array":   pq.Array(array),
			"empty":   pq.Array([]string{}),
			"numbers": pq.Array([]int64{1, 3}),
		}
}

func byPgx() (one, map[string]interface{}) {
	db, err := pgx.Connect(context.Background(), "")
	if err != nil {
		log.Fatal(err)
	}
	return func(result interface{}, text string, value ...interface{}) error {
		return db.QueryRow(context.Background(), text, value...).Scan(result)
	}, map[string]interface{}{"array": array, "empty": []string{}, "numbers": []int64{1, 3}}
}

func hint(err error) string {
	var ofPq *pq.Error
	var ofPgx *pgconn.PgError
	if errors.As(err, &ofPq) {
		return ofPq.Hint
	}
	if errors.As(err, &ofPgx) {
		return ofPgx.Hint
	}
	return ""
}

func main() {
	var query one
	var values map[string]interface{}
	switch os.Args[2] {
	case "lib/pq":
		query, values = byPq("")
	case "lib/pq, binary_parameters=yes":
		query, values = byPq(" binary_parameters=yes")
	case "pgx":
		query, values = byPgx()
	}
	values["text"] = "a"
	values["number"] = 1
	var held string
	if err := query(&held, "SELECT f FROM held"); err != nil {
		log.Fatal(err)
	}
	values["again"] = held

	cases, err := os.ReadFile(os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	for _, line := range strings.Split(strings.TrimSuffix(string(cases), "\n"), "\n") {
		field := strings.Split(line, "\t")
		text := strings.Replace(strings.Replace(field[2], "?", "$1", 1), "?", "$2", 1)
		var answer string
		if field[1] == "fetch" {
			var data []byte
			err = query(&data, text)
			if err == nil {
				answer = "[]byte " + hex.EncodeToString(data[:4])
			}
		} else {
			values["bytes"], _ = hex.DecodeString(field[3])
			var all []interface{}
			for _, kind := range strings.Split(field[1], ",") {
				all = append(all, values[kind])
			}
			err = query(&answer, text, all...)
		}
		if err != nil {
			fmt.Printf("%s\terror\t%s | %s\n", field[0], strings.ReplaceAll(err.Error(), "\n", " | "), hint(err))
		} else {
			fmt.Printf("%s\tok\t%s\n", field[0], answer)
		}
	}
}

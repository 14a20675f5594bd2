// JDBC. Needs the tables of doc/clients.md, and the driver (Debian: libpostgresql-jdbc-java).
// Run it with java -cp /usr/share/java/postgresql.jar Sites.java
import java.sql.*;
import java.util.Arrays;

class Sites {
	public static void main(String[] args) throws SQLException {
		// the driver does not use PGHOST, and does not support Unix sockets
		String url = "jdbc:postgresql://127.0.0.1:" + System.getenv("PGPORT") + "/" + System.getenv("PGDATABASE");
		try (Connection connection = DriverManager.getConnection(url, System.getenv("PGUSER"), null)) {
			Statement statement = connection.createStatement();
			statement.execute("INSERT INTO sites VALUES ('example.com', bloom(1000))");

			PreparedStatement add = connection.prepareStatement(
				"UPDATE sites SET urls = bloom_add_all(urls, ?) WHERE site = ?");
			add.setArray(1, connection.createArrayOf("text", new String[] {"/", "/about"}));
			add.setString(2, "example.com");
			add.execute();

			PreparedStatement test = connection.prepareStatement("SELECT urls @> ? FROM sites WHERE site = ?");
			test.setString(1, "/about");
			test.setString(2, "example.com");
			ResultSet rows = test.executeQuery();
			rows.next();
			System.out.println(rows.getBoolean(1));                     // => true

			PreparedStatement each = connection.prepareStatement("SELECT bloom_contains_each(urls, ?) FROM sites");
			each.setArray(1, connection.createArrayOf("text", new String[] {"/", "/new"}));
			rows = each.executeQuery();
			rows.next();
			System.out.println(Arrays.toString((Boolean[]) rows.getArray(1).getArray()));   // => [true, false]

			// only the new values
			PreparedStatement claim = connection.prepareStatement("SELECT bloom_claim_all('crawl', ?)");
			claim.setArray(1, connection.createArrayOf("text", new String[] {"/", "/about", "/"}));
			rows = claim.executeQuery();
			while (rows.next())
				System.out.println(rows.getString(1));                  // => / then /about

			rows = statement.executeQuery("SELECT urls::bytea FROM sites");
			rows.next();
			byte[] bytes = rows.getBytes(1);
			System.out.println(bytes.length);                           // => 52
			PreparedStatement insert = connection.prepareStatement("INSERT INTO sites VALUES ('copy', ?)");
			insert.setBytes(1, bytes);
			insert.execute();
			test.setString(2, "copy");
			rows = test.executeQuery();
			rows.next();
			System.out.println(rows.getBoolean(1));                     // => true
		}
	}
}

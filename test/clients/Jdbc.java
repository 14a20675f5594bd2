// Runs the cases of test/clients/run with JDBC: Jdbc.java CASES DRIVER
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.sql.*;
import java.util.*;

class Jdbc {
	static Connection connection;

	static void bind(PreparedStatement statement, int number, String kind, String hex, String held) throws SQLException {
		switch (kind) {
			case "text": statement.setString(number, "a"); break;
			case "number": statement.setInt(number, 1); break;
			case "array": statement.setArray(number, connection.createArrayOf("text", new String[] {"a", "x\"\\,{\u00fc"})); break;
			case "empty": statement.setArray(number, connection.createArrayOf("text", new String[] {})); break;
			case "numbers": statement.setArray(number, connection.createArrayOf("int4", new Integer[] {1, 3})); break;
			case "bytes": statement.setBytes(number, fromHex(hex)); break;
			case "again": statement.setString(number, held); break;
		}
	}

	static byte[] fromHex(String hex) {
		byte[] bytes = new byte[hex.length() / 2];
		for (int i = 0; i < bytes.length; i++)
			bytes[i] = (byte) Integer.parseInt(hex.substring(2 * i, 2 * i + 2), 16);
		return bytes;
	}

	static String toHex(byte[] bytes) {
		StringBuilder hex = new StringBuilder();
		for (int i = 0; i < 4; i++)
			hex.append(String.format("%02x", bytes[i]));
		return hex.toString();
	}

	public static void main(String[] args) throws Exception {
		connection = DriverManager.getConnection("jdbc:postgresql://127.0.0.1:" + System.getenv("PGPORT") + "/" +
			System.getenv("PGDATABASE") + (args[1].contains("=") ? "?" + args[1].replaceFirst(".*, ", "") : ""),
			System.getenv("PGUSER"), null);
		ResultSet first = connection.createStatement().executeQuery("SELECT f FROM held");
		first.next();
		String held = first.getString(1);

		for (String line : Files.readAllLines(Paths.get(args[0]))) {
			String[] field = line.split("\t", -1);
			String answer;
			try (PreparedStatement statement = connection.prepareStatement(field[2])) {
				String[] kinds = field[1].split(",");
				for (int i = 0; i < kinds.length; i++)
					bind(statement, i + 1, kinds[i], field[3], held);
				ResultSet rows = statement.executeQuery();
				rows.next();
				answer = "ok\t" + (field[1].equals("fetch") ? "getBytes " + toHex(rows.getBytes(1)) : rows.getString(1));
			} catch (SQLException error) {
				answer = "error\t" + error.getMessage().replace("\n", " | ");
			}
			System.out.println(field[0] + "\t" + answer);
		}
	}
}

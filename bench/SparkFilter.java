import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.*;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.spark.util.sketch.BloomFilter;

/**
 * A filter of Spark.
 *
 *     SparkFilter write CAPACITY ERROR-RATE FILE <URLS
 *     SparkFilter test FILE <URLS
 *
 * "test" prints 1 or 0 for each URL.
 */
public class SparkFilter {
	public static void main(String[] args) throws IOException {
		Stream<String> urls = new BufferedReader(new InputStreamReader(System.in, UTF_8)).lines();
		if (args[0].equals("write")) {
			BloomFilter filter = BloomFilter.create(Long.parseLong(args[1]), Double.parseDouble(args[2]));
			urls.forEach(filter::putString);
			try (OutputStream file = new BufferedOutputStream(new FileOutputStream(args[3]))) {
				filter.writeTo(file);
			}
		} else {
			try (InputStream file = new FileInputStream(args[1])) {
				BloomFilter filter = BloomFilter.readFrom(file);
				System.out.print(urls.map(url -> filter.mightContainString(url) ? "1\n" : "0\n")
					.collect(Collectors.joining()));
			}
		}
	}
}

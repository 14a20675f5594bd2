import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.common.hash.BloomFilter;
import com.google.common.hash.Funnel;
import com.google.common.hash.Funnels;
import java.io.*;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A filter of Guava.
 *
 *     GuavaFilter write CAPACITY ERROR-RATE FILE <URLS
 *     GuavaFilter test FILE <URLS
 *
 * "test" prints 1 or 0 for each URL.
 */
public class GuavaFilter {
	public static void main(String[] args) throws IOException {
		Stream<String> urls = new BufferedReader(new InputStreamReader(System.in, UTF_8)).lines();
		Funnel<CharSequence> funnel = Funnels.stringFunnel(UTF_8);
		if (args[0].equals("write")) {
			BloomFilter<CharSequence> filter =
				BloomFilter.create(funnel, Integer.parseInt(args[1]), Double.parseDouble(args[2]));
			urls.forEach(filter::put);
			try (OutputStream file = new FileOutputStream(args[3])) {
				filter.writeTo(file);
			}
		} else {
			try (InputStream file = new FileInputStream(args[1])) {
				BloomFilter<CharSequence> filter = BloomFilter.readFrom(file, funnel);
				System.out.print(urls.map(url -> filter.mightContain(url) ? "1\n" : "0\n")
					.collect(Collectors.joining()));
			}
		}
	}
}

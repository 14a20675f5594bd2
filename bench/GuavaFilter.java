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
 *     GuavaFilter utf8 write CAPACITY ERROR-RATE FILE <URLS
 *     GuavaFilter utf8 test FILE <URLS
 *
 * "test" prints 1 or 0 for each URL.  With utf16, the funnel is that of chars.
 */
public class GuavaFilter {
	public static void main(String[] args) throws IOException {
		Stream<String> urls = new BufferedReader(new InputStreamReader(System.in, UTF_8)).lines();
		Funnel<CharSequence> funnel =
			args[0].equals("utf16") ? Funnels.unencodedCharsFunnel() : Funnels.stringFunnel(UTF_8);
		if (args[1].equals("write")) {
			BloomFilter<CharSequence> filter =
				BloomFilter.create(funnel, Integer.parseInt(args[2]), Double.parseDouble(args[3]));
			urls.forEach(filter::put);
			try (OutputStream file = new FileOutputStream(args[4])) {
				filter.writeTo(file);
			}
		} else {
			try (InputStream file = new FileInputStream(args[2])) {
				BloomFilter<CharSequence> filter = BloomFilter.readFrom(file, funnel);
				System.out.print(urls.map(url -> filter.mightContain(url) ? "1\n" : "0\n")
					.collect(Collectors.joining()));
			}
		}
	}
}

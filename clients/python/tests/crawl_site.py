#!/usr/bin/python3
"""A site of linked pages, and a spider that crawls it, each a process of its own:

    crawl_site.py serve                     prints its port; /counts has the fetches of each page
    crawl_site.py crawl URL [NAME=VALUE ...]    with these settings of Scrapy's, as JSON;
                                            START=[URL, ...] replaces the URL, DONT_FILTER=true is for these

Of N pages (?n=N), page i links to 2i + 1 and 2i + 2, so that each can be reached, and to
eight others.  With &first=cookie, the site sets a cookie and redirects to the same URL until
it gets the cookie.  With &first=busy, the first answer is the error 503.
"""
import asyncio
import collections
import json
import sys
from urllib.parse import parse_qs, urlsplit


def links(page: int, pages: int):
    near = [2 * page + 1, 2 * page + 2]
    far = [(page * 7919 + k * 104729) % pages for k in range(8)]
    return [to for to in near if to < pages] + far


class Site(asyncio.Protocol):
    counts = collections.Counter()

    def connection_made(self, transport):
        self.transport, self.data = transport, b''

    def data_received(self, data):
        self.data += data
        while b'\r\n\r\n' in self.data:
            head, self.data = self.data.split(b'\r\n\r\n', 1)
            url = urlsplit(head.split(b' ', 2)[1].decode())
            if url.path == '/counts':
                self.answer(json.dumps(self.counts))
                continue
            self.counts[url.path] += 1
            query = parse_qs(url.query)
            pages = int(query['n'][0])
            page = int(url.path[1:])
            first = query.get('first', [''])[0]
            if first == 'cookie' and b'seen%d=yes' % page not in head:
                self.answer('', '302 Found', f'Set-Cookie: seen{page}=yes\r\nLocation: {url.path}?{url.query}\r\n')
                continue
            if first == 'busy' and self.counts[url.path] == 1:
                self.answer('', '503 Service Unavailable')
                continue
            body = ''.join(f'<a href="/{to}?n={pages}">{to}</a>\n' for to in links(page, pages))
            asyncio.get_running_loop().call_later(0.005, self.answer, f'<html><body>{body}</body></html>')

    def answer(self, text, status='200 OK', headers=''):
        body = text.encode()
        self.transport.write(f'HTTP/1.1 {status}\r\n{headers}Content-Type: text/html\r\n'
                             f'Content-Length: {len(body)}\r\n\r\n'.encode() + body)


async def serve():
    server = await asyncio.get_running_loop().create_server(Site, '127.0.0.1', 0)
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()


def crawl(url, settings):
    import scrapy
    from scrapy.crawler import CrawlerProcess

    class SiteSpider(scrapy.Spider):
        name = 'site'

        def start_requests(self):
            for start in self.settings.getlist('START', [url]):
                yield scrapy.Request(start, dont_filter=self.settings.getbool('DONT_FILTER'))

        async def start(self):      # instead of start_requests, from Scrapy 2.13 on
            for request in self.start_requests():
                yield request

        def parse(self, response):
            yield {'url': response.url}
            for link in response.css('a::attr(href)').getall():
                yield scrapy.Request(response.urljoin(link))

    process = CrawlerProcess({
        'DUPEFILTER_CLASS': 'bloomext.scrapy.SharedSetDupeFilter',
        'REQUEST_FINGERPRINTER_IMPLEMENTATION': '2.7', 'LOG_LEVEL': 'INFO', 'TELNETCONSOLE_ENABLED': False,
        'CONCURRENT_REQUESTS_PER_DOMAIN': 16, **settings})
    process.crawl(SiteSpider)
    crawler = list(process.crawlers)[0]
    process.start()
    print(json.dumps(crawler.stats.get_stats(), default=str))


if __name__ == '__main__':
    if sys.argv[1] == 'serve':
        asyncio.run(serve())
    else:
        crawl(sys.argv[2], {name: json.loads(value) for name, value in (one.split('=', 1) for one in sys.argv[3:])})

"""A crawler as Scrapy's tutorial writes it: a rule that follows every link of a site.

    python3 -m scrapy runspider scrapy_crawler.py -a root=URL
"""
import urllib.parse

from scrapy.linkextractors import LinkExtractor
from scrapy.spiders import CrawlSpider, Rule


class SiteSpider(CrawlSpider):
    name = "site"
    rules = [Rule(LinkExtractor(), follow=True)]
    custom_settings = {
        "CONCURRENT_REQUESTS": 64,
        "CONCURRENT_REQUESTS_PER_DOMAIN": 64,
        "ROBOTSTXT_OBEY": True,
        "LOG_LEVEL": "ERROR",
        "TELNETCONSOLE_ENABLED": False,
    }

    def __init__(self, root):
        super().__init__()
        self.start_urls = [root]
        self.allowed_domains = [urllib.parse.urlsplit(root).hostname]

    def closed(self, reason):
        stats = self.crawler.stats
        print(stats.get_value("downloader/response_count") - stats.get_value("robotstxt/response_count"), "URLs asked")

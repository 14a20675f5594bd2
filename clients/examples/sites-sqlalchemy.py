# SQLAlchemy without the package bloomext. Needs the tables of doc/clients.md (Debian: python3-sqlalchemy)
from sqlalchemy import Column, Text, cast, create_engine, func, insert, select, update
from sqlalchemy.dialects.postgresql import base
from sqlalchemy.orm import Session, declarative_base
from sqlalchemy.types import Boolean, UserDefinedType


class Bloom(UserDefinedType):
    """A filter, as bytes in the wire format"""
    cache_ok = True

    def get_col_spec(self, **kw):
        return 'bloom'

    def bind_processor(self, dialect):
        return lambda data: None if data is None else '\\x' + data.hex()

    def result_processor(self, dialect, coltype):
        return lambda text: None if text is None else bytes.fromhex(text[2:])


base.ischema_names['bloom'] = Bloom     # for reflected tables


class Site(declarative_base()):
    __tablename__ = 'sites'
    site = Column(Text, primary_key=True)
    urls = Column(Bloom)


def has(filter, value):
    return filter.op('@>', return_type=Boolean())(cast(value, Text))


with Session(create_engine('postgresql://')) as session:
    session.execute(insert(Site).values(site='example.com', urls=func.bloom(1000)))
    session.execute(update(Site).where(Site.site == 'example.com')
                    .values(urls=func.bloom_add_all(Site.urls, ['/', '/about']))
                    .execution_options(synchronize_session=False))

    print(session.scalar(select(has(Site.urls, '/about'))))                                 # => True
    print(session.scalars(select(Site.site).where(has(Site.urls, '/about'))).all())         # => ['example.com']
    print(session.scalar(select(func.bloom_contains_each(Site.urls, ['/', '/new']))))       # => [True, False]

    # only the new values
    claimed = select(func.bloom_claim_all('crawl', ['/', '/about', '/']))
    print(session.scalars(claimed).all())                                                   # => ['/', '/about']

    data = session.get(Site, 'example.com').urls
    print(len(data))                                                                        # => 52
    session.add(Site(site='copy', urls=data))
    session.flush()
    print(session.scalar(select(has(Site.urls, '/about')).where(Site.site == 'copy')))      # => True
    session.commit()

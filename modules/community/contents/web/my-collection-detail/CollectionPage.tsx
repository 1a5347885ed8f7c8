import '../parts/contents.css'
import { Link } from 'react-router'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { useKeptList } from '#web/ui/use-kept-list.ts'
import { contents } from '../../contract.ts'
import { type CardPage, ContentList } from '../parts/ContentList.tsx'
import { contentPaths } from '../paths.ts'

const PAGE_SIZE = 20

/** The list has numbered pages: the next one stands in place of a mark. */
async function readPage(after: string | undefined): Promise<CardPage> {
  const page = after === undefined ? 1 : Number(after)
  const { items, recordCount } = await call(contents.collected, { query: { page, pageSize: PAGE_SIZE } }, { cache: 0 })
  return { items, next: page * PAGE_SIZE < recordCount ? String(page + 1) : null }
}

/** The contents that the member has bookmarked, kept while one of them is read (COMMUNITY-006, COMMUNITY-031). */
export default function CollectionPage() {
  const t = useText('contents')
  const list = useKeptList<CardPage>({
    name: 'collection',
    filters: {},
    read: readPage,
  })
  return (
    <>
      <PageHeader
        title={t('collection.title')}
        description={t('collection.description')}
        back={<Link to={contentPaths.home()}>{t('home.title')}</Link>}
      />
      <ContentList
        list={list}
        label={t('collection.title')}
        empty={
          <EmptyState
            title={t('collection.none')}
            description={t('collection.noneHint')}
            action={
              <Link className="sy-button" to={contentPaths.list()}>
                {t('read.toList')}
              </Link>
            }
          />
        }
      />
    </>
  )
}

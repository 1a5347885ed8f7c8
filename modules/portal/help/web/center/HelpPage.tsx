import '../parts/help.css'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Pager } from '#web/ui/Pager.tsx'
import { usePaging } from '#web/ui/paging.ts'
import { SearchBox } from '#web/ui/SearchBox.tsx'
import type { HelpArticleRow, HelpDirectory } from '../../contract/articles.ts'
import { help } from '../../contract.ts'
import { helpPaths } from '../paths.ts'

/** The help center: articles by directory and by words; what is about the screen that one came from stands first. */
export default function HelpPage() {
  const t = useText('help')
  const [parameters] = useSearchParams()
  const from = parameters.get('from') ?? ''
  const paging = usePaging()
  const [directoryId, setDirectoryId] = useState<string>()
  const [search, setSearch] = useState('')
  const query = { page: paging.page, pageSize: paging.pageSize, directoryId, search }
  const list = useQuery({ ...q(help.helpArticles, { query }), placeholderData: keepPreviousData })
  return (
    <>
      <PageHeader
        title={t('center.title')}
        description={t('center.description')}
        actions={
          <Link className="sy-button" to={from === '' ? helpPaths.feedback : helpPaths.feedbackAbout(from)}>
            {t('center.feedback')}
          </Link>
        }
      />
      {from !== '' && <AboutScreen path={from} />}
      <div className="sy-toolbar">
        <SearchBox
          label={t('center.search')}
          onSearch={(text) => {
            setSearch(text)
            paging.reset()
          }}
        />
      </div>
      <div className="hp-split">
        <Directories
          chosen={directoryId}
          onChoose={(id) => {
            setDirectoryId(id)
            paging.reset()
          }}
        />
        <div>
          {list.isPending && <LoadingState rows={5} />}
          {list.isError && !list.data && <ErrorState error={list.error} onRetry={() => void list.refetch()} />}
          {list.data?.recordCount === 0 && <EmptyState title={t('center.none')} description={t('center.noneHint')} />}
          {list.data !== undefined && list.data.recordCount > 0 && (
            <>
              <ArticleRows items={list.data.items} />
              <Pager paging={paging} recordCount={list.data.recordCount} />
            </>
          )}
        </div>
      </div>
    </>
  )
}

/** Articles that name the screen; nothing where none does. */
function AboutScreen({ path }: { path: string }) {
  const t = useText('help')
  const { data } = useQuery(q(help.helpArticles, { query: { path, pageSize: 5 } }, { quiet: true }))
  if (!data || data.items.length === 0) return null
  return (
    <section className="hp-about" aria-labelledby="hp-about">
      <h2 id="hp-about">{t('center.about')}</h2>
      <ArticleRows items={data.items} />
    </section>
  )
}

function ArticleRows({ items }: { items: readonly HelpArticleRow[] }) {
  return (
    <ul className="hp-list sy-card">
      {items.map(({ id, title, excerpt, directoryName }) => (
        <li key={id}>
          <Link to={helpPaths.article(id)}>{title}</Link> <small className="sy-faint">{directoryName}</small>
          <p className="sy-faint hp-excerpt">{inOneLine(excerpt)}</p>
        </li>
      ))}
    </ul>
  )
}

interface DirectoriesProps {
  readonly chosen: string | undefined
  readonly onChoose: (id: string | undefined) => void
}

/** The tree as one list: each directory after the one that it lies in, further to the right. */
function inTreeOrder(
  items: readonly HelpDirectory[],
  parentId: string | null = null,
  level = 0,
): [HelpDirectory, number][] {
  return items
    .filter((one) => one.parentId === parentId)
    .flatMap((one) => [[one, level] as [HelpDirectory, number], ...inTreeOrder(items, one.id, level + 1)])
}

function Directories({ chosen, onChoose }: DirectoriesProps) {
  const t = useText('help')
  const { data } = useQuery(q(help.helpDirectories, {}))
  const indent = (level: number) => ({ paddingInlineStart: `calc(var(--sy-space-4) * ${level + 1})` })
  return (
    <nav aria-label={t('center.directories')}>
      <ul className="hp-tree sy-card">
        <li>
          <button type="button" aria-current={chosen === undefined} onClick={() => onChoose(undefined)}>
            {t('center.all')}
          </button>
        </li>
        {inTreeOrder(data?.items ?? []).map(([{ id, name, articleCount }, level]) => (
          <li key={id}>
            <button type="button" style={indent(level)} aria-current={chosen === id} onClick={() => onChoose(id)}>
              <span>{name}</span>
              {articleCount > 0 && <small className="sy-faint">{articleCount}</small>}
            </button>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Lines and items of lists that end without a mark stay apart once they stand in one line. */
const inOneLine = (text: string) => text.replace(/([^\p{P}\s])\s*\n\s*/gu, '$1 · ')

import './columns.css'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link } from 'react-router'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import type { WidgetSlots } from '#web/module.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { type ColumnContent, columnContentsMax, columns } from '../../contract.ts'
import { columnPaths } from '../paths.ts'

const PAGE = 100

/** All contents of a column in its order; as few calls as there are pages. */
async function readContents(id: string): Promise<readonly ColumnContent[]> {
  const items: ColumnContent[] = []
  for (let page = 1; page <= columnContentsMax / PAGE; page += 1) {
    const query = { page, pageSize: PAGE }
    const read = await call(columns.columnContents, { params: { id }, query }, { quiet: true, cache: 0 })
    items.push(...read.items)
    if (items.length >= read.recordCount) break
  }
  return items
}

/** Where a content stands in the column that it was opened from; the column remembers it as the last one read. */
export default function SeriesBar({ contentId, columnId }: WidgetSlots['content-series']) {
  const t = useText('columns')
  const column = useQuery(q(columns.completeColumn, { params: { id: columnId } }, { quiet: true, handles: 'all' }))
  const contents = useQuery({ queryKey: ['column-series', columnId], queryFn: () => readContents(columnId) })
  const isThere = column.isSuccess
  useEffect(() => {
    if (!isThere) return
    const input = { params: { id: columnId }, body: { questionId: contentId } }
    // What is lost on the way is noted at the next opening.
    call(columns.openContent, input, { quiet: true, handles: 'all', outdates: 'nothing' }).catch(() => undefined)
  }, [isThere, columnId, contentId])
  // A column that one may not see, or that is gone, takes nothing from the content.
  if (!column.data) return null
  const items = contents.data ?? []
  const at = items.findIndex(({ id }) => id === contentId)
  const ways = [
    { way: 'previous', icon: 'chevron-left', to: at > 0 ? items[at - 1] : undefined },
    { way: 'next', icon: 'chevron-right', to: at >= 0 ? items[at + 1] : undefined },
  ] as const
  return (
    <nav className="sy-box sy-row sy-wrap sy-apart sy-gap-3 co-series" aria-label={t('series.label')}>
      <p>
        <Link to={columnPaths.column(columnId)}>{column.data.title}</Link>
        {at >= 0 && <small className="sy-note">{t('series.place', { place: at + 1, all: items.length })}</small>}
      </p>
      <span className="sy-row sy-gap-2">
        {ways.map(
          ({ way, icon, to }) =>
            to && (
              <Link
                key={way}
                className="sy-button sy-button-small sy-button-plain"
                to={columnPaths.content(to.id, columnId)}
                aria-label={t(`series.${way}Named`, { title: to.title })}
                title={to.title}
              >
                {way === 'previous' && <Icon name={icon} size={16} />}
                {t(`series.${way}`)}
                {way === 'next' && <Icon name={icon} size={16} />}
              </Link>
            ),
        )}
      </span>
    </nav>
  )
}

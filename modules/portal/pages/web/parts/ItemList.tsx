import { useLanguage, useText } from '#web/i18n/texts.ts'
import { Cover } from '#web/ui/Cover.tsx'
import { dateText, longDay } from '#web/ui/date.ts'
import type { Layout } from '../../contract/module-types.ts'
import type { ShownItem } from '../../contract/shown.ts'
import { PageLink } from './PageLink.tsx'

/** When it is, where it has a time; else when it came. */
function useNote() {
  const t = useText('pages')
  const language = useLanguage()
  return ({ startsAt, endsAt, publishedAt, value }: ShownItem) => {
    if (value !== null) return String(value)
    const now = Date.now()
    if (startsAt !== null && startsAt <= now && endsAt !== null && endsAt > now) return t('view.running')
    if (startsAt !== null) return longDay(startsAt, language)
    return publishedAt === null ? '' : dateText(publishedAt, 'day')
  }
}

interface Props {
  readonly items: readonly ShownItem[]
  readonly layout: Layout
}

/** Entries of any kind: as cards, as one row that is pushed sideways, as a list, or the first one large. */
export function ItemList({ items, layout }: Props) {
  const noteOf = useNote()
  const shown = (item: ShownItem) => (
    <li key={`${item.kind} ${item.id}`}>
      <PageLink className="sy-box pg-item" to={item.link ?? ''}>
        {item.rank !== null && (
          <span className="pg-rank" data-first={item.rank <= 3 || undefined}>
            {item.rank}
          </span>
        )}
        {layout !== 'list' && (
          <span className="pg-item-cover">
            <Cover name={item.title} url={item.pictureUrl} titled />
          </span>
        )}
        <span className="pg-item-words">
          <strong>{item.title}</strong>
          {item.text !== '' && layout !== 'list' && <span className="pg-item-text">{item.text}</span>}
          <small>{noteOf(item)}</small>
        </span>
      </PageLink>
    </li>
  )
  return (
    <ul className="sy-plain-list pg-items" data-layout={layout}>
      {items.map(shown)}
    </ul>
  )
}

import { useQuery } from '@tanstack/react-query'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { HomeSection } from '#web/ui/HomeSection.tsx'
import { contents } from '../../contract.ts'
import { ContentCard } from '../parts/ContentCard.tsx'

/** What else is worth reading after this content; nothing where there is nothing. */
export function Related({ id }: { id: string }) {
  const t = useText('contents')
  const related = useQuery(q(contents.related, { query: { id } }, { quiet: true }))
  const items = related.data?.items ?? []
  if (items.length === 0) return null
  return (
    <HomeSection title={t('read.related')}>
      <ul className="sy-plain-list ct-cards">
        {items.map((content) => (
          <li key={content.id}>
            <ContentCard content={content} />
          </li>
        ))}
      </ul>
    </HomeSection>
  )
}

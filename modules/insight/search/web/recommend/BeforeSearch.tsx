import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { useAction } from '#web/ui/use-action.ts'
import { search } from '../../contract.ts'
import { searchAddress } from '../address.ts'

/** While nothing is typed: what the member has searched, and what others find something by. */
export function BeforeSearch() {
  const t = useText('search')
  const { data, refetch } = useQuery(q(search.suggest, { query: {} }, { quiet: true }))
  const { busy, run } = useAction()
  const forget = (query?: string) =>
    run(async () => {
      await call(search.forgetSearches, { query: query === undefined ? {} : { query } })
      await refetch()
    })
  if (!data) return null
  if (data.recent.length + data.hot.length === 0)
    return <EmptyState title={t('before.title')} description={t('before.hint')} />
  return (
    <div className="sr-before">
      {data.recent.length > 0 && (
        <section>
          <h2>
            {t('recent')}
            <button type="button" className="sr-forget" disabled={busy} onClick={() => void forget()}>
              {t('forgetAll')}
            </button>
          </h2>
          <ul className="sr-words">
            {data.recent.map((text) => (
              <li key={text}>
                <Link to={searchAddress({ text })}>{text}</Link>
                <button
                  type="button"
                  aria-label={t('forget', { text })}
                  disabled={busy}
                  onClick={() => void forget(text)}
                >
                  <Icon name="close" size={12} />
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
      {data.hot.length > 0 && (
        <section>
          <h2>{t('hot')}</h2>
          <ul className="sr-words">
            {data.hot.map((text) => (
              <li key={text}>
                <Link to={searchAddress({ text })}>{text}</Link>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}

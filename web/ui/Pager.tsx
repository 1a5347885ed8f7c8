import { lazy, Suspense } from 'react'
import { useText } from '../i18n/texts.ts'
import { withAntTheme } from '../theme/ant.ts'
import { PAGE_SIZES, type Paging } from './paging.ts'

// Most lists of learners fit on a page.
const PagerBar = lazy(withAntTheme(() => import('./PagerBar.tsx')))

/** The pager of a list that is no table; hidden while everything fits on one smallest page. */
export function Pager({ paging, recordCount }: { paging: Paging; recordCount: number }) {
  const t = useText('shell')
  if (recordCount <= PAGE_SIZES[0]) return null
  return (
    <nav className="sy-pager" aria-label={t('paging')}>
      <Suspense>
        <PagerBar paging={paging} recordCount={recordCount} />
      </Suspense>
    </nav>
  )
}

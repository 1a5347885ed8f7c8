import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { q } from '#web/api/query.ts'
import { part } from '#web/part.ts'
import { advertisements } from '../../contract.ts'

const LazyShown = part(() => import('../parts/Shown.tsx'), ['advertisements'])

/** The advertisements of a home page (SYSTEM-025). Where there is none, nothing is shown and nothing is fetched (SYSTEM-026). */
export default function HomeAdvertisements({ homeConfigId }: { homeConfigId?: string }) {
  const query = homeConfigId === undefined ? {} : { homeConfigId }
  const { data } = useQuery(q(advertisements.homeAdvertisement, { query }, { quiet: true }))
  if (!data || data.items.length === 0) return null
  return (
    <Suspense fallback={null}>
      <LazyShown items={data.items} />
    </Suspense>
  )
}

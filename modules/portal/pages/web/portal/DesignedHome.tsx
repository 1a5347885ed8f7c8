import { useQuery } from '@tanstack/react-query'
import { q } from '#web/api/query.ts'
import { Slot } from '#web/slots.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { pages } from '../../contract.ts'
import { PageView } from '../parts/PageView.tsx'
import { BranchLinks } from './BranchLinks.tsx'

/** The home page as the company has designed it. */
export default function DesignedHome({ id }: { id: string }) {
  const home = useQuery(q(pages.homePage, { params: { id } }, { quiet: true }))
  if (home.isPending) return <LoadingState shape="cards" rows={6} />
  if (home.isError) return <ErrorState error={home.error} onRetry={() => void home.refetch()} />
  const hasGreeting = home.data.sections.some(({ modules }) => modules.some(({ type }) => type === 'greeting'))
  return (
    <>
      {!hasGreeting && (
        <h1 className="sy-visually-hidden" tabIndex={-1}>
          {home.data.name}
        </h1>
      )}
      <BranchLinks />
      <Slot name="page-top" values={{ homeConfigId: id }} />
      <PageView page={home.data} />
    </>
  )
}

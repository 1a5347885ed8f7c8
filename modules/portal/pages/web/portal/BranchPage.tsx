import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { q } from '#web/api/query.ts'
import { Slot } from '#web/slots.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { pages } from '../../contract.ts'
import { PageView } from '../parts/PageView.tsx'
import { BranchLinks } from './BranchLinks.tsx'

/** The page of a branch, in its own colors. Whoever may not open it sees the error page with the reason. */
export default function BranchPage() {
  const { pageId = '' } = useParams()
  const params = { id: pageId }
  const valid = useQuery(q(pages.validateBranch, { params }))
  // Asked for along with the check, and shown only after it.
  const page = useQuery(q(pages.branchPage, { params }, { quiet: true }))
  if (valid.isError) return <ErrorState page error={valid.error} onRetry={() => void valid.refetch()} />
  if (page.isError) return <ErrorState page error={page.error} onRetry={() => void page.refetch()} />
  if (!valid.data || !page.data) return <LoadingState shape="cards" rows={6} />
  return (
    <>
      <header className="pg-head">
        {page.data.theme.logoUrl && <img src={page.data.theme.logoUrl} alt="" />}
        <h1 tabIndex={-1}>{page.data.name}</h1>
      </header>
      <BranchLinks current={pageId} />
      <Slot name="page-top" values={{ homeConfigId: pageId }} />
      <PageView page={page.data} />
    </>
  )
}

import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { q } from '#web/api/query.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { pages } from '../../contract.ts'
import { PageView } from '../parts/PageView.tsx'

/** A page of its own, that others lead to. */
export default function CanvasPage() {
  const { id = '' } = useParams()
  const page = useQuery(q(pages.canvasPage, { params: { id } }))
  if (page.isError) return <ErrorState page error={page.error} onRetry={() => void page.refetch()} />
  if (!page.data) return <LoadingState shape="cards" rows={6} />
  return (
    <>
      <header className="pg-head">
        {page.data.theme.logoUrl && <img src={page.data.theme.logoUrl} alt="" />}
        <h1 tabIndex={-1}>{page.data.name}</h1>
      </header>
      <PageView page={page.data} />
    </>
  )
}

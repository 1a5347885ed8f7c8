import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { pages } from '../../contract.ts'
import { PageView } from '../parts/PageView.tsx'

/** SYSTEM-007: the draft of a page in one language. `previewFront` 1: as viewers will see it, without a word about the preview. */
export default function PreviewPage() {
  const t = useText('pages')
  const { id = '', lang, previewFront } = useParams()
  const language = lang === 'en' ? 'en' : 'cn'
  const page = useQuery(q(pages.previewPage, { params: { id }, query: { language } }))
  if (page.isError) return <ErrorState page error={page.error} onRetry={() => void page.refetch()} />
  if (!page.data) return <LoadingState shape="cards" rows={6} />
  return (
    <>
      {previewFront !== '1' && <p className="sy-box pg-preview-note">{t('view.preview')}</p>}
      <header className="pg-head">
        {page.data.theme.logoUrl && <img src={page.data.theme.logoUrl} alt="" />}
        <h1 tabIndex={-1}>{page.data.name}</h1>
      </header>
      <PageView page={page.data} />
    </>
  )
}

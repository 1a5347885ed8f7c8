import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useParams } from 'react-router'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { withAntTheme } from '#web/theme/ant.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { files } from '../../contract.ts'
import { bytesText } from '../upload-rules.ts'

const FilePreview = lazy(withAntTheme(() => import('../FilePreview.tsx')))

/** One file to which the reader has direct access; the screens of a course show its files. */
export default function FilePage() {
  const t = useText('files')
  const { id = '' } = useParams()
  const preview = useQuery(q(files.preview, { query: { id } }))
  if (preview.isPending) return <LoadingState />
  if (preview.isError) return <ErrorState error={preview.error} onRetry={() => void preview.refetch()} />
  const { name, sizeBytes, url } = preview.data
  const download = (
    <a className="sy-button sy-button-small sy-button-plain" href={`${url}&download=1`} download={name}>
      <Icon name="download" size={16} />
      {t('preview.download')}
    </a>
  )
  return (
    <>
      <PageHeader title={name} description={bytesText(sizeBytes)} actions={download} />
      <Suspense fallback={<LoadingState shape="spinner" />}>
        <FilePreview fileId={id} preview={preview.data} />
      </Suspense>
    </>
  )
}

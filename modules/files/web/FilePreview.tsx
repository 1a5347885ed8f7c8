import { useQuery } from '@tanstack/react-query'
import { Button, Image } from 'antd'
import { lazy, Suspense } from 'react'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { files } from '../contract.ts'
import MediaPlayer from './MediaPlayer.tsx'
import './files.css'

// pdf.js is large: it comes only with a PDF.
const PdfReader = lazy(() => import('./PdfReader.tsx'))

export interface FilePreviewProps {
  /** A file that the reader may see by itself; one that belongs to a course is shown by the course's own screens. */
  readonly fileId: string
}

/** A file in place: picture, PDF, sound or film; what can't be shown is offered for download. */
export default function FilePreview({ fileId }: FilePreviewProps) {
  const preview = useQuery(q(files.preview, { query: { id: fileId } }))
  if (preview.isPending) return <LoadingState shape="spinner" />
  if (preview.isError) return <ErrorState small onRetry={() => void preview.refetch()} />
  const { url, name, contentType } = preview.data
  const renewAddress = async () => (await call(files.preview, { query: { id: fileId } }, { cache: 0 })).url
  return <Shown url={url} name={name} contentType={contentType} renewAddress={renewAddress} />
}

interface ShownProps {
  readonly url: string
  readonly name: string
  readonly contentType: string
  readonly renewAddress: () => Promise<string>
}

function Shown({ url, name, contentType, renewAddress }: ShownProps) {
  const t = useText('files')
  if (contentType.startsWith('image/')) return <Image className="files-picture" src={url} alt={name} />
  if (contentType.startsWith('video/') || contentType.startsWith('audio/')) {
    const kind = contentType.startsWith('video/') ? 'video' : 'audio'
    return <MediaPlayer kind={kind} name={name} address={url} renewAddress={renewAddress} />
  }
  if (contentType === 'application/pdf') {
    return (
      <Suspense fallback={<LoadingState shape="spinner" />}>
        <PdfReader address={url} name={name} renewAddress={renewAddress} />
      </Suspense>
    )
  }
  const download = (
    <Button type="primary" href={`${url}&download=1`} download={name}>
      {t('preview.download')}
    </Button>
  )
  return <EmptyState small title={t('preview.notShown', { name })} action={download} />
}

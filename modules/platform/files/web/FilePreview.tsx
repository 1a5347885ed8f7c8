import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Button, Image } from 'antd'
import { lazy, Suspense, useEffect } from 'react'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import type { PlayedCaptions } from '#web/module.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { files, type Preview } from '../contract.ts'
import Conversion from './Conversion.tsx'
import { MediaPlayer } from './MediaPlayer.tsx'
import { useFileState } from './use-file-state.ts'
import './files.css'

// pdf.js is large, so it loads only for a PDF.
const PdfReader = lazy(() => import('./PdfReader.tsx'))

interface Props {
  readonly fileId: string
  readonly preview: Preview
  /** Reads the preview again, with addresses that are new; by the call of files where nothing is said. */
  readonly renew?: () => Promise<Preview>
  readonly captions?: PlayedCaptions
}

/** The preview of a file: picture, PDF, office file as a PDF, audio or video; other files offer a download. */
export default function FilePreview({ fileId, preview, renew, captions }: Props) {
  const { url, name, contentType, pdfUrl } = preview
  const again = renew ?? (() => call(files.preview, { query: { id: fileId } }, { cache: 0 }))
  const isConverted = preview.translateType !== null
  if (contentType.startsWith('image/')) return <Image className="files-picture" src={url} alt={name} />
  if (contentType.startsWith('video/') || contentType.startsWith('audio/')) {
    const kind = contentType.startsWith('video/') ? 'video' : 'audio'
    return (
      <>
        <MediaPlayer kind={kind} name={name} source={preview} renew={again} captions={captions} />
        {isConverted && preview.translateType !== 1 && <Converting fileId={fileId} preview={preview} />}
      </>
    )
  }
  if (contentType === 'application/pdf' || pdfUrl !== null) {
    const renewAddress = async () => {
      const fresh = await again()
      return fresh.pdfUrl ?? fresh.url
    }
    return (
      <Suspense fallback={<LoadingState shape="spinner" />}>
        <PdfReader address={pdfUrl ?? url} name={name} renewAddress={renewAddress} />
      </Suspense>
    )
  }
  if (isConverted) return <Converting fileId={fileId} preview={preview} alone />
  return <NotShown fileId={fileId} preview={preview} />
}

function NotShown({ fileId, preview }: Props) {
  const t = useText('files')
  const convert = useMutation({ mutationFn: () => call(files.retryParse, { body: { id: fileId } }) })
  const start = preview.mayRetry && (
    <Button loading={convert.isPending} onClick={() => convert.mutate()}>
      {t('conversion.start')}
    </Button>
  )
  return (
    <EmptyState title={t('preview.notShown')} description={t('preview.notShownHint')} action={start || undefined} />
  )
}

/** The progress of the conversion; after its end, the preview is loaded again. */
function Converting({ fileId, preview, alone }: Props & { readonly alone?: true }) {
  const t = useText('files')
  const client = useQueryClient()
  const state = useFileState(fileId) ?? { ...preview, id: fileId }
  const { translateType } = state
  useEffect(() => {
    if (translateType !== preview.translateType)
      void client.invalidateQueries(q(files.preview, { query: { id: fileId } }))
  }, [client, fileId, preview.translateType, translateType])
  const shown = <Conversion state={state} mayRetry={preview.mayRetry} />
  if (!alone) return <div className="files-under-video">{shown}</div>
  const title = translateType === 2 ? t('preview.notShown') : t('preview.convertingTitle')
  return (
    <EmptyState
      title={title}
      description={translateType === 2 ? t('preview.notShownHint') : undefined}
      action={shown}
    />
  )
}

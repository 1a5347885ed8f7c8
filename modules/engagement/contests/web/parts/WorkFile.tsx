import './contests.css'
import { useRef } from 'react'
import { Player } from '#modules/content/playback/web.tsx'
import { PdfReader } from '#modules/platform/files/web.tsx'
import { useText } from '#web/i18n/texts.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import type { ShownFile } from '../../contract/works.ts'

const none = [] as const
const fastest = 2

interface Props {
  readonly file: ShownFile
  readonly title: string
  /** The address has expired. */
  readonly onBroken: () => void
}

/** The file of a work: played, read, or loaded down where no browser can show it. */
export function WorkFile({ file: { kind, name, url, pdfUrl, copy }, title, onBroken }: Props) {
  const t = useText('contests')
  const media = useRef<HTMLVideoElement>(null)
  if (url === null) {
    const reason = copy === 'failed' ? 'file.failed' : copy === 'waiting' ? 'file.waiting' : 'file.gone'
    return <EmptyState small title={t(reason)} />
  }
  if (kind === 'video')
    return (
      <div className="co-player">
        <Player
          media={media}
          isVideo
          title={title}
          source={{ url, stream: null, posterUrl: null }}
          durationMs={0}
          rateMax={fastest}
          resumeMs={0}
          watched={none}
          watermark={false}
          autoPlay={false}
          marks={none}
          onBroken={onBroken}
        />
      </div>
    )
  if (pdfUrl !== null) return <PdfReader address={pdfUrl} name={title} />
  return (
    <p className="sy-callout">
      {t('file.noPreview')}{' '}
      <a className="sy-button sy-button-plain sy-button-small" href={`${url}&download=1`} download={name}>
        <Icon name="download" size={16} /> {t('file.download')}
      </a>
    </p>
  )
}

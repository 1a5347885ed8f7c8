import { useEffect, useRef, useState } from 'react'
import { useText } from '#web/i18n/texts.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import QualityChoice from './QualityChoice.tsx'
import { useVideoSource, type VideoSource } from './use-video-source.ts'
import './files.css'

interface Props {
  readonly kind: 'video' | 'audio'
  readonly name: string
  /** A stream, or an address for range requests. */
  readonly source: MediaSource
  /** Loads new addresses after the old ones have expired. */
  readonly renew?: () => Promise<MediaSource>
}

interface MediaSource extends VideoSource {
  readonly posterUrl: string | null
}

/** Audio or video in the browser's player. It continues with a new address after the old one has expired. */
export function MediaPlayer({ kind, name, source: given, renew: ask }: Props) {
  const t = useText('files')
  const media = useRef<HTMLMediaElement>(null)
  const [source, setSource] = useState(given)
  const [failed, setFailed] = useState(false)
  /** The position for continuing, and whether it was playing. */
  const goOn = useRef({ seconds: 0, running: false })
  const renewed = useRef(false)
  // Playback continues, because only another file or a stream counts as another source.
  const { stream } = given
  const isStream = stream !== null
  // biome-ignore lint/correctness/useExhaustiveDependencies: addresses that merely have become newer change nothing.
  useEffect(() => {
    const target = media.current
    if (target && target.currentTime > 0) goOn.current = { seconds: target.currentTime, running: !target.paused }
    setSource(given)
    renewed.current = false
  }, [name, isStream])

  const begin = () => {
    const target = media.current
    if (!target) return
    const { seconds, running } = goOn.current
    if (seconds > 0 && Math.abs(target.currentTime - seconds) > 0.5) target.currentTime = seconds
    if (running) void target.play().catch(() => undefined)
  }
  const renew = async () => {
    if (!ask) return setFailed(true)
    const target = media.current
    const seconds = target?.currentTime || goOn.current.seconds
    goOn.current = { seconds, running: target !== null && !target.paused }
    try {
      renewed.current = true
      setSource(await ask())
      setFailed(false)
    } catch {
      setFailed(true)
    }
  }
  // A second error in a row has another cause than the address.
  const fault = () => (renewed.current ? setFailed(true) : void renew())
  const played = () => {
    renewed.current = false
  }
  const choice = useVideoSource(media, failed ? nothing : source, fault)
  if (failed) return <ErrorState small title={t('preview.unplayable')} onRetry={() => void renew()} />
  const common = {
    controls: true,
    preload: 'metadata',
    'aria-label': name,
    // Protected content has no download button.
    controlsList: 'nodownload',
    onLoadedMetadata: begin,
    onTimeUpdate: played,
    // The stream player handles errors of a stream.
    onError: source.stream ? undefined : fault,
  } as const
  const attach = (element: HTMLMediaElement | null) => {
    media.current = element
  }
  if (kind === 'audio') {
    return <audio ref={attach} className="files-audio" {...common} />
  }
  return (
    <div className="files-video">
      <video ref={attach} className="files-video" playsInline poster={source.posterUrl ?? undefined} {...common} />
      <QualityChoice {...choice} />
    </div>
  )
}

const nothing: VideoSource = { url: null, stream: null }

import { useEffect, useRef, useState } from 'react'
import { useText } from '#web/i18n/texts.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import './files.css'

interface Props {
  readonly kind: 'video' | 'audio'
  readonly name: string
  /** Where the content is; the browser asks for ranges of it. */
  readonly address: string
  /** A fresh address, when the old one is no longer valid. */
  readonly renewAddress?: () => Promise<string>
}

/** Sound or film by the browser's own player. When its address has become invalid it goes on with a fresh one. */
export function MediaPlayer({ kind, name, address, renewAddress }: Props) {
  const t = useText('files')
  const media = useRef<HTMLMediaElement>(null)
  const [source, setSource] = useState(address)
  const [failed, setFailed] = useState(false)
  /** Where to go on once the content is there again, and whether it was playing. */
  const goOn = useRef({ seconds: 0, running: false })
  const renewed = useRef(false)

  useEffect(() => {
    setSource(address)
    renewed.current = false
  }, [address])

  const begin = () => {
    const target = media.current
    if (!target) return
    const { seconds, running } = goOn.current
    if (seconds > 0 && Math.abs(target.currentTime - seconds) > 0.5) target.currentTime = seconds
    if (running) void target.play().catch(() => undefined)
  }
  const renew = async () => {
    if (!renewAddress) return setFailed(true)
    const target = media.current
    const seconds = target?.currentTime || goOn.current.seconds
    goOn.current = { seconds, running: target !== null && !target.paused }
    try {
      renewed.current = true
      setSource(await renewAddress())
      setFailed(false)
    } catch {
      setFailed(true)
    }
  }
  // A second fault in a row is not the address's.
  const fault = () => (renewed.current ? setFailed(true) : void renew())
  const played = () => {
    renewed.current = false
  }
  if (failed) return <ErrorState small title={t('preview.unplayable')} onRetry={() => void renew()} />
  const common = {
    src: source,
    controls: true,
    preload: 'metadata',
    'aria-label': name,
    // What is protected is not offered for download.
    controlsList: 'nodownload',
    onLoadedMetadata: begin,
    onTimeUpdate: played,
    onError: fault,
  } as const
  const attach = (element: HTMLMediaElement | null) => {
    media.current = element
  }
  if (kind === 'audio') {
    return <audio ref={attach} className="files-audio" {...common} />
  }
  return <video ref={attach} className="files-video" playsInline {...common} />
}

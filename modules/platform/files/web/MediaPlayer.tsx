import { useEffect, useRef, useState } from 'react'
import { useText } from '#web/i18n/texts.ts'
import type { MediaPlace, PlayedCaptions } from '#web/module.ts'
import { Slot } from '#web/slots.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import type { VideoSource } from './use-video-source.ts'
import './files.css'

interface Props {
  readonly kind: 'video' | 'audio'
  readonly name: string
  /** A stream, or an address for range requests. */
  readonly source: MediaSource
  /** Loads new addresses after the old ones have expired. */
  readonly renew: () => Promise<MediaSource>
  readonly captions?: PlayedCaptions | undefined
}

interface MediaSource extends VideoSource {
  readonly posterUrl: string | null
}

const beginning: MediaPlace = { ms: 0, isPlaying: false }

/** Audio or video in the product's player. It continues with a new address after the old one has expired. */
export function MediaPlayer({ kind, name, source: given, renew: ask, captions }: Props) {
  const t = useText('files')
  const [shown, setShown] = useState({ source: given, start: beginning })
  const [failed, setFailed] = useState(false)
  /** Where it has come to. */
  const place = useRef(beginning)
  const renewed = useRef(false)
  const isStream = given.stream !== null
  // Playback continues, because only another file or a stream counts as another source.
  // biome-ignore lint/correctness/useExhaustiveDependencies: addresses that merely have become newer change nothing.
  useEffect(() => {
    setShown({ source: given, start: place.current })
    renewed.current = false
  }, [name, isStream])

  const renew = async () => {
    try {
      renewed.current = true
      setShown({ source: await ask(), start: place.current })
      setFailed(false)
    } catch {
      setFailed(true)
    }
  }
  if (failed) return <ErrorState small title={t('preview.unplayable')} onRetry={() => void renew()} />
  return (
    <div className="files-media">
      <Slot
        name="media-player"
        values={{
          kind,
          title: name,
          ...shown,
          ...(captions && { captions }),
          onPlace(at) {
            place.current = at
            renewed.current = false
          },
          // A second error in a row has another cause than the address.
          onBroken: () => (renewed.current ? setFailed(true) : void renew()),
        }}
        fallback={<LoadingState shape="spinner" />}
      />
    </div>
  )
}

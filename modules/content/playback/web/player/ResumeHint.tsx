import { type RefObject, useEffect, useState } from 'react'
import { useText } from '#web/i18n/texts.ts'
import { clockText } from '#web/media/clock.ts'

const hintMs = 7000

interface Props {
  readonly media: RefObject<HTMLVideoElement | null>
  readonly positionMs: number
}

/** Says for a moment where the player continues, and offers the beginning. */
export function ResumeHint({ media, positionMs }: Props) {
  const t = useText('playback')
  const [shown, setShown] = useState(positionMs > 0)
  useEffect(() => {
    setShown(positionMs > 0)
    const timer = setTimeout(() => setShown(false), hintMs)
    return () => clearTimeout(timer)
  }, [positionMs])
  if (!shown) return null
  const restart = () => {
    if (media.current) media.current.currentTime = 0
    setShown(false)
  }
  return (
    <p className="pb-hint" role="status">
      {t('player.resumed', { at: clockText(positionMs) })}
      <button type="button" onClick={restart}>
        {t('player.fromStart')}
      </button>
    </p>
  )
}

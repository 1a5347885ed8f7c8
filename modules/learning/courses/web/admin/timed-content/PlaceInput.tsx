import { Button, Input } from 'antd'
import { useState } from 'react'
import { useText } from '#web/i18n/texts.ts'
import { useMediaAtHand } from './media-place.tsx'
import { placeOf, placeText } from './places.ts'

interface Props {
  readonly value: number
  readonly max: number
  readonly onChange: (ms: number) => void
}

/**
 * A place of a video, typed as minutes and seconds, or taken from the media where it is open. What is no time, or behind the
 * end, is marked and not taken.
 */
export function PlaceInput({ value, max, onChange }: Props) {
  const t = useText('courses')
  const media = useMediaAtHand()
  const [text, setText] = useState(() => placeText(value))
  const ms = placeOf(text)
  const isWrong = ms === undefined || ms > max
  const take = (at: number) => {
    setText(placeText(at))
    onChange(at)
  }
  return (
    <span className="co-place-field">
      <Input
        className="co-place"
        value={text}
        status={isWrong ? 'error' : undefined}
        aria-label={t('timedContent.at')}
        aria-invalid={isWrong}
        placeholder="00:00"
        onChange={(event) => {
          setText(event.target.value)
          const next = placeOf(event.target.value)
          if (next !== undefined && next <= max) onChange(next)
        }}
        onBlur={() => setText(placeText(value))}
      />
      {media && (
        <>
          <Button size="small" onClick={() => take(Math.min(max, media.now() ?? 0))}>
            {t('timedContent.takeTime')}
          </Button>
          <Button size="small" type="text" onClick={() => media.show(value)}>
            {t('timedContent.showTime')}
          </Button>
        </>
      )}
    </span>
  )
}

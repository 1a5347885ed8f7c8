import { useEffect, useRef, useState } from 'react'
import { useText } from '#web/i18n/texts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { NumberText } from '#web/ui/NumberText.tsx'
import { useRoomSession } from '../connection/room-session.ts'
import { useAllowed } from '../connection/use-request.ts'
import { useRoom, useRoomStore } from '../state/room-store.ts'
import { heartsFor } from './hearts.ts'

/** Taps are sent in batches, limited in rate and size. */
const SEND_MS = 700
const TAPS_MAX = 50
/** The hearts that rise at once; a thousand likes are not a thousand elements. */
const HEARTS_MAX = 12
const HEART_MS = 2200

interface Heart {
  readonly key: number
  readonly drift: number
}

let nextHeart = 0

export function LikeButton() {
  const t = useText('rooms')
  const store = useRoomStore()
  const { request } = useRoomSession()
  const likes = useRoom((view) => view.likes)
  const mayLike = useAllowed('like')
  const [hearts, setHearts] = useState<readonly Heart[]>([])
  const taps = useRef(0)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const known = useRef(likes)

  const rise = (count: number) => {
    const fresh = Array.from({ length: count }, () => ({ key: ++nextHeart, drift: Math.random() }))
    const keys = new Set(fresh.map((heart) => heart.key))
    setHearts((before) => [...before, ...fresh].slice(-HEARTS_MAX))
    setTimeout(() => setHearts((before) => before.filter((heart) => !keys.has(heart.key))), HEART_MS)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: other people's likes rise too, once for each change.
  useEffect(() => {
    const more = likes - known.current
    known.current = likes
    if (more > 0) rise(heartsFor(more))
  }, [likes])

  const send = () => {
    timer.current = undefined
    const count = Math.min(taps.current, TAPS_MAX)
    taps.current = 0
    if (count === 0) return
    request('like', { count })
      .then(({ total }) => store.change((view) => (total > view.likes ? { ...view, likes: total } : view)))
      // A lost tap needs no message.
      .catch(() => undefined)
  }
  const tap = () => {
    taps.current += 1
    // The count rises at once; the room's total comes later and is never smaller.
    store.change((view) => ({ ...view, likes: view.likes + 1 }))
    timer.current ??= setTimeout(send, SEND_MS)
  }
  return (
    <div className="room-like">
      <div className="room-hearts" aria-hidden="true">
        {hearts.map(({ key, drift }) => (
          <span key={key} style={{ '--room-drift': drift } as React.CSSProperties}>
            <Icon name="heart" size={22} />
          </span>
        ))}
      </div>
      <button
        type="button"
        className="room-control"
        disabled={!mayLike}
        aria-label={t('controls.like', { count: likes })}
        onClick={tap}
      >
        <Icon name="heart" />
        <span>
          <NumberText value={likes} />
        </span>
      </button>
    </div>
  )
}

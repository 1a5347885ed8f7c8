import { useQuery } from '@tanstack/react-query'
import type { Output } from '#kit/contract.ts'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { clockText } from '#web/media/clock.ts'
import { useLastLook } from '#web/ui/use-last-look.ts'
import { rooms } from '../../contract.ts'

type Curve = Output<typeof rooms.attendanceCurve>

const refetchMs = 30_000
const width = 600
const height = 120

/** The number of viewers over time, as steps without interpolation, with the slides below. */
export function DropOff({ roomId, isRunning }: { roomId: string; isRunning: boolean }) {
  const t = useText('rooms')
  const curve = useQuery({
    ...q(rooms.attendanceCurve, { params: { id: roomId } }, { quiet: true }),
    refetchInterval: isRunning ? refetchMs : false,
  })
  useLastLook(isRunning, curve.refetch)
  if (!curve.data || curve.data.startedAt === null || curve.data.viewers.length < 2) return null
  const { viewers, stepSeconds, slides, startedAt } = curve.data
  const peak = Math.max(1, ...viewers)
  const lengthMs = viewers.length * stepSeconds * 1000
  const x = (index: number) => (index / viewers.length) * width
  const y = (count: number) => height - (count / peak) * (height - 8)
  const path = viewers
    .map((count, index) => `${index === 0 ? 'M' : 'L'}${x(index)} ${y(count)}H${x(index + 1)}`)
    .join('')
  return (
    <figure className="sy-box at-curve">
      <figcaption>
        {t('attendance.curve')} <small>{t('attendance.peak', { peak })}</small>
      </figcaption>
      <div className="at-chart">
        <svg
          viewBox={`0 0 ${width} ${height}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={t('attendance.curveOf', { peak, last: viewers.at(-1) ?? 0 })}
        >
          <path className="at-area" d={`${path}V${height}H0Z`} />
          <path className="at-stroke" d={path} vectorEffect="non-scaling-stroke" />
        </svg>
        <Slides slides={slides} startedAt={startedAt} lengthMs={lengthMs} />
      </div>
      <div className="sy-note-tiny at-axis" aria-hidden="true">
        <span className="sy-number">{clockText(0)}</span>
        <span className="sy-number">{clockText(lengthMs / 2)}</span>
        <span className="sy-number">{clockText(lengthMs)}</span>
      </div>
    </figure>
  )
}

interface SlidesProps extends Pick<Curve, 'slides'> {
  readonly startedAt: number
  readonly lengthMs: number
}

function Slides({ slides, startedAt, lengthMs }: SlidesProps) {
  const t = useText('rooms')
  if (slides.length === 0) return null
  return (
    <ol className="at-slides" aria-label={t('attendance.slides')}>
      {slides.map(({ at, deck, page }) => (
        <li
          key={at}
          style={{ left: `${Math.min(100, ((at - startedAt) / lengthMs) * 100)}%` }}
          title={`${clockText(at - startedAt)} ${deck} · ${page}`}
        >
          <span className="sy-visually-hidden">{`${clockText(at - startedAt)} ${deck}`} </span>
          {page}
        </li>
      ))}
    </ol>
  )
}

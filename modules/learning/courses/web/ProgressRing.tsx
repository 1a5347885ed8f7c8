interface Props {
  readonly percent: number
  readonly size?: number
  /** Read out: 学习进度 60%. */
  readonly label: string
}

const RADIUS = 16
const LENGTH = 2 * Math.PI * RADIUS

/** How far it is, as a ring with the number in it; a tick where it is done. */
export function ProgressRing({ percent, size = 40, label }: Props) {
  const done = percent >= 100
  return (
    <span className={done ? 'co-ring co-ring-done' : 'co-ring'} style={{ width: size, height: size }}>
      <svg viewBox="0 0 40 40" role="img" aria-label={label}>
        <circle className="co-ring-track" cx="20" cy="20" r={RADIUS} />
        {percent > 0 && (
          <circle
            className="co-ring-value"
            cx="20"
            cy="20"
            r={RADIUS}
            strokeDasharray={`${(LENGTH * Math.min(100, percent)) / 100} ${LENGTH}`}
            transform="rotate(-90 20 20)"
          />
        )}
        {done && <path className="co-ring-tick" d="m13.5 20.5 4.5 4.500 8.5-9" />}
      </svg>
      {!done && (
        <span className="co-ring-text" aria-hidden="true">
          {percent}
          <i>%</i>
        </span>
      )}
    </span>
  )
}

interface Props {
  readonly percent: number
  readonly size?: number
  /** Read out: 学习进度 60%. */
  readonly label: string
}

const RADIUS = 20
const LENGTH = 2 * Math.PI * RADIUS

/** How far it is, as a ring with the number in it. */
export function PathRing({ percent, size = 96, label }: Props) {
  return (
    <span className="lp-ring" style={{ width: size, height: size }}>
      <svg viewBox="0 0 48 48" role="img" aria-label={label}>
        <circle className="lp-ring-track" cx="24" cy="24" r={RADIUS} />
        {percent > 0 && (
          <circle
            className="lp-ring-value"
            cx="24"
            cy="24"
            r={RADIUS}
            strokeDasharray={`${(LENGTH * Math.min(100, percent)) / 100} ${LENGTH}`}
            transform="rotate(-90 24 24)"
          />
        )}
      </svg>
      <span aria-hidden="true">
        {percent}
        <i>%</i>
      </span>
    </span>
  )
}

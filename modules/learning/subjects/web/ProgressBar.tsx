interface Props {
  readonly percent: number
  /** Read out: 学习进度 60%. */
  readonly label: string
}

/** How far it is, as a line with the number beside it. */
export function ProgressBar({ percent, label }: Props) {
  return (
    <span className="sy-row sy-gap-2 sb-bar" data-done={percent >= 100}>
      <span
        className="sb-bar-track"
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
      >
        <i style={{ width: `${percent}%` }} />
      </span>
      <b className="sy-number">{percent}%</b>
    </span>
  )
}

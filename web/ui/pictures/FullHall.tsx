/** Member limit: a hall in which every seat is taken. */
export function FullHall() {
  const rows = [
    { y: 92, xs: [84, 108, 132, 156], r: 7 },
    { y: 112, xs: [72, 96, 120, 144, 168], r: 8 },
    { y: 134, xs: [58, 84, 110, 136, 162, 188], r: 9 },
  ]
  return (
    <svg viewBox="0 0 240 160" className="sy-picture" aria-hidden="true">
      <path className="wash" d="M20 146c4-60 40-104 100-104s96 44 100 104Z" />
      <path className="fill-surface" d="M78 30h84v38H78z" />
      <path className="line" d="M78 30h84v38H78zM88 68v8M152 68v8" />
      <path className="line thin" d="M90 42h42M90 52h58" opacity=".6" />
      <circle className="fill-cinnabar" cx="150" cy="42" r="4.5" />
      {rows.map(({ y, xs, r }, row) =>
        xs.map((x, at) => (
          <g key={x}>
            <path
              className={(row + at) % 3 === 1 ? 'fill-accent' : 'fill-surface'}
              d={`M${x - r * 1.4} ${y + r * 2.1}c0-${r * 1.7} ${r * 2.8}-${r * 1.7} ${r * 2.8} 0Z`}
            />
            <circle className="fill-surface" cx={x} cy={y} r={r * 0.72} />
            <circle className="line" cx={x} cy={y} r={r * 0.72} />
            <path
              className="line"
              d={`M${x - r * 1.4} ${y + r * 2.1}c0-${r * 1.7} ${r * 2.8}-${r * 1.7} ${r * 2.8} 0`}
            />
          </g>
        )),
      )}
    </svg>
  )
}

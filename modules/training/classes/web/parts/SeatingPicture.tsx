import './workspace.css'
import { useText } from '#web/i18n/texts.ts'
import { isAt, type Spot } from './plans.ts'

interface Props {
  readonly rows: number
  readonly columns: number
  readonly seats: readonly (Spot & { readonly memberId: string; readonly fullName: string })[]
  /** Whose seat stands out. */
  readonly ownId?: string
}

const width = 92
const height = 44
const gap = 8
const frontHeight = 40
/** A seat has room for so many letters; a Chinese one takes the room of two. */
const roomMax = 12
const roomOf = (letter: string) => (/\p{Script=Han}/u.test(letter) ? 2 : 1)

/** A long name ends in three dots: the whole of it is the title of the seat. */
function shortened(name: string): string {
  const letters = [...name]
  let room = 0
  const kept = letters.filter((letter) => {
    room += roomOf(letter)
    return room <= roomMax - 2
  })
  return room > roomMax ? `${kept.join('').trimEnd()}…` : name
}

/** A seating plan as a picture, to look at and to print. Its list of names is for screen readers. */
export function SeatingPicture({ rows, columns, seats, ownId }: Props) {
  const t = useText('classes')
  const size = { width: columns * (width + gap) - gap, height: frontHeight + rows * (height + gap) - gap }
  const spots = Array.from({ length: rows * columns }, (_, at) => ({
    row: Math.floor(at / columns),
    column: at % columns,
  }))
  return (
    <>
      <svg className="cl-plan" {...size} viewBox={`0 0 ${size.width} ${size.height}`} aria-hidden="true">
        <text x={size.width / 2} y={18} textAnchor="middle">
          {t('seats.front')}
        </text>
        {spots.map((spot) => {
          const seat = seats.find(isAt(spot))
          const isOwn = seat !== undefined && seat.memberId === ownId
          const [x, y] = [spot.column * (width + gap), frontHeight + spot.row * (height + gap)]
          return (
            <g key={`${spot.row} ${spot.column}`} transform={`translate(${x} ${y})`}>
              <rect className={isOwn ? 'cl-own' : seat ? 'cl-taken' : ''} width={width} height={height} rx={6} />
              {seat && (
                <text
                  className={isOwn ? 'cl-own-name' : ''}
                  x={width / 2}
                  y={height / 2}
                  textAnchor="middle"
                  dominantBaseline="central"
                >
                  <title>{seat.fullName}</title>
                  {shortened(seat.fullName)}
                </text>
              )}
            </g>
          )
        })}
      </svg>
      <ul className="sy-visually-hidden">
        {seats.map(({ memberId, fullName, row, column }) => (
          <li key={memberId}>{t('seats.sits', { name: fullName, row: row + 1, column: column + 1 })}</li>
        ))}
      </ul>
    </>
  )
}

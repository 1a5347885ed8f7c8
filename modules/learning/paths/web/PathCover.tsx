import './cover.css'
import { Cover } from '#web/ui/Cover.tsx'

interface Props {
  readonly name: string
  readonly url: string | null
}

const road = 'M-8 174 C 70 150 40 118 120 124 S 176 150 214 124 S 196 84 244 74'

/** A path's picture; without one, a mountain road to a flag in ink. */
export function PathCover({ name, url }: Props) {
  const way = (
    <>
      <path d={road} className="lp-cover-road" />
      <path d="M244 74V40l22 8-22 9" className="lp-cover-flag" />
    </>
  )
  return <Cover name={name} url={url} front={way} />
}

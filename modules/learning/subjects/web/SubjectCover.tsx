import { Cover } from '#web/ui/Cover.tsx'
import type { SubjectType } from '../contract/wire.ts'

interface Props {
  readonly name: string
  readonly url: string | null
  readonly type: SubjectType
}

/** What stands before the hills, by type: books, a person, a way with flags, a gate. */
const motifs: Readonly<Record<SubjectType, string>> = {
  0: 'M132 128h12V66h-12zM148 128h14V56h-14zM166 128h12V72h-12zM182 128l14-3-12-58-14 3z',
  1: 'M160 50a20 20 0 1 1 0 40a20 20 0 0 1 0-40zM122 132c4-26 20-36 38-36s34 10 38 36z',
  2: 'M78 138c46 8 30-30 78-28s34-34 80-38M236 72V44l22 8-22 9M156 110V84l18 7-18 7',
  3: 'M118 136V78h9v58zM193 136V78h9v58zM104 78h112l-10-16H114zM127 94h66v9h-66z',
}

/** A subject's picture; without one, ink hills with what the subject is like. */
export function SubjectCover({ name, url, type }: Props) {
  return <Cover name={name} url={url} motif={<path d={motifs[type]} className="sb-cover-motif" data-type={type} />} />
}

import { useState } from 'react'
import { type ChosenMember, MemberPicker } from '#modules/platform/identity/web.tsx'

interface Props {
  readonly id?: string
  readonly value?: readonly string[]
  readonly onChange?: (memberIds: string[]) => void
  /** The names of those who were chosen before. */
  readonly known: readonly ChosenMember[]
  readonly label: string
  readonly max: number
}

/** Members in a form that keeps their ids, with their names. */
export function PeopleField({ value = [], onChange, known, ...picker }: Props) {
  const [names, setNames] = useState(() => new Map(known.map(({ id, fullName }) => [id, fullName])))
  return (
    <MemberPicker
      {...picker}
      value={value.map((id) => ({ id, fullName: names.get(id) ?? id }))}
      onChange={(members) => {
        setNames((before) => new Map([...before, ...members.map(({ id, fullName }) => [id, fullName] as const)]))
        onChange?.(members.map(({ id }) => id))
      }}
    />
  )
}

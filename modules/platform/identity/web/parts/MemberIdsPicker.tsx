import { useState } from 'react'
import MemberPicker, { type ChosenMember, type PickerProps } from './MemberPicker.tsx'

export interface MemberIdsPickerProps extends PickerProps {
  readonly value?: readonly string[]
  readonly onChange?: (memberIds: string[]) => void
  readonly max?: number
  /** The names of those who were chosen before. */
  readonly known?: readonly ChosenMember[]
}

/** A picker of several members, for forms with ids only. */
export default function MemberIdsPicker({ value = [], onChange, known = [], ...picker }: MemberIdsPickerProps) {
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

import { useState } from 'react'
import MemberPicker, { type PickerProps } from './MemberPicker.tsx'

export interface MemberIdsPickerProps extends PickerProps {
  readonly value?: readonly string[]
  readonly onChange?: (memberIds: string[]) => void
  readonly max?: number
}

/** A picker of several members, for forms with ids only. */
export default function MemberIdsPicker({ value = [], onChange, ...picker }: MemberIdsPickerProps) {
  const [names, setNames] = useState<ReadonlyMap<string, string>>(new Map())
  return (
    <MemberPicker
      {...picker}
      value={value.map((id) => ({ id, fullName: names.get(id) ?? id }))}
      onChange={(members) => {
        setNames(new Map(members.map(({ id, fullName }) => [id, fullName])))
        onChange?.(members.map(({ id }) => id))
      }}
    />
  )
}

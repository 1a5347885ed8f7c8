import { useState } from 'react'
import { MemberIdPicker } from '#modules/platform/identity/web.tsx'

/** Filters a list by member. */
export function MemberFilter({ label, onChange }: { label: string; onChange: (memberId?: string) => void }) {
  const [memberId, setMemberId] = useState<string | null>(null)
  return (
    <MemberIdPicker
      label={label}
      width={180}
      value={memberId}
      onChange={(chosen) => {
        setMemberId(chosen)
        onChange(chosen ?? undefined)
      }}
    />
  )
}

import { type ReactNode, useId } from 'react'
import type { ModuleSettings } from '../../contract/document.ts'

/** A label above a field that names itself by it. */
export function Labeled({ label, children }: { label: string; children: (labelId: string) => ReactNode }) {
  const id = useId()
  return (
    <div className="pe-field">
      <span id={id}>{label}</span>
      {children(id)}
    </div>
  )
}

export interface SettingProps {
  readonly settings: ModuleSettings
  readonly change: (part: Partial<ModuleSettings>, field: string) => void
}

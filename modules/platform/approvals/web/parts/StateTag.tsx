import { useText } from '#web/i18n/texts.ts'
import type { ProcessState } from '../../contract/actions.ts'
import './approvals.css'

const tones: Readonly<Record<ProcessState, string>> = {
  running: 'accent',
  revising: 'warning',
  agreed: 'success',
  refused: 'danger',
  withdrawn: 'faint',
}

/** The state of an application as text and color (map approval-result). */
export function StateTag({ state }: { state: ProcessState }) {
  const t = useText('approvals')
  return <span className={`ap-tag ap-tone-${tones[state]}`}>{t(`states.${state}`)}</span>
}

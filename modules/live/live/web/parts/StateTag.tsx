import { Tag } from 'antd'
import { useLanguage } from '#web/i18n/texts.ts'
import type { DisplayStatus } from '../../contract/states.ts'
import { stateLabel } from './labels.ts'

const colors: Readonly<Record<DisplayStatus, string | undefined>> = {
  0: undefined,
  1: 'processing',
  2: 'error',
  3: undefined,
  4: undefined,
  5: 'warning',
  6: 'error',
  7: undefined,
  8: 'processing',
}

/** The state of a live session. */
export function StateTag({ state }: { state: DisplayStatus }) {
  useLanguage()
  return (
    <Tag className="lv-word" color={colors[state]}>
      {stateLabel(state)}
    </Tag>
  )
}

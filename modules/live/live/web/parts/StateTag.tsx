import { Tag } from 'antd'
import { useLanguage } from '#web/i18n/texts.ts'
import type { DisplayStatus } from '../../contract/states.ts'
import { stateLabel } from './labels.ts'

const colors: Readonly<Record<DisplayStatus, string | undefined>> = {
  0: undefined,
  1: 'blue',
  2: 'red',
  3: undefined,
  4: undefined,
  5: 'gold',
  6: 'volcano',
  7: undefined,
  8: 'blue',
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

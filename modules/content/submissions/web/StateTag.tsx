import { Tag } from 'antd'
import type { SubmissionState } from '#kit/submissions.ts'
import { useText } from '#web/i18n/texts.ts'

const colors = { waiting: 'warning', accepted: 'success', returned: 'error' } as const

export function StateTag({ state }: { state: SubmissionState }) {
  const t = useText('submissions')
  return <Tag color={colors[state]}>{t(`states.${state}`)}</Tag>
}

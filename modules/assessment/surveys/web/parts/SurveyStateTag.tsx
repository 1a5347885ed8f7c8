import { Tag } from 'antd'
import { useText } from '#web/i18n/texts.ts'
import type { SurveyState } from '../../contract/states.ts'

const colors: Readonly<Record<SurveyState, string | undefined>> = {
  1: undefined,
  2: 'warning',
  3: 'processing',
  4: undefined,
  5: 'error',
}

/** The state of a survey, in the words of map `survey-status` (EXAM-019). */
export function SurveyStateTag({ state }: { state: SurveyState }) {
  const t = useText('surveys')
  return <Tag color={colors[state]}>{t(`maps.survey-status.${state}`)}</Tag>
}

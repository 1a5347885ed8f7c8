import { Tag } from 'antd'
import { useText } from '#web/i18n/texts.ts'
import type { AttemptListState, PublishingState, RecordState } from '../../contract/states.ts'

const recordColors: Readonly<Record<RecordState, string | undefined>> = {
  1: 'warning',
  2: undefined,
  3: 'processing',
  4: 'warning',
  5: 'error',
  6: 'success',
  7: 'success',
  8: 'success',
}
const listColors: Readonly<Record<AttemptListState, string | undefined>> = {
  1: undefined,
  2: 'processing',
  4: 'error',
  5: 'warning',
  6: 'success',
  7: 'error',
  8: 'success',
  9: 'success',
  10: 'success',
}
const publishingColors: Readonly<Record<PublishingState, string | undefined>> = {
  1: undefined,
  2: 'warning',
  3: undefined,
  4: 'processing',
  5: 'processing',
  6: undefined,
  7: 'warning',
}

/** The state of the own record, in the words of map `exam-record`. */
export function RecordTag({ state }: { state: RecordState }) {
  const t = useText('exams')
  return <Tag color={recordColors[state]}>{t(`maps.exam-record.${state}`)}</Tag>
}

/** The state of an attempt in the administrator's list, in the words of map `exam-record-list-2`. */
export function AttemptTag({ state }: { state: AttemptListState }) {
  const t = useText('exams')
  return <Tag color={listColors[state]}>{t(`maps.exam-record-list-2.${state}`)}</Tag>
}

/** Whether an exam can be entered, in the words of map `exam-publishing`. */
export function PublishingTag({ state }: { state: PublishingState }) {
  const t = useText('exams')
  return <Tag color={publishingColors[state]}>{t(`maps.exam-publishing.${state}`)}</Tag>
}

import { Tag } from 'antd'
import { useText } from '#web/i18n/texts.ts'
import type { StudyStatus } from '../../contract/wire.ts'

const colors: Readonly<Record<StudyStatus, string | undefined>> = {
  0: undefined,
  1: 'processing',
  2: 'success',
  3: undefined,
  4: 'success',
  5: 'warning',
  6: 'error',
}

export function StudyTag({ status }: { status: StudyStatus }) {
  const t = useText('courses')
  return (
    <Tag className="co-tag" color={colors[status]}>
      {t(`maps.course-study-status.${status}`)}
    </Tag>
  )
}

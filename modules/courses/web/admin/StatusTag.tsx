import { Tag } from 'antd'
import { useText } from '#web/i18n/texts.ts'
import type { CourseStatus } from '../../contract/wire.ts'

const colors: Readonly<Record<CourseStatus, string | undefined>> = {
  draft: undefined,
  'on-shelf': 'success',
  'off-shelf': 'error',
}

export function StatusTag({ status }: { status: CourseStatus }) {
  const t = useText('courses')
  return (
    <Tag className="co-tag" color={colors[status]}>
      {t(`maps.course-status.${status}`)}
    </Tag>
  )
}

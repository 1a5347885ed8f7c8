import { Tag } from 'antd'
import { useText } from '#web/i18n/texts.ts'
import type { ApprovalState, CourseStatus } from '../../contract/wire.ts'

const colors: Readonly<Record<CourseStatus, string | undefined>> = {
  draft: undefined,
  'on-shelf': 'success',
  'off-shelf': 'error',
}
const approvalColors: Readonly<Record<ApprovalState, string>> = {
  waiting: 'processing',
  returned: 'warning',
  refused: 'error',
}

interface Props {
  readonly status: CourseStatus
  readonly approval?: { readonly state: ApprovalState } | null
}

/** The status of a course, and beside it where its application to publish stands. */
export function StatusTag({ status, approval }: Props) {
  const t = useText('courses')
  return (
    <>
      <Tag className="co-tag" color={colors[status]}>
        {t(`maps.course-status.${status}`)}
      </Tag>
      {approval && (
        <Tag className="co-tag" color={approvalColors[approval.state]}>
          {t(`approval.tag.${approval.state}`)}
        </Tag>
      )}
    </>
  )
}

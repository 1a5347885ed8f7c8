import './management-list.css'
import { Tag } from 'antd'
import type { AuthoredContent } from '#kit/authored-content.ts'
import { useText } from '#web/i18n/texts.ts'

export type StatusTagsProps = Pick<AuthoredContent, 'status'> &
  Partial<Pick<AuthoredContent, 'approval' | 'hasUnpublishedChanges'>>

const statusColors = { draft: undefined, 'on-shelf': 'success', 'off-shelf': 'error' } as const
const approvalColors = { waiting: 'processing', returned: 'warning', refused: 'error' } as const

/** The status of authored content, the state of its application (map `subject-status`), and whether changes wait. */
export default function StatusTags({ status, approval, hasUnpublishedChanges }: StatusTagsProps) {
  const t = useText('catalog')
  return (
    <span className="managed-tags">
      <Tag color={statusColors[status]}>{t(`status.${status}`)}</Tag>
      {approval && <Tag color={approvalColors[approval.state]}>{t(`approval.${approval.state}`)}</Tag>}
      {hasUnpublishedChanges && <Tag color="warning">{t('unpublished')}</Tag>}
    </span>
  )
}

import { Tag } from 'antd'
import { useText } from '#web/i18n/texts.ts'
import type { AuthoredSubject } from '../../contract/authoring.ts'

const colors = { draft: undefined, 'on-shelf': 'success', 'off-shelf': 'error' } as const
const approvals = { waiting: ['approving', 'processing'], refused: ['rejected', 'error'] } as const

type Props = Pick<AuthoredSubject, 'status' | 'approval' | 'hasUnpublishedChanges'>

/** The status of a subject (map `subject-status`), where its application stands, and what is not published yet. */
export function StatusTags({ status, approval, hasUnpublishedChanges }: Props) {
  const t = useText('subjects')
  const state = approval?.state
  return (
    <span className="sb-tags">
      <Tag color={colors[status]}>{t(`maps.subject-status.${status}`)}</Tag>
      {state === 'returned' && <Tag color="warning">{t('authoring.returned')}</Tag>}
      {(state === 'waiting' || state === 'refused') && (
        <Tag color={approvals[state][1]}>{t(`maps.subject-status.${approvals[state][0]}`)}</Tag>
      )}
      {hasUnpublishedChanges && <Tag color="warning">{t('authoring.unpublished')}</Tag>}
    </span>
  )
}

import { Form } from 'antd'
import { FileIdsField } from '#modules/platform/files/web.tsx'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { FormModal, ReasonField } from '#web/ui/FormModal.tsx'
import { leaveFilesMax, leaveReasonLengthMax } from '../../contract/leave.ts'
import type { OwnSession } from '../../contract/own.ts'
import { attendance } from '../../contract.ts'

interface Values {
  readonly reason: string
  readonly fileIds?: string[]
}

/** Asks for leave from a session. */
export function LeaveDialog({ classId, one, onClose }: { classId: string; one: OwnSession; onClose: () => void }) {
  const t = useText('attendance')
  return (
    <FormModal<Values, unknown>
      title={t('own.askTitle', { title: one.title })}
      hint={t('own.askHint')}
      okText={t('own.askLeave')}
      onSubmit={({ reason, fileIds = [] }) =>
        call(attendance.askLeave, { params: { id: classId }, body: { checkInId: one.id, reason, fileIds } })
      }
      done={t('own.asked')}
      onClose={onClose}
    >
      <ReasonField label={t('own.askReason')} needed={t('own.reasonNeeded')} maxLength={leaveReasonLengthMax} />
      <Form.Item name="fileIds" label={t('own.files')}>
        <Files />
      </Form.Item>
    </FormModal>
  )
}

/** The form gives it its value. */
function Files({ value = [], onChange }: { value?: readonly string[]; onChange?: (fileIds: string[]) => void }) {
  return <FileIdsField max={leaveFilesMax} fileIds={value} onChange={(fileIds) => onChange?.(fileIds)} />
}

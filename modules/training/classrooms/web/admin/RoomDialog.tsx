import '../parts/rooms.css'
import { Form, Input, Select, Switch } from 'antd'
import { CoverField } from '#modules/platform/files/web.tsx'
import { MemberIdsPicker, OrganizationPicker } from '#modules/platform/identity/web.tsx'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { useSession } from '#web/session.ts'
import { Cover } from '#web/ui/Cover.tsx'
import { FormModal } from '#web/ui/FormModal.tsx'
import { NameField } from '#web/ui/NameField.tsx'
import { NumberField } from '#web/ui/NumberField.tsx'
import { managesRooms } from '../../contract/access.ts'
import {
  aheadDaysMax,
  equipmentLengthMax,
  equipmentMax,
  type ManagedRoom,
  newRoom,
  noteLengthMax,
  type RoomInput,
  roomManagersMax,
  roomNameLengthMax,
  roomOrganizationsMax,
  seatsMax,
} from '../../contract/rooms.ts'
import { classrooms } from '../../contract.ts'
import { HoursField } from './HoursField.tsx'

/** What is written of a room; its list knows more. */
const fieldsOf = (room: ManagedRoom): RoomInput => {
  const { name, building, seats, equipment, pictureFileId, note, hours, isReviewed, aheadDays } = room
  const { organizationId, organizationIds, managerIds, isEnabled } = room
  return {
    ...{ name, building, seats, equipment, pictureFileId, note, hours, isReviewed, aheadDays },
    ...{ organizationId, organizationIds, managerIds, isEnabled },
  }
}

/** Adds a room, or changes one. */
export function RoomDialog({ edited, onClose }: { edited: ManagedRoom | 'new'; onClose: () => void }) {
  const t = useText('classrooms')
  const { user, dataPermission } = useSession()
  const isNew = edited === 'new'
  const managed = dataPermission.get(managesRooms.permission) ?? []
  const own = managed.find((one) => one === user?.organization.id) ?? managed[0] ?? ''
  const before = isNew ? { ...newRoom, organizationId: own } : fieldsOf(edited)
  const submit = async (values: RoomInput) => {
    const body = { ...newRoom, ...before, ...values }
    if (isNew) await call(classrooms.createRoom, { body })
    else await call(classrooms.changeRoom, { params: { id: edited.id }, body: { ...body, revision: edited.revision } })
  }
  return (
    <FormModal<RoomInput, void>
      title={isNew ? t('rooms.add') : edited.name}
      width={760}
      initialValues={before}
      onSubmit={submit}
      done={t('rooms.saved')}
      onClose={onClose}
    >
      <div className="cr-form-columns">
        <NameField label={t('rooms.name')} needed={t('rooms.nameNeeded')} maxLength={roomNameLengthMax} />
        <Form.Item name="building" label={t('rooms.building')}>
          <Input maxLength={roomNameLengthMax} />
        </Form.Item>
        <NumberField
          name="seats"
          label={t('rooms.seats')}
          needed={t('rooms.seatsNeeded')}
          min={1}
          max={seatsMax}
          precision={0}
        />
        <Form.Item name="equipment" label={t('rooms.equipment')} extra={t('rooms.equipmentHint')}>
          <Select
            mode="tags"
            maxCount={equipmentMax}
            open={false}
            suffixIcon={null}
            maxTagTextLength={equipmentLengthMax}
          />
        </Form.Item>
      </div>
      <Form.Item name="hours" label={t('rooms.hours')} extra={t('rooms.hoursHint')}>
        <HoursField />
      </Form.Item>
      <div className="cr-form-columns">
        <Form.Item
          name="organizationId"
          label={t('rooms.organization')}
          extra={t('rooms.organizationHint')}
          rules={[{ required: true, message: t('rooms.organizationNeeded') }]}
        >
          <OrganizationPicker label={t('rooms.organization')} />
        </Form.Item>
        <Form.Item name="organizationIds" label={t('rooms.audience')} extra={t('rooms.audienceHint')}>
          <OrganizationPicker multiple allowClear max={roomOrganizationsMax} label={t('rooms.everyone')} />
        </Form.Item>
        <Form.Item name="managerIds" label={t('rooms.managers')} extra={t('rooms.managersHint')}>
          <MemberIdsPicker label={t('rooms.managers')} max={roomManagersMax} known={isNew ? [] : edited.managers} />
        </Form.Item>
        <NumberField
          name="aheadDays"
          label={t('rooms.aheadDays')}
          extra={t('rooms.aheadDaysHint')}
          min={1}
          max={aheadDaysMax}
          precision={0}
        />
        <Form.Item name="isReviewed" label={t('rooms.review')} extra={t('rooms.reviewHint')} valuePropName="checked">
          <Switch />
        </Form.Item>
        <Form.Item name="isEnabled" label={t('rooms.enabled')} extra={t('rooms.enabledHint')} valuePropName="checked">
          <Switch />
        </Form.Item>
      </div>
      <Form.Item name="note" label={t('rooms.note')}>
        <Input.TextArea maxLength={noteLengthMax} showCount autoSize={{ minRows: 2, maxRows: 4 }} />
      </Form.Item>
      <Form.Item name="pictureFileId" label={t('rooms.picture')}>
        <RoomPicture />
      </Form.Item>
    </FormModal>
  )
}

function RoomPicture({
  value = null,
  onChange,
}: {
  value?: string | null
  onChange?: (fileId: string | null) => void
}) {
  const t = useText('classrooms')
  const name = Form.useWatch('name') as string | undefined
  return (
    <CoverField
      chosen={value !== null}
      hint={t('rooms.pictureHint')}
      tooLarge={t('rooms.pictureTooLarge')}
      onChange={(file) => onChange?.(file?.id ?? null)}
    >
      <Cover name={name ?? ''} url={value === null ? null : `files/${value}`} titled />
    </CoverField>
  )
}

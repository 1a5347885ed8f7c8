import { Checkbox, Form, Input } from 'antd'
import { OrganizationPicker } from '#modules/platform/identity/web.tsx'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { MomentField } from '#web/ui/DateFields.tsx'
import { FormModal } from '#web/ui/FormModal.tsx'
import { type ManagedNotice, noticeLengthMax, notices, noticeTitleLengthMax } from '../../contract.ts'

interface Values {
  readonly title: string
  readonly content: string
  readonly organizationIds?: string[]
  readonly isPinned?: boolean
  readonly expiresAt?: number | null
  readonly readAgain?: boolean
}

interface Props {
  /** A new one where none is given. */
  readonly notice?: ManagedNotice
  readonly onClose: () => void
}

/** Writes a draft, or changes a notice. */
export function NoticeFormModal({ notice, onClose }: Props) {
  const t = useText('notices')
  const submit = async ({
    title,
    content,
    organizationIds = [],
    isPinned = false,
    expiresAt = null,
    readAgain,
  }: Values) => {
    const body = { title, content, organizationIds, isPinned, expiresAt }
    if (notice)
      await call(notices.changeNotice, {
        params: { id: notice.id },
        body: { ...body, revision: notice.revision, readAgain },
      })
    else await call(notices.createNotice, { body })
  }
  return (
    <FormModal<Values, void>
      title={t(notice ? 'admin.edit' : 'admin.create')}
      okText={t('form.save')}
      initialValues={notice && { ...notice, readAgain: false }}
      onSubmit={submit}
      done={t('form.saved')}
      onClose={onClose}
    >
      <Form.Item
        name="title"
        label={t('form.title')}
        rules={[{ required: true, whitespace: true, message: t('form.titleNeeded') }]}
      >
        <Input maxLength={noticeTitleLengthMax} showCount />
      </Form.Item>
      <Form.Item
        name="content"
        label={t('form.content')}
        rules={[{ required: true, whitespace: true, message: t('form.contentNeeded') }]}
      >
        <Input.TextArea maxLength={noticeLengthMax} showCount autoSize={{ minRows: 6, maxRows: 14 }} />
      </Form.Item>
      <Form.Item name="organizationIds" label={t('form.audience')} extra={t('form.audienceHint')}>
        <OrganizationPicker multiple allowClear max={100} label={t('form.audiencePlaceholder')} />
      </Form.Item>
      <Form.Item name="expiresAt" label={t('form.expires')} extra={t('form.expiresHint')}>
        <MomentField disabledDate={(day) => day.endOf('day').valueOf() < Date.now()} />
      </Form.Item>
      <Form.Item name="isPinned" valuePropName="checked">
        <Checkbox>{t('form.pinned')}</Checkbox>
      </Form.Item>
      {notice?.status === 'published' && (
        <Form.Item name="readAgain" valuePropName="checked" extra={t('form.readAgainHint')}>
          <Checkbox>{t('form.readAgain')}</Checkbox>
        </Form.Item>
      )}
    </FormModal>
  )
}

import { Form, Input, Radio, Select } from 'antd'
import { useNavigate } from 'react-router'
import { everybody } from '#modules/platform/identity/contract.ts'
import { AudienceField, OrganizationPicker } from '#modules/platform/identity/web.tsx'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { FormModal } from '#web/ui/FormModal.tsx'
import { type ManagedPage, pageNameLengthMax } from '../../contract/managing.ts'
import { type PageKind, pageKinds } from '../../contract/shown.ts'
import { type TemplateName, templateNames } from '../../contract/templates.ts'
import { pages } from '../../contract.ts'
import { pagePaths } from '../paths.ts'

interface Values {
  readonly kind: PageKind
  readonly nameCn: string
  readonly nameEn?: string
  readonly organizationId?: string
  readonly audiences: string[]
  readonly template: TemplateName
}

interface Props {
  /** The page whose draft the new one begins with. */
  readonly copied?: ManagedPage
  readonly onClose: () => void
}

/** Begins a page from a template, or with the draft of another one, and opens its editor. */
export function PageModal({ copied, onClose }: Props) {
  const t = useText('pages')
  const navigate = useNavigate()
  const [form] = Form.useForm<Values>()
  const kind = Form.useWatch('kind', form)
  const submit = async ({ nameCn, nameEn = '', organizationId = undefined, ...values }: Values) => {
    const names = { nameCn, nameEn }
    const { id } = copied
      ? await call(pages.copyPage, { params: { id: copied.id }, body: names })
      : await call(pages.createPage, {
          body: { ...values, ...names, parentId: null, organizationId: organizationId ?? null },
        })
    void navigate(pagePaths.edit(id))
  }
  return (
    <FormModal<Values, void>
      form={form}
      title={copied ? t('managing.copyOf', { name: copied.nameCn }) : t('managing.create')}
      okText={t(copied ? 'managing.copy' : 'managing.begin')}
      initialValues={{
        ...{ kind: 'branch', audiences: [everybody], template: 'branch' },
        ...(copied && { nameCn: t('managing.copyName', { name: copied.nameCn }), nameEn: copied.nameEn }),
      }}
      onSubmit={submit}
      onClose={onClose}
    >
      {!copied && (
        <Form.Item name="kind" label={t('managing.kind')} extra={t(`kindHints.${kind ?? 'branch'}`)}>
          <Radio.Group options={pageKinds.map((value) => ({ value, label: t(`kinds.${value}`) }))} />
        </Form.Item>
      )}
      <Form.Item
        name="nameCn"
        label={t('managing.nameCn')}
        rules={[{ required: true, whitespace: true, message: t('managing.nameNeeded') }]}
      >
        <Input maxLength={pageNameLengthMax} showCount />
      </Form.Item>
      <Form.Item name="nameEn" label={t('managing.nameEn')}>
        <Input maxLength={pageNameLengthMax} showCount />
      </Form.Item>
      {!copied && (
        <>
          <Form.Item
            name="organizationId"
            label={t('managing.organization')}
            extra={t('managing.organizationHint')}
            rules={[{ required: kind === 'branch', message: t('managing.organizationNeeded') }]}
          >
            <OrganizationPicker allowClear label={t('managing.wholeCompany')} />
          </Form.Item>
          <Form.Item
            name="audiences"
            label={t('managing.audiences')}
            rules={[{ type: 'array', required: true, message: t('managing.audiencesNeeded') }]}
          >
            <AudienceField />
          </Form.Item>
          <Form.Item name="template" label={t('managing.template')}>
            <Select options={templateNames.map((value) => ({ value, label: t(`templates.${value}`) }))} />
          </Form.Item>
        </>
      )}
    </FormModal>
  )
}

import { Button, Drawer, Form } from 'antd'
import type { CallInput } from '#kit/contract.ts'
import { type CallError, isRefusal } from '#web/api/call-error.ts'
import { call, callForFile } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { notify } from '#web/ui/notify.ts'
import { useAction } from '#web/ui/use-action.ts'
import { PLACEHOLDER_UNKNOWN, TEMPLATE_NAME_TAKEN } from '../../contract/shapes.ts'
import { certificates } from '../../contract.ts'
import type { FormValues } from './form-values.ts'
import { TemplateFields } from './TemplateFields.tsx'
import type { TemplateRow } from './template-row.ts'

type Body = CallInput<typeof certificates.createTemplate>['body']

const fresh: FormValues = {
  name: '',
  design: 'classic',
  titleCn: '结业证书',
  titleEn: 'Certificate of Completion',
  bodyCn: '已于{date}完成《{item}》全部学习内容，考核合格，特发此证。',
  bodyEn: 'has completed “{item}” on {date} and is awarded this certificate.',
  issuerCn: '',
  issuerEn: '',
  signatory: '',
  numberPrefix: '',
  limited: false,
  validityMonths: 24,
  renewalDays: 30,
  reminderDays: [90, 60, 30, 7],
  renewal: null,
  enabled: true,
}

function valuesOf(template: TemplateRow): FormValues {
  const { id, renewalName, revision, updatedAt, itemCount, counts, validityMonths, ...values } = template
  return { ...values, limited: validityMonths !== null, validityMonths: validityMonths ?? 24 }
}

function bodyOf({ limited, validityMonths, renewal, ...values }: FormValues): Body {
  return {
    ...values,
    validityMonths: limited ? validityMonths : null,
    renewal: limited && renewal ? { businessType: renewal.businessType, businessId: renewal.businessId } : null,
  }
}

interface Props {
  /** A new one where none is given. */
  readonly template?: TemplateRow
  readonly onClose: () => void
}

/** Writes a template, with a look at what comes out of it. */
export function TemplateDrawer({ template, onClose }: Props) {
  const t = useText('certificates')
  const [form] = Form.useForm<FormValues>()
  const { busyWith, run } = useAction()
  const attempt = async (what: 'save' | 'preview', work: (body: Body) => Promise<void>) => {
    try {
      await form.validateFields()
    } catch {
      return
    }
    const showRefusal = (error: CallError) => {
      if (isRefusal(error, TEMPLATE_NAME_TAKEN)) form.setFields([{ name: 'name', errors: [t('errors.380203')] }])
      if (isRefusal(error, PLACEHOLDER_UNKNOWN)) {
        const { placeholder = '', field = 'bodyCn' } = error.data as {
          placeholder?: string
          field?: 'bodyCn' | 'bodyEn'
        }
        form.setFields([{ name: field, errors: [t('errors.380202', { placeholder: `{${placeholder}}` })] }])
      }
    }
    // Fields that are not shown now keep what they had.
    await run(() => work(bodyOf(form.getFieldsValue(true) as FormValues)), { name: what, onFailure: showRefusal })
  }
  const handles = [TEMPLATE_NAME_TAKEN, PLACEHOLDER_UNKNOWN]
  const save = () =>
    attempt('save', async (body) => {
      if (template) {
        const { id, revision } = template
        await call(certificates.changeTemplate, { params: { id }, body: { ...body, revision } }, { handles })
      } else await call(certificates.createTemplate, { body }, { handles })
      notify('success', t('form.saved'))
      onClose()
    })
  const preview = () =>
    attempt('preview', async (body) => {
      const { blob } = await callForFile(certificates.previewTemplate, { body }, { handles })
      const address = URL.createObjectURL(new Blob([blob], { type: 'application/pdf' }))
      window.open(address, '_blank', 'noopener')
      window.setTimeout(() => URL.revokeObjectURL(address), previewLastsMs)
    })
  return (
    <Drawer
      open
      size={640}
      title={t(template ? 'form.editTitle' : 'form.createTitle')}
      onClose={onClose}
      footer={
        <div className="sy-toolbar">
          <Button type="primary" loading={busyWith === 'save'} onClick={() => void save()}>
            {t('form.save')}
          </Button>
          <Button loading={busyWith === 'preview'} onClick={() => void preview()}>
            {t('form.preview')}
          </Button>
          {template && <span className="sy-faint">{t('form.keptHint')}</span>}
        </div>
      }
    >
      <Form<FormValues>
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={template ? valuesOf(template) : fresh}
      >
        <TemplateFields renewalName={template?.renewalName ?? null} />
      </Form>
    </Drawer>
  )
}

const previewLastsMs = 60_000

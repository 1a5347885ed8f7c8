import { Form, Input, InputNumber, Select, Switch } from 'antd'
import { ContentField } from '#modules/content/catalog/web.tsx'
import { useText } from '#web/i18n/texts.ts'
import { DesignChooser } from './DesignChooser.tsx'

const placeholders = ['name', 'item', 'date', 'hours', 'credits', 'number'] as const

export function TemplateFields({ renewalName }: { renewalName: string | null }) {
  const t = useText('certificates')
  const limited = Form.useWatch('limited')
  const title: unknown = Form.useWatch('titleCn')
  const needed = [{ required: true, whitespace: true, message: t('form.needed') }]
  const optional = t('form.optional')
  return (
    <>
      <Form.Item name="name" label={t('form.name')} extra={t('form.nameHint')} rules={needed}>
        <Input maxLength={60} />
      </Form.Item>
      <Form.Item name="design" label={t('form.design')}>
        <DesignChooser title={typeof title === 'string' ? title : ''} />
      </Form.Item>
      <div className="ce-two">
        <Form.Item name="titleCn" label={t('form.titleCn')} rules={needed}>
          <Input maxLength={30} />
        </Form.Item>
        <Form.Item name="titleEn" label={t('form.titleEn')}>
          <Input maxLength={80} placeholder={optional} />
        </Form.Item>
      </div>
      <Form.Item name="bodyCn" label={t('form.bodyCn')} rules={needed} extra={<Placeholders />}>
        <Input.TextArea rows={3} maxLength={400} />
      </Form.Item>
      <Form.Item name="bodyEn" label={t('form.bodyEn')}>
        <Input.TextArea rows={3} maxLength={800} showCount placeholder={optional} />
      </Form.Item>
      <div className="ce-two">
        <Form.Item name="issuerCn" label={t('form.issuerCn')} rules={needed}>
          <Input maxLength={60} />
        </Form.Item>
        <Form.Item name="issuerEn" label={t('form.issuerEn')}>
          <Input maxLength={120} placeholder={optional} />
        </Form.Item>
        <Form.Item name="signatory" label={t('form.signatory')}>
          <Input maxLength={40} placeholder={optional} />
        </Form.Item>
        <Form.Item
          name="numberPrefix"
          label={t('form.prefix')}
          extra={t('form.prefixHint')}
          rules={[{ required: true, pattern: /^[A-Za-z0-9]{1,12}$/, message: t('form.prefixHint') }]}
        >
          <Input maxLength={12} />
        </Form.Item>
      </div>
      <Form.Item name="limited" label={t('form.validity')} valuePropName="checked">
        <Switch checkedChildren={t('form.months')} unCheckedChildren={t('form.forever')} />
      </Form.Item>
      {limited === true && <Validity renewalName={renewalName} />}
      <Form.Item name="enabled" label={t('form.enabled')} valuePropName="checked" extra={t('form.enabledHint')}>
        <Switch />
      </Form.Item>
    </>
  )
}

/** Days before the end, from which the reminders are chosen. */
const reminderChoices = [180, 120, 90, 60, 45, 30, 14, 7, 3, 1] as const
const remindersMax = 6

function Validity({ renewalName }: { renewalName: string | null }) {
  const t = useText('certificates')
  const whole = (max: number) => [{ required: true, type: 'integer' as const, min: 1, max, message: t('form.needed') }]
  return (
    <>
      <div className="ce-two">
        <Form.Item name="validityMonths" label={t('form.validityMonths')} rules={whole(600)}>
          <InputNumber min={1} max={600} precision={0} suffix={t('form.months')} style={{ width: '100%' }} />
        </Form.Item>
        <Form.Item name="renewalDays" label={t('form.renewalDays')} extra={t('form.renewalHint')} rules={whole(365)}>
          <InputNumber min={1} max={365} precision={0} style={{ width: '100%' }} />
        </Form.Item>
      </div>
      <Form.Item name="reminderDays" label={t('form.reminderDays')} extra={t('form.reminderHint')}>
        <Select
          mode="multiple"
          maxCount={remindersMax}
          options={reminderChoices.map((days) => ({ value: days, label: t('form.daysBefore', { count: days }) }))}
        />
      </Form.Item>
      <Form.Item name="renewal" label={t('form.renewalItem')} extra={t('form.renewalItemHint')}>
        <ContentField label={t('form.renewalSame')} name={renewalName} isOptional />
      </Form.Item>
    </>
  )
}

function Placeholders() {
  const t = useText('certificates')
  return (
    <span className="sy-flow sy-note ce-placeholders">
      {t('form.placeholders')}
      {placeholders.map((name) => (
        <span key={name}>
          <code>{`{${name}}`}</code> {t(`form.${name}_`)}
        </span>
      ))}
    </span>
  )
}

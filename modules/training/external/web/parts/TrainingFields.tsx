import { Form, Input, Select } from 'antd'
import { useText } from '#web/i18n/texts.ts'
import { DayField } from '#web/ui/DateFields.tsx'
import { externalKinds, titleLengthMax } from '../../contract/fields.ts'

/** What activity and report say of the training itself. */
export function TrainingFields() {
  const t = useText('external')
  return (
    <>
      <Form.Item
        name="title"
        label={t('report.title')}
        rules={[{ required: true, whitespace: true, message: t('report.titleNeeded') }]}
      >
        <Input maxLength={titleLengthMax} />
      </Form.Item>
      <div className="ext-columns">
        <Form.Item name="kind" label={t('report.kind')}>
          <Select options={externalKinds.map((value) => ({ value, label: t(`maps.kind.${value}`) }))} />
        </Form.Item>
        <Form.Item name="provider" label={t('report.provider')}>
          <Input maxLength={titleLengthMax} />
        </Form.Item>
        <Form.Item name="startsOn" label={t('report.startsOn')}>
          <DayField />
        </Form.Item>
        <Form.Item name="endsOn" label={t('report.endsOn')}>
          <DayField />
        </Form.Item>
        <Form.Item name="place" label={t('report.place')}>
          <Input maxLength={titleLengthMax} />
        </Form.Item>
      </div>
    </>
  )
}

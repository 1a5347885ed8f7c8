import { useQuery } from '@tanstack/react-query'
import { Button, Form, InputNumber, Select } from 'antd'
import { useState } from 'react'
import { RubricFields } from '#modules/assessment/exams/web.tsx'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { FormModal } from '#web/ui/FormModal.tsx'
import { lateRules, type TaskRules, tenthsMax, versionsMaxMax } from '../../contract/shapes.ts'
import { homework } from '../../contract.ts'

interface Params {
  readonly id: string
  readonly activityId: string
}

/** How a homework is handed in and marked. */
export function RulesButton({ params }: { params: Params }) {
  const t = useText('homework')
  const [isOpen, setIsOpen] = useState(false)
  const { data } = useQuery(q(homework.homeworkTask, { params }))
  if (!data || data.isClosed) return null
  const { lateRule, versionsMax, maxTenths, passTenths, rubric } = data
  const rules = { lateRule, versionsMax, maxTenths, passTenths, rubric }
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>{t('rules.change')}</Button>
      {isOpen && <RulesDialog params={params} rules={rules} onClose={() => setIsOpen(false)} />}
    </>
  )
}

interface Values {
  readonly lateRule: TaskRules['lateRule']
  readonly versionsMax: number
  readonly max: number
  readonly pass: number | null
  readonly rubric: TaskRules['rubric']
}

interface DialogProps {
  readonly params: Params
  readonly rules: TaskRules
  readonly onClose: () => void
}

const tenthsOf = (points: number) => Math.round(points * 10)

function RulesDialog({ params, rules, onClose }: DialogProps) {
  const t = useText('homework')
  const { lateRule, versionsMax, maxTenths, passTenths, rubric } = rules
  const [form] = Form.useForm<Values>()
  const isByRubric = (Form.useWatch('rubric', form) ?? rubric ?? []).length > 0
  const max = Form.useWatch('max', form) ?? maxTenths / 10
  const save = (values: Values) => {
    const chosen = values.rubric && values.rubric.length > 0 ? values.rubric : null
    const body = {
      ...{ lateRule: values.lateRule, versionsMax: values.versionsMax, rubric: chosen },
      ...{ maxTenths: tenthsOf(values.max), passTenths: values.pass === null ? null : tenthsOf(values.pass) },
    }
    return call(homework.changeHomeworkTask, { params, body })
  }
  return (
    <FormModal<Values, unknown>
      form={form}
      title={t('rules.title')}
      width={640}
      hint={t('rules.hint')}
      initialValues={{
        ...{ lateRule, versionsMax, rubric: rubric ?? [], max: maxTenths / 10 },
        pass: passTenths === null ? null : passTenths / 10,
      }}
      onSubmit={save}
      done={t('rules.saved')}
      onClose={onClose}
    >
      <Form.Item name="lateRule" label={t('rules.late')}>
        <Select options={lateRules.map((value) => ({ value, label: t(`rules.lateRule.${value}`) }))} />
      </Form.Item>
      <Form.Item
        name="versionsMax"
        label={t('rules.versions')}
        extra={t('rules.versionsHint')}
        rules={[{ required: true }]}
      >
        <InputNumber min={1} max={versionsMaxMax} precision={0} />
      </Form.Item>
      <Form.Item
        name="max"
        label={t('rules.max')}
        extra={isByRubric ? t('rules.maxByRubric') : undefined}
        rules={[{ required: true }]}
      >
        <InputNumber min={0.1} max={tenthsMax / 10} precision={1} disabled={isByRubric} />
      </Form.Item>
      <Form.Item name="pass" label={t('rules.pass')} extra={t('rules.passHint')}>
        <InputNumber min={0} max={tenthsMax / 10} precision={1} />
      </Form.Item>
      <RubricFields maxTenths={tenthsOf(max)} />
    </FormModal>
  )
}

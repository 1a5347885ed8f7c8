import { Form, Input, Select } from 'antd'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { FormModal } from '#web/ui/FormModal.tsx'
import { FORM_INCOMPLETE } from '../../contract/codes.ts'
import { type FormAnswers, type FormField, formAnswerLengthMax } from '../../contract/fields.ts'
import type { ClassDetails } from '../../contract/learning.ts'
import type { EnrollmentState } from '../../contract/states.ts'
import { classes } from '../../contract.ts'
import { enrolledText } from './enrolled-text.ts'

const inputModes = { text: 'text', number: 'decimal', phone: 'tel', choice: 'text' } as const

/** The questions of a class, as items of a form. */
function AnswerFields({ form }: { form: readonly FormField[] }) {
  const t = useText('classes')
  return form.map(({ key, label, kind, choices, isRequired }) => (
    <Form.Item
      key={key}
      name={key}
      label={isRequired ? label : t('signUp.optional', { label })}
      rules={isRequired ? [{ required: true, whitespace: true, message: t('enroll.answerNeeded') }] : []}
    >
      {kind === 'choice' ? (
        <Select allowClear={!isRequired} options={choices.map((value) => ({ value, label: value }))} />
      ) : (
        <Input maxLength={formAnswerLengthMax} inputMode={inputModes[kind]} />
      )}
    </Form.Item>
  ))
}

/** The form that a class asks for before it enrolls somebody. */
export function EnrollDialog({ one, onClose }: { one: ClassDetails; onClose: () => void }) {
  const t = useText('classes')
  return (
    <FormModal<FormAnswers, { readonly state: EnrollmentState }>
      title={t('enroll.title', { name: one.name })}
      okText={t(one.placesTaken >= one.capacity ? 'enroll.wait' : 'enroll.action')}
      initialValues={one.enrollment.answers}
      onSubmit={(answers) => {
        const given = Object.entries(answers).filter(([, answer]) => (answer ?? '') !== '')
        const body = { answers: Object.fromEntries(given) }
        return call(classes.enroll, { params: { id: one.id }, body }, { handles: [FORM_INCOMPLETE] })
      }}
      problemsOf={(error) => {
        const key = error.errorCode === FORM_INCOMPLETE.code ? String(error.data?.key ?? '') : ''
        return key === '' ? undefined : { [key]: t('enroll.answerWrong') }
      }}
      done={(answer) => enrolledText(t, answer)}
      onClose={onClose}
    >
      <AnswerFields form={one.form} />
    </FormModal>
  )
}

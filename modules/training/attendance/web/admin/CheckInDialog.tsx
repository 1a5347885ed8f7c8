import { useQuery } from '@tanstack/react-query'
import { Form, Input, Select } from 'antd'
import { useEffect } from 'react'
import { classes } from '#modules/training/classes/contract.ts'
import { type CallError, isRefusal } from '#web/api/call-error.ts'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { MomentRangeField } from '#web/ui/DateFields.tsx'
import { FormModal } from '#web/ui/FormModal.tsx'
import {
  type CheckIn,
  type CheckInFault,
  type CheckInInput,
  checkInTitleLengthMax,
  codeWordLengthMax,
} from '../../contract/check-ins.ts'
import { CHECK_IN_CHANGED, CHECK_IN_INVALID } from '../../contract/codes.ts'
import { attendance } from '../../contract.ts'
import { newRules, RuleFields, type RuleValues, rulesOf, ruleValuesOf } from './RuleFields.tsx'

const minuteMs = 60_000
/** A new list opens so long before its session, and one with check-out closes so long after. */
const marginMs = 30 * minuteMs

interface Values extends RuleValues {
  readonly title: string
  readonly activityId?: string | null
  readonly makesUpFor?: string | null
  readonly session?: [number, number] | null
  readonly window?: [number, number] | null
  readonly codeWord?: string
}

/** The field at which a fault of a list is said. */
const fieldOf: Readonly<Record<CheckInFault, keyof Values>> = {
  ...{ 'session-times': 'session', 'window-times': 'window', 'session-outside-window': 'window' },
  ...{ 'word-without-qr': 'ways', 'place-without-qr': 'ways', 'activity-unknown': 'activityId' },
  'make-up-unknown': 'makesUpFor',
}

const valuesOf = (one: CheckIn): Values => ({
  ...ruleValuesOf(one),
  ...{ title: one.title, activityId: one.activityId, makesUpFor: one.makesUpFor, codeWord: one.codeWord },
  ...{ session: [one.startsAt, one.endsAt], window: [one.opensAt, one.closesAt] },
})

function inputOf(values: Values): CheckInInput {
  const [startsAt = 0, endsAt = 0] = values.session ?? []
  const [opensAt = 0, closesAt = 0] = values.window ?? []
  const rules = rulesOf(values)
  return {
    ...rules,
    ...{ startsAt, endsAt, opensAt, closesAt, title: values.title },
    ...{ activityId: values.activityId ?? null, makesUpFor: values.makesUpFor ?? null },
    codeWord: rules.ways.includes('qr') ? (values.codeWord?.trim() ?? '') : '',
  }
}

/** The list as it is, but for the end of its check-in. */
export const endedInput = (one: CheckIn, closesAt: number): CheckInInput => ({ ...inputOf(valuesOf(one)), closesAt })

interface Props {
  readonly classId: string
  readonly edited: CheckIn | 'new'
  readonly others: readonly CheckIn[]
  readonly onClose: () => void
}

/** Makes a check-in list, or changes one. */
export function CheckInDialog({ classId, edited, others, onClose }: Props) {
  const t = useText('attendance')
  const [form] = Form.useForm<Values>()
  const isNew = edited === 'new'
  const submit = (values: Values) => {
    const body = inputOf(values)
    const options = { handles: [CHECK_IN_INVALID, CHECK_IN_CHANGED] }
    if (isNew) return call(attendance.createCheckIn, { params: { id: classId }, body }, options)
    const params = { id: classId, checkInId: edited.id }
    return call(attendance.changeCheckIn, { params, body: { ...body, revision: edited.revision } }, options)
  }
  const problemsOf = (error: CallError) => {
    const { data } = error
    if (isRefusal(error, CHECK_IN_CHANGED)) return { title: t('editor.latest') }
    if (!isRefusal(error, CHECK_IN_INVALID)) return undefined
    const faults = (data.reasons ?? []) as readonly CheckInFault[]
    return Object.fromEntries(faults.map((fault) => [fieldOf[fault], t(`editor.faults.${fault}`)]))
  }
  return (
    <FormModal<Values, unknown>
      title={t(isNew ? 'editor.add' : 'editor.change')}
      width={720}
      okText={t('editor.save')}
      form={form}
      initialValues={isNew ? { ...newRules, title: '', codeWord: '' } : valuesOf(edited)}
      onSubmit={submit}
      problemsOf={problemsOf}
      done={t('editor.saved')}
      onClose={onClose}
    >
      <TimeFields classId={classId} isNew={isNew} form={form} />
      <RuleFields form={form} />
      <WordField form={form} />
      <MakeUpField edited={edited} others={others} />
    </FormModal>
  )
}

type FormOf = ReturnType<typeof Form.useForm<Values>>[0]

function TimeFields({ classId, isNew, form }: { classId: string; isNew: boolean; form: FormOf }) {
  const t = useText('attendance')
  const outline = useQuery(q(classes.editedActivities, { params: { id: classId } }, { quiet: true }))
  const offline = outline.data?.activities.filter(({ kind }) => kind === 'offline') ?? []
  const session = Form.useWatch('session', form)
  const kind = Form.useWatch('kind', form)
  /** A session of the class gives a new list its name and times. */
  const take = (id?: string) => {
    const chosen = offline.find((one) => one.id === id)
    if (!chosen || !isNew) return
    if (!form.isFieldTouched('title')) form.setFieldValue('title', chosen.name.slice(0, checkInTitleLengthMax))
    if (chosen.startsAt !== null && chosen.endsAt !== null)
      form.setFieldValue('session', [chosen.startsAt, chosen.endsAt])
  }
  useEffect(() => {
    if (!isNew || !session || form.isFieldTouched('window')) return
    form.setFieldValue('window', [session[0] - marginMs, session[1] + (kind === 'in-out' ? marginMs : 0)])
  }, [isNew, session, kind, form])
  const sides: [string, string] = [t('editor.from'), t('editor.to')]
  return (
    <>
      {offline.length > 0 && (
        <Form.Item name="activityId" label={t('editor.activity')} extra={t('editor.activityHint')}>
          <Select
            allowClear
            placeholder={t('editor.activityNone')}
            onChange={take}
            options={offline.map(({ id, name }) => ({ value: id, label: name }))}
          />
        </Form.Item>
      )}
      <Form.Item
        name="title"
        label={t('editor.title')}
        rules={[{ required: true, whitespace: true, message: t('editor.titleNeeded') }]}
      >
        <Input maxLength={checkInTitleLengthMax} showCount />
      </Form.Item>
      <div className="at-form-columns">
        <Form.Item
          name="session"
          label={t('editor.session')}
          rules={[{ required: true, message: t('editor.sessionNeeded') }]}
        >
          <MomentRangeField placeholder={sides} />
        </Form.Item>
        <Form.Item
          name="window"
          label={t('editor.window')}
          extra={t('editor.windowHint')}
          rules={[{ required: true, message: t('editor.windowNeeded') }]}
        >
          <MomentRangeField placeholder={sides} />
        </Form.Item>
      </div>
    </>
  )
}

function WordField({ form }: { form: FormOf }) {
  const t = useText('attendance')
  const ways = Form.useWatch('ways', form) ?? []
  if (!ways.includes('qr')) return null
  return (
    <Form.Item name="codeWord" label={t('editor.word')} extra={t('editor.wordHint')}>
      <Input maxLength={codeWordLengthMax} autoComplete="off" />
    </Form.Item>
  )
}

function MakeUpField({ edited, others }: Pick<Props, 'edited' | 'others'>) {
  const t = useText('attendance')
  const possible = others.filter((one) => one.makesUpFor === null && (edited === 'new' || one.id !== edited.id))
  if (possible.length === 0) return null
  return (
    <Form.Item name="makesUpFor" label={t('editor.makesUp')} extra={t('editor.makesUpHint')}>
      <Select
        allowClear
        placeholder={t('editor.makesUpNone')}
        options={possible.map(({ id, title }) => ({ value: id, label: title }))}
      />
    </Form.Item>
  )
}

import './reports.css'
import { useQuery } from '@tanstack/react-query'
import { Button, Drawer, Form, Select, Switch, Tag } from 'antd'
import { useState } from 'react'
import { MemberIdsPicker } from '#modules/platform/identity/web.tsx'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { useSession } from '#web/session.ts'
import { Choice } from '#web/ui/Choice.tsx'
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx'
import { TimeField } from '#web/ui/DateFields.tsx'
import { DateText } from '#web/ui/DateText.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { FormModal } from '#web/ui/FormModal.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { useAction } from '#web/ui/use-action.ts'
import { frequencies, recipientsMax, type Schedule, type ScheduleInput } from '../../contract/schedules.ts'
import { formats } from '../../contract/shapes.ts'
import { reports } from '../../contract.ts'

interface Props {
  readonly viewId: string
  readonly onClose: () => void
}

const weekdays = [1, 2, 3, 4, 5, 6, 7] as const
const timeOf = (minute: number) =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
const inputOf = ({ id: _, recipients: _r, nextAt: _n, timeZone: _z, ...input }: Schedule): ScheduleInput => input

/** The schedules of a view, with the history of each. */
export function SchedulesDrawer({ viewId, onClose }: Props) {
  const t = useText('reports')
  const list = useQuery(q(reports.schedules, { params: { id: viewId } }, { quiet: true, cache: 0 }))
  const [edited, setEdited] = useState<Schedule | 'new'>()
  return (
    <Drawer open size={520} title={t('schedules.title')} onClose={onClose}>
      {list.isError && <ErrorState small error={list.error} onRetry={() => void list.refetch()} />}
      {list.isPending && <LoadingState />}
      {list.data?.items.length === 0 && (
        <EmptyState small title={t('schedules.none')} description={t('schedules.noneHint')} />
      )}
      <div className="rp-lines">
        {list.data?.items.map((schedule) => (
          <ScheduleCard key={schedule.id} schedule={schedule} onEdit={() => setEdited(schedule)} />
        ))}
        <Button type="primary" onClick={() => setEdited('new')}>
          {t('schedules.add')}
        </Button>
      </div>
      {edited && (
        <ScheduleDialog
          viewId={viewId}
          {...(edited !== 'new' && { schedule: edited })}
          onClose={() => setEdited(undefined)}
        />
      )}
    </Drawer>
  )
}

function ScheduleCard({ schedule, onEdit }: { readonly schedule: Schedule; readonly onEdit: () => void }) {
  const t = useText('reports')
  const { busy, run } = useAction()
  const [isOpen, setOpen] = useState(false)
  const { id, frequency, weekday, monthDay, minuteOfDay, format, paused, nextAt, recipients, timeZone } = schedule
  const values = { weekday: t(`weekdays.${weekday}`), day: monthDay, time: timeOf(minuteOfDay) }
  return (
    <section className="rp-group" aria-label={t(`when.${frequency}`, values)}>
      <div className="sy-row sy-apart sy-gap-2 sy-wrap">
        <strong>{t(`when.${frequency}`, values)}</strong>
        <Tag>{format.toUpperCase()}</Tag>
      </div>
      <div className="sy-note">{recipients.map(({ fullName }) => fullName).join(t('schedules.comma'))}</div>
      <div className="sy-note">
        {paused ? t('schedules.paused') : t('schedules.next')} {!paused && <DateText value={nextAt} />} · {timeZone}
      </div>
      <div className="sy-row sy-gap-2 sy-wrap">
        <Button size="small" onClick={onEdit}>
          {t('schedules.edit')}
        </Button>
        <Button
          size="small"
          disabled={busy}
          onClick={() =>
            void run(
              () => call(reports.changeSchedule, { params: { id }, body: { ...inputOf(schedule), paused: !paused } }),
              { done: t('save.done') },
            )
          }
        >
          {t(paused ? 'schedules.goOn' : 'schedules.pause')}
        </Button>
        <Button
          size="small"
          disabled={busy}
          onClick={() => void run(() => call(reports.sendNow, { params: { id } }), { done: t('schedules.started') })}
        >
          {t('schedules.sendNow')}
        </Button>
        <Button size="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {t('schedules.history')}
        </Button>
        <ConfirmButton
          size="small"
          danger
          question={t('schedules.deleteQuestion')}
          onConfirm={() => call(reports.deleteSchedule, { params: { id } })}
        >
          {t('report.delete')}
        </ConfirmButton>
      </div>
      {isOpen && <History id={id} />}
    </section>
  )
}

function History({ id }: { readonly id: string }) {
  const t = useText('reports')
  const list = useQuery(q(reports.sendings, { params: { id }, query: { pageSize: 50 } }, { quiet: true }))
  if (list.isError) return <ErrorState small error={list.error} onRetry={() => void list.refetch()} />
  if (!list.data) return <LoadingState rows={2} />
  if (list.data.items.length === 0) return <p className="sy-note">{t('schedules.noHistory')}</p>
  return (
    <ul className="rp-lines">
      {list.data.items.map(({ id: sending, dueAt, recipient, state, reason }) => (
        <li key={sending} className="sy-note">
          <DateText value={dueAt} /> · {recipient.fullName} · {t(`sendingStates.${state}`)}
          {reason !== '' && ` · ${t(`reasons.${reason}`)}`}
        </li>
      ))}
    </ul>
  )
}

interface FieldProps<Value> {
  readonly value?: Value
  readonly onChange?: (value: Value) => void
}

function FrequencyField({ value = 'weekly', onChange }: FieldProps<ScheduleInput['frequency']>) {
  const t = useText('reports')
  const options = frequencies.map((one) => ({ value: one, label: t(`frequencies.${one}`) }))
  return (
    <Choice label={t('schedules.frequency')} value={value} options={options} onChange={(next) => onChange?.(next)} />
  )
}

function MinuteField({ value = 0, onChange }: FieldProps<number>) {
  const t = useText('reports')
  const change = (time: string) => {
    const [hours = 0, minutes = 0] = time.split(':').map(Number)
    onChange?.(hours * 60 + minutes)
  }
  return <TimeField aria-label={t('schedules.time')} value={timeOf(value)} onChange={change} />
}

function ScheduleDialog({ viewId, schedule, onClose }: Props & { readonly schedule?: Schedule }) {
  const t = useText('reports')
  const { user } = useSession()
  const [form] = Form.useForm<ScheduleInput>()
  const fresh: ScheduleInput = {
    ...{ frequency: 'weekly', weekday: 1, monthDay: 1, minuteOfDay: 9 * 60, format: 'xlsx', byMail: true },
    ...{ memberIds: user ? [user.id] : [], paused: false },
  }
  const before = schedule ? inputOf(schedule) : fresh
  const frequency = Form.useWatch('frequency', form) ?? before.frequency
  const known = schedule?.recipients ?? (user ? [{ id: user.id, fullName: user.fullName }] : [])
  return (
    <FormModal<ScheduleInput, unknown>
      title={t(schedule ? 'schedules.edit' : 'schedules.add')}
      hint={t('schedules.hint')}
      form={form}
      initialValues={before}
      onSubmit={(values) => {
        const body = { ...before, ...values }
        return schedule
          ? call(reports.changeSchedule, { params: { id: schedule.id }, body })
          : call(reports.addSchedule, { params: { id: viewId }, body })
      }}
      done={t('save.done')}
      onClose={onClose}
    >
      <Form.Item name="frequency" label={t('schedules.frequency')}>
        <FrequencyField />
      </Form.Item>
      {frequency === 'weekly' && (
        <Form.Item name="weekday" label={t('schedules.weekday')}>
          <Select options={weekdays.map((value) => ({ value, label: t(`weekdays.${value}`) }))} />
        </Form.Item>
      )}
      {frequency === 'monthly' && (
        <Form.Item name="monthDay" label={t('schedules.monthDay')} extra={t('schedules.monthDayHint')}>
          <Select options={Array.from({ length: 31 }, (_, at) => ({ value: at + 1, label: String(at + 1) }))} />
        </Form.Item>
      )}
      <Form.Item name="minuteOfDay" label={t('schedules.time')}>
        <MinuteField />
      </Form.Item>
      <Form.Item name="format" label={t('exports.format')}>
        <Select options={formats.map((value) => ({ value, label: t(`formats.${value}`) }))} />
      </Form.Item>
      <Form.Item
        name="memberIds"
        label={t('schedules.recipients')}
        rules={[{ required: true, type: 'array', min: 1, message: t('schedules.recipientsNeeded') }]}
      >
        <MemberIdsPicker label={t('schedules.recipients')} known={known} max={recipientsMax} />
      </Form.Item>
      <Form.Item name="byMail" label={t('schedules.byMail')} valuePropName="checked">
        <Switch />
      </Form.Item>
    </FormModal>
  )
}

import './lecturers.css'
import { Button, Input, Select } from 'antd'
import { useState } from 'react'
import { useText } from '#web/i18n/texts.ts'
import { DayField, TimeField } from '#web/ui/DateFields.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { useAction } from '#web/ui/use-action.ts'
import {
  type Availability,
  dayOffNoteLengthMax,
  daysOffMax,
  type Weekday,
  type WeeklyHours,
  weekdays,
  weeklyHoursMax,
} from '../../contract/availability.ts'

interface Props {
  readonly availability: Availability
  readonly save: (availability: Availability) => Promise<unknown>
}

/** A day off while it is written. */
interface OpenDayOff {
  readonly from: string | null
  readonly until: string | null
  readonly note: string
}

/** Each row keeps its key while others come and go. */
type Keyed<Row> = Row & { readonly key: number }

let lastKey = 0
const keyed = <Row extends object>(row: Row): Keyed<Row> => {
  lastKey += 1
  return { ...row, key: lastKey }
}

const isInOrder = ({ from, until }: WeeklyHours) => from < until
const isWhole = ({ from, until }: OpenDayOff) => from !== null && until !== null && from <= until

/** Weekly hours and days off, saved together. */
export function AvailabilityEditor({ availability, save }: Props) {
  const t = useText('lecturers')
  const { busy, run } = useAction()
  const [weekly, setWeekly] = useState<readonly Keyed<WeeklyHours>[]>(() => availability.weekly.map(keyed))
  const [daysOff, setDaysOff] = useState<readonly Keyed<OpenDayOff>[]>(() => availability.daysOff.map(keyed))
  const isRight = weekly.every(isInOrder) && daysOff.every(isWhole)
  const store = () =>
    save({
      weekly: weekly.map(({ weekday, from, until }) => ({ weekday, from, until })),
      daysOff: daysOff.map(({ from, until, note }) => ({ from: from ?? '', until: until ?? '', note })),
    })
  return (
    <>
      <Weekly rows={weekly} onChange={setWeekly} />
      <DaysOff rows={daysOff} onChange={setDaysOff} />
      <Button
        type="primary"
        loading={busy}
        disabled={!isRight}
        onClick={() => void run(store, { done: t('form.saved') })}
      >
        {t('availability.save')}
      </Button>
    </>
  )
}

interface RowsProps<Row> {
  readonly rows: readonly Keyed<Row>[]
  readonly onChange: (rows: readonly Keyed<Row>[]) => void
}

/** Changes one of the rows, or takes it away. */
function rowChanges<Row extends object>({ rows, onChange }: RowsProps<Row>) {
  return {
    change: (key: number, change: Partial<Row>) =>
      onChange(rows.map((row) => (row.key === key ? { ...row, ...change } : row))),
    remove: (key: number) => onChange(rows.filter((row) => row.key !== key)),
    add: (row: Row) => onChange([...rows, keyed(row)]),
  }
}

function RemoveButton({ onClick }: { onClick: () => void }) {
  const t = useText('lecturers')
  return (
    <Button
      type="text"
      aria-label={t('availability.remove')}
      icon={<Icon name="close" size={18} />}
      onClick={onClick}
    />
  )
}

function Weekly({ rows, onChange }: RowsProps<WeeklyHours>) {
  const t = useText('lecturers')
  const { change, remove, add } = rowChanges({ rows, onChange })
  return (
    <section className="sy-card le-section" aria-label={t('availability.weekly')}>
      <h2>{t('availability.weekly')}</h2>
      <p className="sy-note">{t('availability.weeklyHint')}</p>
      <ul className="le-rows">
        {rows.map((row) => (
          <li key={row.key} className="le-row">
            <Select<Weekday>
              aria-label={t('availability.day')}
              style={{ width: 120 }}
              value={row.weekday}
              options={weekdays.map((value) => ({ value, label: t(`maps.weekday.${value}`) }))}
              onChange={(weekday) => change(row.key, { weekday })}
            />
            <TimeField
              aria-label={t('availability.from')}
              value={row.from}
              onChange={(from) => change(row.key, { from })}
            />
            <TimeField
              aria-label={t('availability.until')}
              value={row.until}
              onChange={(until) => change(row.key, { until })}
            />
            <RemoveButton onClick={() => remove(row.key)} />
            {!isInOrder(row) && <small className="le-wrong">{t('availability.wrongOrder')}</small>}
          </li>
        ))}
      </ul>
      <Button
        disabled={rows.length >= weeklyHoursMax}
        icon={<Icon name="plus" size={16} />}
        onClick={() => add({ weekday: 1, from: '09:00', until: '17:00' })}
      >
        {t('availability.addHours')}
      </Button>
    </section>
  )
}

function DaysOff({ rows, onChange }: RowsProps<OpenDayOff>) {
  const t = useText('lecturers')
  const { change, remove, add } = rowChanges({ rows, onChange })
  return (
    <section className="sy-card le-section" aria-label={t('availability.daysOff')}>
      <h2>{t('availability.daysOff')}</h2>
      <p className="sy-note">{t('availability.daysOffHint')}</p>
      <ul className="le-rows">
        {rows.map((row) => (
          <li key={row.key} className="le-row">
            <span className="le-grow">
              <DayField
                aria-label={t('availability.firstDay')}
                placeholder={t('availability.firstDay')}
                value={row.from}
                onChange={(from) => change(row.key, { from, until: row.until ?? from })}
              />
            </span>
            <span className="le-grow">
              <DayField
                aria-label={t('availability.lastDay')}
                placeholder={t('availability.lastDay')}
                value={row.until}
                onChange={(until) => change(row.key, { until })}
              />
            </span>
            <Input
              className="le-grow"
              aria-label={t('availability.note')}
              placeholder={t('availability.note')}
              maxLength={dayOffNoteLengthMax}
              value={row.note}
              onChange={({ target }) => change(row.key, { note: target.value })}
            />
            <RemoveButton onClick={() => remove(row.key)} />
            {!isWhole(row) && <small className="le-wrong">{t('availability.noDays')}</small>}
          </li>
        ))}
      </ul>
      <Button
        disabled={rows.length >= daysOffMax}
        icon={<Icon name="plus" size={16} />}
        onClick={() => add({ from: null, until: null, note: '' })}
      >
        {t('availability.addDayOff')}
      </Button>
    </section>
  )
}

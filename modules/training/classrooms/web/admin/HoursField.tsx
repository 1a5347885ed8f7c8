import { Checkbox } from 'antd'
import { useText } from '#web/i18n/texts.ts'
import { TimeField } from '#web/ui/DateFields.tsx'
import { minutesOfDay, type OpenHours } from '../../contract/rooms.ts'

const weekdays = [1, 2, 3, 4, 5, 6, 7]
const usual = { from: 480, until: 1080 }
const two = (value: number) => String(value).padStart(2, '0')

/** Midnight ends a day as 24:00, and is typed as 00:00. */
const textOf = (minutes: number) => `${two(Math.floor(minutes / 60) % 24)}:${two(minutes % 60)}`

function minutesOf(text: string): number {
  const [hours = 0, minutes = 0] = text.split(':').map(Number)
  return hours * 60 + minutes
}

interface Props {
  readonly value?: readonly OpenHours[]
  readonly onChange?: (hours: OpenHours[]) => void
}

/** On which weekdays a room is open, and from when until when. */
export function HoursField({ value = [], onChange }: Props) {
  const t = useText('classrooms')
  const without = (weekday: number) => value.filter((one) => one.weekday !== weekday)
  const set = (one: OpenHours) => onChange?.([...without(one.weekday), one].sort((a, b) => a.weekday - b.weekday))
  return (
    <div className="cr-hours">
      {weekdays.map((weekday) => {
        const open = value.find((one) => one.weekday === weekday)
        const day = t(`weekdays.${weekday}`)
        return (
          <div key={weekday}>
            <Checkbox
              checked={open !== undefined}
              onChange={({ target }) =>
                target.checked ? set({ weekday, ...usual }) : onChange?.([...without(weekday)])
              }
            >
              {day}
            </Checkbox>
            {open ? (
              <>
                <TimeField
                  aria-label={t('rooms.opens', { day })}
                  value={textOf(open.from)}
                  onChange={(time) => set({ ...open, from: minutesOf(time) })}
                />
                –
                <TimeField
                  aria-label={t('rooms.closes', { day })}
                  value={textOf(open.until)}
                  onChange={(time) => set({ ...open, until: minutesOf(time) || minutesOfDay })}
                />
              </>
            ) : (
              <span className="sy-faint">{t('rooms.closed')}</span>
            )}
          </div>
        )
      })}
    </div>
  )
}

import { useQuery } from '@tanstack/react-query'
import { Input } from 'antd'
import { useParams } from 'react-router'
import { RoomPicker } from '#modules/training/classrooms/web.tsx'
import { LecturerPicker } from '#modules/training/lecturers/web.tsx'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { MomentRangeField } from '#web/ui/DateFields.tsx'
import { dateText } from '#web/ui/date.ts'
import { activityLecturersMax } from '../../../contract/activities.ts'
import { classes } from '../../../contract.ts'
import { Captioned } from './Captioned.tsx'
import type { KindPartProps } from './part-props.ts'

/** When and where a meeting is, who teaches it, and what stands against it. */
export function OfflinePart({ activity, storedId, onChange }: KindPartProps) {
  const t = useText('classes')
  const { startsAt, endsAt, venue, roomId, roomName, lecturerIds } = activity
  const times = startsAt !== null && endsAt !== null ? ([startsAt, endsAt] as const) : null
  return (
    <>
      <Captioned caption={t('meetings.times')} wide>
        <MomentRangeField
          aria-label={t('meetings.times')}
          placeholder={[t('form.from'), t('form.until')]}
          value={times === null ? null : [...times]}
          onChange={(next) => onChange({ startsAt: next?.[0] ?? null, endsAt: next?.[1] ?? null })}
        />
      </Captioned>
      <Captioned caption={t('meetings.room')}>
        <RoomPicker
          label={t('meetings.room')}
          {...(roomId !== null && { value: roomId })}
          known={roomId === null ? undefined : { id: roomId, name: roomName }}
          time={times}
          onChange={(next) => onChange({ roomId: next ?? null })}
        />
      </Captioned>
      <Captioned caption={t('meetings.lecturers')}>
        <LecturerPicker
          label={t('meetings.lecturers')}
          value={lecturerIds}
          max={activityLecturersMax}
          {...(times && { period: { from: times[0], until: times[1] } })}
          {...(storedId !== undefined && { exceptRefId: storedId })}
          onChange={(next) => onChange({ lecturerIds: next })}
        />
      </Captioned>
      <Captioned caption={t('form.venue')}>
        <Input
          aria-label={t('form.venue')}
          placeholder={t(roomId === null ? 'form.venue' : 'meetings.venueBeside')}
          value={venue}
          maxLength={200}
          onChange={(event) => onChange({ venue: event.target.value })}
        />
      </Captioned>
      <Conflicts activity={activity} storedId={storedId} />
    </>
  )
}

/** What is known to stand against the time: only a room that is taken is refused, the rest is for the planner to decide. */
function Conflicts({ activity, storedId }: Pick<KindPartProps, 'activity' | 'storedId'>) {
  const t = useText('classes')
  const { id = '' } = useParams()
  const { startsAt, endsAt, roomId } = activity
  const isTime = startsAt !== null && endsAt !== null && startsAt < endsAt
  const query = {
    ...{ from: startsAt ?? 0, to: endsAt ?? 0 },
    ...(storedId !== undefined && { activityId: storedId }),
    ...(roomId !== null && { roomId }),
  }
  const { data } = useQuery({
    ...q(classes.meetingConflicts, { params: { id }, query }, { quiet: true }),
    enabled: isTime,
  })
  if (!isTime) return roomId === null ? null : <p className="sy-note cl-edit-wide">{t('meetings.needsTime')}</p>
  if (!data || (data.room.length === 0 && data.participants.count === 0)) return null
  const { count, shown } = data.participants
  return (
    <div className="cl-edit-wide cl-late" role="status">
      {data.room.map(({ title, by, from }) => (
        <p key={`${from} ${title}`} className="sy-note">
          {t('meetings.roomTaken', { by, title, time: dateText(from, 'minute') })}
        </p>
      ))}
      {count > 0 && (
        <p className="sy-note">
          {t('meetings.participantsBusy', {
            number: count,
            names: shown.map((one) => t('meetings.busyOne', { ...one })).join(t('meetings.separator')),
          })}
        </p>
      )}
    </div>
  )
}

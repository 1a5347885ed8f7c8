import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { useSession } from '#web/session.ts'
import { Choice } from '#web/ui/Choice.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { Pager } from '#web/ui/Pager.tsx'
import { Person } from '#web/ui/Person.tsx'
import { usePaging } from '#web/ui/paging.ts'
import { classes } from '../../../contract.ts'
import { Classmates } from '../Classmates.tsx'
import { SeatingPicture } from '../SeatingPicture.tsx'

/** Who else takes part: the groups, the seats, and all classmates. */
export function PeoplePart({ classId }: { classId: string }) {
  return (
    <>
      <GroupsPart classId={classId} />
      <SeatsPart classId={classId} />
      <Classmates classId={classId} />
    </>
  )
}

function GroupsPart({ classId }: { classId: string }) {
  const t = useText('classes')
  const { data, error, refetch } = useQuery(q(classes.classGroups, { params: { id: classId } }, { quiet: true }))
  const [chosen, setChosen] = useState<string>()
  if (!data && error) return <ErrorState small error={error} onRetry={() => void refetch()} />
  if (!data || data.groups.length === 0) return null
  const shown = chosen ?? data.ownGroupId ?? data.groups[0]?.id ?? ''
  const titleOf = ({ id, name, count }: (typeof data.groups)[number]) =>
    t(id === data.ownGroupId ? 'groups.own' : 'groups.named', { name, size: count })
  return (
    <section className="sy-card cl-section sy-column sy-gap-3" aria-label={t('groups.title')}>
      <h2>{t('groups.title')}</h2>
      <Choice
        label={t('groups.title')}
        value={shown}
        options={data.groups.map((group) => ({ value: group.id, label: titleOf(group) }))}
        onChange={setChosen}
      />
      <GroupMembers key={shown} classId={classId} groupId={shown} />
    </section>
  )
}

function GroupMembers({ classId, groupId }: { classId: string; groupId: string }) {
  const t = useText('classes')
  const paging = usePaging(20)
  const query = { page: paging.page, pageSize: paging.pageSize }
  const { data, error, refetch } = useQuery({
    ...q(classes.groupMembers, { params: { id: classId, groupId }, query }, { quiet: true }),
    placeholderData: keepPreviousData,
  })
  if (!data)
    return error ? <ErrorState small error={error} onRetry={() => void refetch()} /> : <LoadingState rows={3} />
  if (data.recordCount === 0) return <p className="sy-note">{t('groups.empty')}</p>
  return (
    <>
      <ul className="sy-plain-list cl-edit-fields">
        {data.items.map(({ id, fullName, avatarPath, organizationName }) => (
          <li key={id}>
            <Person memberId={id} name={fullName} path={avatarPath} note={organizationName} />
          </li>
        ))}
      </ul>
      <Pager paging={paging} recordCount={data.recordCount} />
    </>
  )
}

function SeatsPart({ classId }: { classId: string }) {
  const t = useText('classes')
  const ownId = useSession().user?.id ?? ''
  const { data, error, refetch } = useQuery(q(classes.classSeats, { params: { id: classId } }, { quiet: true }))
  if (!data && error) return <ErrorState small error={error} onRetry={() => void refetch()} />
  if (!data || data.seats.length === 0) return null
  const own = data.seats.find(({ memberId }) => memberId === ownId)
  return (
    <section className="sy-card cl-section sy-column sy-gap-3" aria-label={t('seats.title')}>
      <h2>{t('seats.title')}</h2>
      {own && <p className="sy-callout">{t('seats.own', { row: own.row + 1, column: own.column + 1 })}</p>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reachable by the keyboard. */}
      <section className="cl-seats" aria-label={t('seats.title')} tabIndex={0}>
        <SeatingPicture {...data} ownId={ownId} />
      </section>
    </section>
  )
}

import '../parts/pushes.css'
import { useQuery } from '@tanstack/react-query'
import { Button, Checkbox } from 'antd'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import type { Output } from '#kit/contract.ts'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { DateText } from '#web/ui/DateText.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Person } from '#web/ui/Person.tsx'
import type { OwnContent } from '../../contract/learning.ts'
import { pushes } from '../../contract.ts'
import { ContentList } from '../parts/ContentList.tsx'
import { DueText, TaskTag } from '../parts/Tags.tsx'
import { UrgeDialog } from '../parts/UrgeDialog.tsx'
import { pushPaths } from '../paths.ts'

type Answer = Output<typeof pushes.followedMember>
type Task = Answer['tasks'][number]

interface Selected {
  readonly businessType: number
  readonly businessId: string
}

const keyOf = ({ businessType, businessId }: Selected) => `${businessType} ${businessId}`

/** A member of the caller's team: their tasks with the contents, and a button to urge them. */
export default function FollowedMemberPage() {
  const t = useText('pushes')
  const { memberId = '' } = useParams()
  const followed = useQuery(q(pushes.followedMember, { params: { memberId } }))
  const [chosen, setChosen] = useState<readonly Selected[]>([])
  const [urging, setUrging] = useState(false)
  if (followed.isError && !followed.data)
    return <ErrorState page error={followed.error} onRetry={() => void followed.refetch()} />
  if (!followed.data) return <LoadingState rows={8} />
  const { member, mayUrge, mayReadRecord, tasks } = followed.data
  const toggle = (one: Selected, isChosen: boolean) =>
    setChosen((before) => [...before.filter((known) => keyOf(known) !== keyOf(one)), ...(isChosen ? [one] : [])])
  const types = [...new Set(chosen.map((one) => one.businessType))]
  return (
    <>
      <PageHeader
        title={<Person name={member.fullName} path={member.avatarPath} size={48} />}
        description={member.organization.name}
        back={<Link to={`${pushPaths.director}?tab=teams`}>{t('director.tab.teams')}</Link>}
        actions={
          <>
            {mayReadRecord && <Link to={pushPaths.record(memberId)}>{t('member.record')}</Link>}
            {mayUrge && (
              <Button
                type="primary"
                icon={<Icon name="bell" size={16} />}
                disabled={chosen.length === 0}
                onClick={() => setUrging(true)}
              >
                {t('urge.items', { count: chosen.length })}
              </Button>
            )}
          </>
        }
      />
      {tasks.length === 0 && <EmptyState title={t('member.none')} />}
      {tasks.map((task) => (
        <TaskCard key={task.id} task={task} chosen={chosen} onToggle={mayUrge ? toggle : undefined} />
      ))}
      {urging && (
        <UrgeDialog
          businessType={types.length === 1 ? (types[0] ?? 0) : 0}
          hint={t('urge.hintMember', { name: member.fullName, count: chosen.length })}
          send={(content) =>
            call(pushes.urgeItems, { body: { content, records: chosen.map((one) => ({ ...one, memberId })) } })
          }
          onSent={() => setChosen([])}
          onClose={() => setUrging(false)}
        />
      )}
    </>
  )
}

interface TaskCardProps {
  readonly task: Task
  readonly chosen: readonly Selected[]
  /** Not there where the caller may look, and urge nobody. */
  readonly onToggle: ((one: Selected, isChosen: boolean) => void) | undefined
}

function TaskCard({ task, chosen, onToggle }: TaskCardProps) {
  const t = useText('pushes')
  const own = { businessType: 0, businessId: task.id }
  const isChosen = (one: Selected) => chosen.some((known) => keyOf(known) === keyOf(one))
  const boxOf = (content: OwnContent) => {
    const { businessType, businessId, businessName } = content
    const one = { businessType, businessId }
    return (
      <Checkbox
        aria-label={t('urge.choose', { name: businessName })}
        disabled={content.courseStudyProgress.isFinished || !content.isAvailable}
        checked={isChosen(one)}
        onChange={(event) => onToggle?.(one, event.target.checked)}
      />
    )
  }
  return (
    <section className="sy-card pu-section" aria-label={task.name}>
      <div className="pu-task-head sy-section-head">
        <h2>{task.name}</h2>
        <TaskTag status={task.taskStatus} />
      </div>
      <p className="sy-flow pu-facts">
        <span>
          <Icon name="clock" size={16} />
          <DueText value={task.finishTime} isDone={task.taskStatus === 3} isOverdue={task.isOverdue} />
        </span>
        {task.urgeTime !== null && (
          <span>
            <Icon name="bell" size={16} /> {t('members.urged')} <DateText value={task.urgeTime} style="relative" />
          </span>
        )}
        {onToggle && (
          <Checkbox
            disabled={task.taskStatus === 3 || task.isOver}
            checked={isChosen(own)}
            onChange={(event) => onToggle(own, event.target.checked)}
          >
            {t('urge.task')}
          </Checkbox>
        )}
      </p>
      <ContentList contents={task.contents} actionOf={onToggle ? boxOf : () => null} />
    </section>
  )
}

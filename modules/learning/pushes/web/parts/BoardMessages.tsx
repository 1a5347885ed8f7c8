import './pushes.css'
import { useQuery } from '@tanstack/react-query'
import { Button, Drawer } from 'antd'
import { useState } from 'react'
import type { CallInput, Output } from '#kit/contract.ts'
import { call, q } from '#web/api/query.ts'
import { useForecast } from '#web/api/use-forecast.ts'
import { useText } from '#web/i18n/texts.ts'
import type { WidgetSlots } from '#web/module.ts'
import { DateText } from '#web/ui/DateText.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { ForecastNote } from '#web/ui/ForecastNote.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { Pager } from '#web/ui/Pager.tsx'
import { Person } from '#web/ui/Person.tsx'
import { usePaging } from '#web/ui/paging.ts'
import type { UrgeKind } from '../../contract/urging.ts'
import { pushes } from '../../contract.ts'
import { UrgeDialog } from './UrgeDialog.tsx'

const COURSE = 1
const SENT_PAGE_SIZE = 10

type Props = WidgetSlots['course-learners']
type Input = CallInput<typeof pushes.urgeLearners>
type Sent = Output<typeof pushes.sentToLearners>['items'][number]

/** On the progress board of a course: reminds or messages the chosen learners, and shows what was sent. */
export default function BoardMessages({ courseId, chosen, filter, count, onSent }: Props) {
  const t = useText('pushes')
  const [opened, setOpened] = useState<'dialog' | 'sent'>()
  const close = () => setOpened(undefined)
  const isNamed = chosen !== 'all'
  const inputOf = (content: string, kind: UrgeKind): Input => ({
    params: { courseId },
    body: { content, kind, ...(isNamed ? { memberIds: [...chosen] } : { filter }) },
  })
  // A reminder takes somebody who has not started (COURSE-078): of those who have, one says something else.
  const firstKind = filter.state === undefined || filter.state === 'not-started' ? 'reminder' : 'message'
  return (
    <>
      <Button
        type={count > 0 ? 'primary' : 'default'}
        disabled={count === 0}
        icon={<Icon name="bell" size={16} />}
        onClick={() => setOpened('dialog')}
      >
        {count > 0 ? t('board.remind', { count }) : t('board.remindNobody')}
      </Button>
      <Button icon={<Icon name="history" size={16} />} onClick={() => setOpened('sent')}>
        {t('board.sent')}
      </Button>
      {opened === 'dialog' && (
        <UrgeDialog
          businessType={COURSE}
          firstKind={firstKind}
          hint={t(isNamed ? 'board.hintChosen' : 'board.hintAll', { count })}
          send={(content, kind) => call(pushes.urgeLearners, inputOf(content, kind))}
          // The words do not change who is reached: it is tried once, not at each pause in typing.
          forecast={(_, kind) => <Preview input={inputOf('…', kind)} />}
          onSent={onSent}
          onClose={close}
        />
      )}
      {opened === 'sent' && (
        <Drawer open size={560} title={t('board.sentTitle')} onClose={close}>
          <SentList courseId={courseId} />
        </Drawer>
      )}
    </>
  )
}

/** How many would be reached, and why not the others. */
function Preview({ input }: { input: Input }) {
  const t = useText('pushes')
  const state = useForecast(pushes.urgeLearners, input)
  return (
    <ForecastNote
      state={state}
      summary={({ answer }) => {
        const { urgedCount, finishedCount, recentCount, unreachableCount } = answer
        return [
          t('board.reaches', { count: urgedCount }),
          ...(finishedCount > 0 ? [t('board.skipsDone', { count: finishedCount })] : []),
          ...(recentCount > 0 ? [t('board.skipsRecent', { count: recentCount })] : []),
          ...(unreachableCount > 0 ? [t('board.skipsGone', { count: unreachableCount })] : []),
        ]
      }}
    />
  )
}

function SentList({ courseId }: { courseId: string }) {
  const t = useText('pushes')
  const paging = usePaging(SENT_PAGE_SIZE)
  const { page, pageSize } = paging
  const list = useQuery(q(pushes.sentToLearners, { params: { courseId }, query: { page, pageSize } }, { quiet: true }))
  if (list.isPending) return <LoadingState rows={4} />
  if (list.isError) return <ErrorState small error={list.error} onRetry={() => void list.refetch()} />
  if (list.data.recordCount === 0)
    return <EmptyState small title={t('board.sentNone')} description={t('board.sentNoneHint')} />
  return (
    <>
      <ul className="sy-plain-list sy-column sy-gap-3">
        {list.data.items.map((sent) => (
          <SentRow key={sent.id} sent={sent} />
        ))}
      </ul>
      <Pager paging={paging} recordCount={list.data.recordCount} />
    </>
  )
}

function SentRow({ sent }: { sent: Sent }) {
  const t = useText('pushes')
  const { sender, kind, content, memberCount, members, sentAt } = sent
  const names = members.map((member) => member.fullName).join(t('board.comma'))
  const isAll = members.length >= memberCount
  return (
    <li className="sy-box sy-column sy-gap-2">
      <Person name={sender.fullName} path={sender.avatarPath} note={<DateText value={sentAt} />} />
      <p className="pu-sent">{content}</p>
      <small className="sy-faint">
        {t(`board.sentAs.${kind}`, { count: memberCount })} {names}
        {!isAll && names !== '' && t('board.andMore')}
      </small>
    </li>
  )
}

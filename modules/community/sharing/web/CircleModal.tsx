import { useInfiniteQuery } from '@tanstack/react-query'
import { Checkbox, Modal } from 'antd'
import { useState } from 'react'
import type { Output } from '#kit/contract.ts'
import { circlesPerLoad, community } from '#modules/community/community/contract.ts'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { notify } from '#web/ui/notify.ts'
import { useAction } from '#web/ui/use-action.ts'
import { useThrottled } from '#web/ui/use-throttled.ts'
import type { Shared, ShareItem } from './links.ts'

type Choice = Output<typeof community.shareChoices>['items'][number]
/** What was checked and unchecked, by the id of the circle. */
type Changed = ReadonlyMap<string, boolean>

const isDifferent = (changed: Changed) => (circle: Choice) =>
  changed.has(circle.id) && changed.get(circle.id) !== circle.checkFlag

/** Sends what is different from before (COMMUNITY-110); answers whether the item came into a circle. */
export async function shareChanged(item: Shared, circles: readonly Choice[], changed: Changed): Promise<boolean> {
  const different = circles.filter(isDifferent(changed))
  const idsOf = (wanted: boolean) =>
    different.filter((circle) => changed.get(circle.id) === wanted).map((circle) => circle.id)
  const addCircleIds = idsOf(true)
  const body = { questionId: item.id, itemType: item.type, addCircleIds, removeCircleIds: idsOf(false) }
  await call(community.shareIntoCircles, { body })
  return addCircleIds.length > 0
}

interface ChoicesProps {
  readonly circles: readonly Choice[]
  readonly changed: Changed
  readonly onChange: (id: string, checked: boolean) => void
}

/** Circles to check; those into which another administrator has shared the item stay as they are (COMMUNITY-111). */
export function CircleChoices({ circles, changed, onChange }: ChoicesProps) {
  const t = useText('sharing')
  return circles.map((circle) => (
    <li key={circle.id}>
      <Checkbox
        checked={circle.othersCheckFlag || (changed.get(circle.id) ?? circle.checkFlag)}
        disabled={circle.othersCheckFlag}
        onChange={({ target }) => onChange(circle.id, target.checked)}
      >
        {circle.name}
        <span className="sy-faint">
          {' '}
          {circle.othersCheckFlag ? t('circles.byOthers') : t('circles.members', { count: circle.attentionNum })}
        </span>
      </Checkbox>
    </li>
  ))
}

/** The next circles are loaded at this distance from the end of the list. */
const nearEndPx = 80

interface Props {
  readonly item: ShareItem
  readonly onShared: () => void
  readonly onClose: () => void
}

/** Chooses among the circles that the member administers (SYSTEM-014, SYSTEM-145, SYSTEM-154, SYSTEM-155). */
export default function CircleModal({ item, onShared, onClose }: Props) {
  const t = useText('sharing')
  const kit = useText('kit')
  const [changed, setChanged] = useState<Changed>(new Map())
  const { busy, run } = useAction()
  const choices = useInfiniteQuery({
    queryKey: ['share-choices', item.id],
    queryFn: ({ pageParam }) =>
      call(community.shareChoices, { query: { questionId: item.id, page: pageParam, pageSize: circlesPerLoad } }),
    initialPageParam: 1,
    getNextPageParam: (last, pages) =>
      pages.length * circlesPerLoad < last.recordCount ? pages.length + 1 : undefined,
    gcTime: 0,
  })
  const circles = choices.data?.pages.flatMap((page) => page.items) ?? []
  const loadNearEnd = useThrottled((list: HTMLElement) => {
    const left = list.scrollHeight - list.scrollTop - list.clientHeight
    if (left < nearEndPx && choices.hasNextPage && !choices.isFetchingNextPage) void choices.fetchNextPage()
  })
  const confirm = () => {
    if (!circles.some(isDifferent(changed)))
      return circles.some((circle) => circle.checkFlag) ? onClose() : notify('info', kit('ui.pick-circle'))
    return run(
      async () => {
        if (await shareChanged(item, circles, changed)) onShared()
      },
      { done: t('circles.done'), close: onClose },
    )
  }
  return (
    <Modal
      open
      centered
      width={460}
      title={t('circles.title')}
      okText={t('circles.confirm')}
      cancelText={t('circles.cancel')}
      okButtonProps={{ loading: busy, disabled: circles.length === 0 }}
      onOk={() => void confirm()}
      onCancel={onClose}
    >
      {choices.isError && <ErrorState small error={choices.error} onRetry={() => void choices.refetch()} />}
      {choices.isPending && <LoadingState rows={4} />}
      {choices.data && circles.length === 0 && <EmptyState small title={kit('ui.circle-admin-only')} />}
      {circles.length > 0 && (
        <ul
          className="sy-plain-list sh-circles"
          onScroll={({ currentTarget }) => loadNearEnd(currentTarget)}
          aria-busy={choices.isFetchingNextPage}
        >
          <CircleChoices
            circles={circles}
            changed={changed}
            onChange={(id, checked) => setChanged((before) => new Map(before).set(id, checked))}
          />
        </ul>
      )}
    </Modal>
  )
}

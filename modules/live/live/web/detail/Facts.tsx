import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useEffect } from 'react'
import { ShareButton } from '#modules/community/sharing/web.tsx'
import { topics } from '#modules/content/topics/contract.ts'
import { CollectButton } from '#modules/content/topics/web.tsx'
import { q } from '#web/api/query.ts'
import { saveFile } from '#web/api/save-file.ts'
import { useText } from '#web/i18n/texts.ts'
import { DateText } from '#web/ui/DateText.tsx'
import { Facts as FactList } from '#web/ui/Facts.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { NumberText } from '#web/ui/NumberText.tsx'
import { Person } from '#web/ui/Person.tsx'
import type { Live } from '../../contract/shapes.ts'
import { calendarFile } from '../calendar-file.ts'
import { liveState } from '../live-state.ts'
import { introductionOf, isUpcoming } from '../parts/facts.ts'
import { mapLabel } from '../parts/labels.ts'
import { sharedItem } from '../parts/ShareContent.tsx'
import { StateTag } from '../parts/StateTag.tsx'
import { livePaths } from '../paths.ts'

/** Time, people, duration and scope, with the actions. */
export function Facts({ live }: { live: Live }) {
  const t = useText('live')
  const { isOverTime } = liveState.use()
  const rows = [
    [t('detail.start'), <DateText key="start" value={live.startTime} />],
    [t('detail.duration'), t('card.minutes', { minutes: live.estimateDuration })],
    [t('detail.mode'), mapLabel('live-mode', live.vhallExtendInfo.liveMode)],
    [t('detail.scope'), mapLabel('share-scope', live.shareScope)],
    [t('detail.reservations'), <NumberText key="reserved" value={live.subNumber} />],
    [t('detail.attendance'), <NumberText key="attended" value={live.attendNumber} />],
  ] as const
  return (
    <section className="sy-card sy-column sy-gap-4 lv-facts" aria-label={t('detail.facts')}>
      <div className="sy-row sy-gap-2">
        <StateTag state={live.displayStatus} />
        {live.status === 2 && isOverTime && <span className="sy-faint">{t('detail.overTime')}</span>}
      </div>
      <Person
        memberId={live.host.id}
        name={live.host.fullName}
        path={live.host.headPortrait}
        note={live.host.organizationName}
        size={44}
      />
      <FactList shape="ends" items={rows} />
      <Actions live={live} />
    </section>
  )
}

function Actions({ live }: { live: Live }) {
  const t = useText('live')
  const item = { businessType: live.businessType, businessId: live.id }
  const collected = useQuery(q(topics.findCollects, { query: item }, { quiet: true }))
  const collectId = collected.data?.collectId ?? null
  // LIVE-200.
  useEffect(() => liveState.set({ collectId }), [collectId])
  return (
    <div className="sy-row sy-wrap sy-gap-2 lv-facts-actions">
      {isUpcoming(live) && (
        <Button icon={<Icon name="calendar" size={18} />} onClick={() => saveCalendarFile(live)}>
          {t('detail.calendar')}
        </Button>
      )}
      <CollectButton {...item} />
      <ShareButton item={sharedItem(live)} />
    </div>
  )
}

function saveCalendarFile(live: Live): void {
  const file = calendarFile(
    {
      id: live.id,
      title: live.subject,
      description: introductionOf(live),
      link: `${location.origin}/#${livePaths.detail(live.id, live.supplier)}`,
      startTime: live.startTime,
      minutes: live.estimateDuration,
    },
    Date.now(),
  )
  saveFile(new Blob([file], { type: 'text/calendar' }), `${live.subject}.ics`)
}

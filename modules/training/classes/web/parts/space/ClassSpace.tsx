import '../workspace.css'
import { type ReactNode, useState } from 'react'
import { useSearchParams } from 'react-router'
import { ScopeLotteries } from '#modules/engagement/lotteries/web.tsx'
import { useText } from '#web/i18n/texts.ts'
import { Slot } from '#web/slots.tsx'
import { TabBar } from '#web/ui/TabBar.tsx'
import type { ClassDetails } from '../../../contract/learning.ts'
import { ClassOutline } from '../ClassOutline.tsx'
import { AboutClass, ClassStaff } from '../ClassView.tsx'
import { EnrollmentBox } from '../EnrollmentBox.tsx'
import { DiaryPart } from './DiaryPart.tsx'
import { PeoplePart } from './PeoplePart.tsx'
import { PhotosPart } from './PhotosPart.tsx'
import { SchedulePart } from './SchedulePart.tsx'
import { TodayPart } from './TodayPart.tsx'

const tabs = ['today', 'schedule', 'activities', 'people', 'photos', 'diary', 'about'] as const
type Tab = (typeof tabs)[number]

/** The class for those who take part and for its staff: what is needed today comes first. Each tab has an address. */
export function ClassSpace({ one }: { one: ClassDetails }) {
  const t = useText('classes')
  const [search, setSearch] = useSearchParams()
  const [now] = useState(() => Date.now())
  const active = tabs.find((tab) => tab === search.get('tab')) ?? 'today'
  const { id, isStaff, state } = one
  const values = { classId: id, isStaff }
  const isClosed = state === 7
  const parts: Readonly<Record<Tab, ReactNode>> = {
    today: (
      <>
        <TodayPart classId={id} now={now} isOver={isClosed} />
        <Slot name="class-section" values={values} />
        <ScopeLotteries scopeKind="class" scopeId={id} isRun={isStaff} />
      </>
    ),
    schedule: <SchedulePart classId={id} now={now} />,
    activities: <ClassOutline classId={id} />,
    people: <PeoplePart classId={id} />,
    photos: <PhotosPart classId={id} isClosed={isClosed} />,
    diary: <DiaryPart classId={id} isWritten={isStaff && !isClosed} />,
    about: <AboutClass one={one} />,
  }
  return (
    <>
      <TabBar
        label={t('space.title')}
        tabs={tabs.map((key) => ({ key, title: t(`space.tabs.${key}`) }))}
        active={active}
        onChange={(tab) => setSearch({ tab }, { replace: true })}
        panelId="class-space"
      />
      <div className="cl-space sy-tab-panel">
        <div id="class-space" role="tabpanel" aria-label={t(`space.tabs.${active}`)} className="sy-column sy-gap-4">
          {parts[active]}
        </div>
        <aside className="sy-column sy-gap-4">
          <Slot name="class-aside" values={values} />
          <EnrollmentBox one={one} />
          <ClassStaff one={one} />
        </aside>
      </div>
    </>
  )
}

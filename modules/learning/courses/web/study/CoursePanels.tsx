import { useState } from 'react'
import { useText } from '#web/i18n/texts.ts'
import { TabBar } from '#web/ui/TabBar.tsx'
import type { CourseDetail, LearnerSection } from '../../contract/learning.ts'
import { AboutCourse } from './AboutCourse.tsx'
import { AskHere } from './AskHere.tsx'
import { NotesPanel } from './notes/NotesPanel.tsx'
import { GuidePanel, VideoPanel } from './video/VideoPanel.tsx'

interface Props {
  readonly course: CourseDetail
  readonly section: LearnerSection | undefined
  readonly onJump: (sectionId: string, place: number | null) => void
}

type Panel = 'about' | 'notes' | 'video' | 'guide'

/** What stands below the stage: the course, the learner's notes, the video in words, guided study. */
export function CoursePanels({ course, section, onJump }: Props) {
  const t = useText('courses')
  const [panel, setPanel] = useState<Panel>('about')
  // A video in words is for who may see it.
  const video = section?.unit === 'ms' && course.progress.registered ? section : undefined
  const keys: readonly Panel[] = video ? ['about', 'notes', 'video', 'guide'] : ['about', 'notes']
  const active = keys.includes(panel) ? panel : 'about'
  const tabs = keys.map((key) => ({ key, title: t(`panels.${key}`) }))
  return (
    <div className="sy-grid sy-gap-4 co-panels">
      <div className="sy-row sy-wrap sy-apart sy-gap-3">
        <TabBar label={t('panels.title')} tabs={tabs} active={active} onChange={setPanel} panelId="course-panel" />
        {course.progress.registered && <AskHere course={course} section={section} />}
      </div>
      <div id="course-panel" role="tabpanel" aria-label={t(`panels.${active}`)}>
        {active === 'about' && <AboutCourse course={course} preview={false} />}
        {active === 'notes' && <NotesPanel course={course} section={section} onJump={onJump} />}
        {active === 'video' && video && <VideoPanel course={course} section={video} onJump={onJump} />}
        {active === 'guide' && video && <GuidePanel course={course} section={video} onJump={onJump} />}
      </div>
    </div>
  )
}

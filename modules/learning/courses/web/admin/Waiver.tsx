import { Button } from 'antd'
import { useState } from 'react'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { FormModal, ReasonField } from '#web/ui/FormModal.tsx'
import { courses } from '../../contract.ts'

interface Props {
  readonly courseId: string
  readonly memberId: string
  readonly memberName: string
  /** Without one it is the whole course. */
  readonly section?: { readonly id: string; readonly title: string }
}

const outdated = { outdates: [courses.learnerOfCourse, courses.courseBoard, courses.courseBoardSummary] }
const reasonMax = 300

/** Waives a section for a learner, or marks the whole course done; the reason is kept. */
export function Waiver({ courseId, memberId, memberName, section }: Props) {
  const t = useText('courses')
  const [open, setOpen] = useState(false)
  const waive = ({ reason }: { reason: string }) => {
    const params = { courseId, memberId }
    const body = { reason: reason.trim() }
    if (section) return call(courses.waiveSection, { params: { ...params, sectionId: section.id }, body }, outdated)
    return call(courses.markCourseDone, { params, body }, outdated)
  }
  const what = t(section ? 'waiver.section' : 'waiver.course')
  const question = section
    ? t('waiver.askSection', { name: memberName, title: section.title })
    : t('waiver.askCourse', { name: memberName })
  return (
    <>
      <Button size="small" aria-label={question} onClick={() => setOpen(true)}>
        {what}
      </Button>
      {open && (
        <FormModal<{ reason: string }, object>
          title={question}
          okText={what}
          done={t(section ? 'waiver.didSection' : 'waiver.didCourse')}
          onSubmit={waive}
          onClose={() => setOpen(false)}
        >
          <ReasonField
            label={t('waiver.reason')}
            hint={t('waiver.reasonHint')}
            needed={t('waiver.reasonNeeded')}
            maxLength={reasonMax}
          />
        </FormModal>
      )}
    </>
  )
}

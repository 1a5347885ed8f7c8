import { Button, Input, Modal } from 'antd'
import { useId, useState } from 'react'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { notify } from '#web/ui/notify.ts'
import { courses } from '../../contract.ts'
import { Field } from './Field.tsx'

interface Props {
  readonly courseId: string
  readonly memberId: string
  readonly memberName: string
  /** Without one it is the whole course. */
  readonly section?: { readonly id: string; readonly title: string }
}

const outdated = { outdates: [courses.learnerOfCourse, courses.courseBoard, courses.courseBoardSummary] }

/** Lets a learner off a section, or marks the whole course done; the reason is kept. */
export function LetOff({ courseId, memberId, memberName, section }: Props) {
  const t = useText('courses')
  const id = useId()
  const [open, setOpen] = useState(false)
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const act = async () => {
    if (reason.trim() === '') return setProblem(t('letOff.reasonNeeded'))
    setBusy(true)
    const body = { reason: reason.trim() }
    const params = { courseId, memberId }
    try {
      if (section) {
        await call(courses.waiveSection, { params: { ...params, sectionId: section.id }, body }, outdated)
      } else {
        await call(courses.markCourseDone, { params, body }, outdated)
      }
      notify('success', t(section ? 'letOff.didSection' : 'letOff.didCourse'))
      setOpen(false)
    } catch {
      // The call has said why not.
    } finally {
      setBusy(false)
    }
  }
  const what = section ? 'letOff.section' : 'letOff.course'
  const question = section
    ? t('letOff.askSection', { name: memberName, title: section.title })
    : t('letOff.askCourse', { name: memberName })
  return (
    <>
      <Button size="small" aria-label={question} onClick={() => setOpen(true)}>
        {t(what)}
      </Button>
      <Modal
        open={open}
        title={question}
        okText={t(what)}
        cancelText={t('authoring.cancel')}
        confirmLoading={busy}
        destroyOnHidden
        onOk={() => void act()}
        onCancel={() => setOpen(false)}
      >
        <Field id={id} label={t('letOff.reason')} hint={t('letOff.reasonHint')} problem={problem}>
          <Input.TextArea
            id={id}
            value={reason}
            maxLength={300}
            showCount
            autoSize={{ minRows: 2, maxRows: 5 }}
            status={problem ? 'error' : ''}
            onChange={(event) => {
              setReason(event.target.value)
              setProblem(undefined)
            }}
          />
        </Field>
      </Modal>
    </>
  )
}

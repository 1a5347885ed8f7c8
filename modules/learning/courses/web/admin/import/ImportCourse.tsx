import { Input } from 'antd'
import { useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { useSession } from '#web/session.ts'
import { chaptersMax, sectionsMax } from '../../../contract/wire.ts'
import { courses } from '../../../contract.ts'
import { coursePaths } from '../../paths.ts'
import { Field } from '../Field.tsx'
import { handOver, type Plan } from './handover.ts'
import { ImportDialog } from './ImportDialog.tsx'

const rules = {
  room: { chapters: chaptersMax, sections: sectionsMax },
  kinds: ['video', 'audio', 'pdf', 'package'],
} as const

/** A new course of a folder or a ZIP file; its editor opens, and the files are uploaded there. */
export function ImportCourse({ onClose }: { onClose: () => void }) {
  const t = useText('courses')
  const navigate = useNavigate()
  const { user } = useSession()
  const [name, setName] = useState('')
  const id = useId()
  const create = async (plan: Plan) => {
    const body = { name: name.trim(), categoryId: null, lecturerId: user?.id ?? null }
    const created = await call(courses.createCourse, { body })
    handOver(created.id, plan)
    void navigate(coursePaths.editor(created.id))
  }
  return (
    <ImportDialog
      title={t('authoring.import.create')}
      rules={rules}
      okText={(count) => t('authoring.import.createGo', { count })}
      isReady={name.trim() !== ''}
      fields={
        <Field id={id} label={t('authoring.name')}>
          <Input id={id} maxLength={100} showCount value={name} onChange={(event) => setName(event.target.value)} />
        </Field>
      }
      onRead={({ title }) => setName(title)}
      onStart={create}
      onClose={onClose}
    />
  )
}

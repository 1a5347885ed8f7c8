import { Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { AuthoredList } from '#modules/content/catalog/web.tsx'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { exams } from '../../contract.ts'
import { examPaths } from '../paths.ts'
import { authorCalls } from './author-calls.ts'
import { CreateExam } from './CreateExam.tsx'

/** The exams that the member writes or manages. */
export default function AuthoredExamsPage() {
  const t = useText('exams')
  const [isCreating, setIsCreating] = useState(false)
  const create = (
    <Button type="primary" icon={<Icon name="plus" size={16} />} onClick={() => setIsCreating(true)}>
      {t('authoring.create')}
    </Button>
  )
  return (
    <>
      <PageHeader
        title={t('authoring.title')}
        description={t('authoring.description')}
        actions={
          <>
            <Link className="sy-button sy-button-plain sy-button-small" to={examPaths.marking}>
              {t('marking.title')}
            </Link>
            <Link className="sy-button sy-button-plain sy-button-small" to={examPaths.invigilation}>
              {t('invigilation.title')}
            </Link>
            {create}
          </>
        }
      />
      <AuthoredList
        label={t('authoring.title')}
        itemLabel={t('form.name')}
        searchLabel={t('list.search')}
        none={t('authoring.none')}
        create={create}
        list={({ category: _, ...query }) => q(exams.authoredExams, { query }, { quiet: true })}
        links={({ id }) => ({ edit: examPaths.editor(id), preview: examPaths.preview(id) })}
        calls={(exam) => authorCalls(exam)}
      />
      {isCreating && <CreateExam onClose={() => setIsCreating(false)} />}
    </>
  )
}

import { Link } from 'react-router'
import { AuthoredIndex } from '#modules/content/catalog/web.tsx'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { exams } from '../../contract.ts'
import { examPaths } from '../paths.ts'
import { authorCalls } from './author-calls.ts'
import { CreateExam } from './CreateExam.tsx'

/** The exams that the member writes or manages. */
export default function AuthoredExamsPage() {
  const t = useText('exams')
  return (
    <AuthoredIndex
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
        </>
      }
      createTitle={t('authoring.create')}
      createDialog={(onClose) => <CreateExam onClose={onClose} />}
      itemLabel={t('form.name')}
      searchLabel={t('list.search')}
      none={t('authoring.none')}
      list={({ category: _, ...query }) => q(exams.authoredExams, { query }, { quiet: true })}
      links={({ id }) => ({ edit: examPaths.editor(id), preview: examPaths.preview(id) })}
      calls={(exam) => authorCalls(exam)}
    />
  )
}

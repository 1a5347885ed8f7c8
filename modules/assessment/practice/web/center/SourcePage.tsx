import { Link, useParams } from 'react-router'
import { useText } from '#web/i18n/texts.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { StartForm } from '../parts/StartForm.tsx'
import { practicePaths } from '../paths.ts'

/** Practicing what an exam has asked, or what a course is about: the server decides whether it is allowed now. */
export default function SourcePage() {
  const t = useText('practice')
  const { id = '', type } = useParams()
  const isExam = type === undefined
  return (
    <>
      <PageHeader
        back={<Link to={practicePaths.all}>{t('list.title')}</Link>}
        title={t(isExam ? 'source.exam' : 'source.content')}
        description={t(isExam ? 'source.examHint' : 'source.contentHint')}
      />
      <StartForm source={isExam ? { kind: 'exam', id } : { kind: 'content', businessType: Number(type), id }} />
    </>
  )
}

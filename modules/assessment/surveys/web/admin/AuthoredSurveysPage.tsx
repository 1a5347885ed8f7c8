import { Link } from 'react-router'
import { AuthoredIndex } from '#modules/content/catalog/web.tsx'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { surveys } from '../../contract.ts'
import { SurveyStateTag } from '../parts/SurveyStateTag.tsx'
import { surveyPaths } from '../paths.ts'
import { authorCalls } from './author-calls.ts'
import { CreateSurvey } from './CreateSurvey.tsx'

/** The surveys that the member writes or manages. */
export default function AuthoredSurveysPage() {
  const t = useText('surveys')
  return (
    <AuthoredIndex
      title={t('authoring.title')}
      description={t('authoring.description')}
      createTitle={t('authoring.create')}
      createDialog={(onClose) => <CreateSurvey onClose={onClose} />}
      itemLabel={t('form.name')}
      searchLabel={t('mine.search')}
      none={t('authoring.none')}
      list={({ category: _, ...query }) => q(surveys.authoredSurveys, { query }, { quiet: true })}
      takeDownConsequence={t('authoring.revokeConsequence')}
      columns={[
        { key: 'state', title: t('list.state'), render: ({ state }) => <SurveyStateTag state={state} /> },
        {
          key: 'privacy',
          title: t('list.privacy'),
          render: ({ isAnonymous }) => t(isAnonymous ? 'list.anonymous' : 'list.named'),
        },
        {
          key: 'answers',
          title: t('list.answers'),
          align: 'right',
          render: ({ id, answeredCount, status }) =>
            status === 'draft' ? undefined : (
              <Link to={surveyPaths.report(id)} aria-label={t('list.report', { count: answeredCount })}>
                {answeredCount}
              </Link>
            ),
        },
      ]}
      links={({ id }) => ({ edit: surveyPaths.editor(id), preview: surveyPaths.preview(id) })}
      calls={(survey) => authorCalls(survey)}
    />
  )
}

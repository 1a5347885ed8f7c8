import '../subjects.css'
import './admin.css'
import { AuthoredIndex } from '#modules/content/catalog/web.tsx'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { NumberText } from '#web/ui/NumberText.tsx'
import { type SubjectType, subjectTypes } from '../../contract/wire.ts'
import { subjects } from '../../contract.ts'
import { subjectPaths } from '../paths.ts'
import { SubjectCover } from '../SubjectCover.tsx'
import { CreateSubject } from './CreateSubject.tsx'

const typeOf = (category: string | undefined) =>
  category === undefined ? undefined : (Number(category) as SubjectType)

/** The subjects that the member makes or manages. */
export default function SubjectsAdminPage() {
  const t = useText('subjects')
  return (
    <AuthoredIndex
      title={t('authoring.title')}
      description={t('authoring.titleHint')}
      createTitle={t('authoring.create')}
      createDialog={(onClose) => <CreateSubject onClose={onClose} />}
      itemLabel={t('authoring.subject')}
      searchLabel={t('list.search')}
      none={t('authoring.none')}
      list={({ category, ...query }) =>
        q(subjects.authoredSubjects, { query: { ...query, subjectType: typeOf(category) } }, { quiet: true })
      }
      category={{
        label: t('authoring.type'),
        all: t('list.allTypes'),
        options: Object.values(subjectTypes).map((type) => ({
          value: String(type),
          title: t(`maps.subject-type.${type}`),
        })),
      }}
      cover={({ name, coverUrl, subjectType }) => <SubjectCover name={name} url={coverUrl} type={subjectType} />}
      columns={[
        {
          key: 'type',
          title: t('authoring.type'),
          render: ({ subjectType }) => t(`maps.subject-type.${subjectType}`),
        },
        {
          key: 'contents',
          title: t('authoring.contents'),
          align: 'right',
          render: ({ contentCount }) => <NumberText value={contentCount} />,
        },
        {
          key: 'learners',
          title: t('about.learners'),
          align: 'right',
          render: ({ learnerCount }) => <NumberText value={learnerCount} />,
        },
      ]}
      takeDownConsequence={t('authoring.askHint.take-off-shelf')}
      links={({ id }) => ({
        edit: subjectPaths.editor(id),
        preview: subjectPaths.preview(id),
        'see-progress': subjectPaths.learners(id),
      })}
      calls={({ id }) => ({
        withdraw: () => call(subjects.withdrawSubject, { params: { id } }),
        'take-off-shelf': () => call(subjects.takeSubjectDown, { params: { id } }),
        delete: () => call(subjects.deleteSubject, { params: { id } }),
      })}
    />
  )
}
